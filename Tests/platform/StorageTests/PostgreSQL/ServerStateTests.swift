import Foundation
import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import TestSupport
import Testing

@testable import Storage

/// Servers that answer, but not as they should: former primaries, read-only ones, frozen ones.
@Suite(.serialized) struct ServerStateTests {
    @Test func aServerIsBehindOneThatHadMore() {
        func position(_ timeline: Int64, _ logged: Int64, _ cluster: String = "a") -> ServerPosition
        {
            ServerPosition(cluster: cluster, timeline: timeline, logged: logged)
        }
        let seen = position(2, 100)
        for other in [position(2, 100), position(2, 101), position(3, 1)] {
            #expect(!other.isBehind(seen), "\(other)")
        }
        for other in [position(1, 500), position(2, 99), position(9, 900, "b")] {
            #expect(other.isBehind(seen), "\(other)")
        }
    }

    /// The former primary accepts writes, and is the first host of the URL.
    @Test func aFormerPrimaryThatComesBackIsNamedAndNotWrittenTo() async throws {
        let former = try await blocking { try PostgreSQLServer() }
        let place = try await ServerStore(on: former)
        _ = try place.open()
        try await blocking { try former.kill() }
        let current = try await blocking { try PostgreSQLServer(takingThePlaceOf: former) }
        let location = try StoreLocation(
            argument: current.url(
                schema: place.schema, ["host": "\(former.directory),\(current.directory)"]))
        let store = try Store<Int>(location, schema: TemporaryStore.schema) { _ in }
        try await store.insert(1)
        try await blocking { try former.start() }
        try endConnections(to: current)
        try await store.insert(2)
        #expect(try await store.ids() == [1, 2])
        guard case .impaired(let sentence)? = store.trouble else {
            Issue.record("\(String(describing: store.trouble))")
            return
        }
        #expect(sentence.contains(former.directory), "\(sentence)")

        // Not even when there is no other.
        try await blocking { try current.kill() }
        await #expect(performing: { try await store.insert(3) }, throws: isUnavailable)
        try await eventually {
            if case .unavailable(let sentence)? = store.trouble {
                sentence.contains(former.directory) && sentence.contains("is refused")
            } else {
                false
            }
        }
        try await blocking { try current.start() }
        try await eventually { (try? await store.insert(4)) != nil }
        #expect(try await store.ids() == [1, 2, 4])
        try await blocking { try former.kill() }
        try await eventually { store.trouble == nil }
    }

    @Test func aServerThatTakesNoWritesGoesOnAnsweringReads() async throws {
        let server = try await blocking { try PostgreSQLServer() }
        let place = try await ServerStore(on: server)
        let store = try place.open()
        try await store.insert(1)
        for isNew in [false, true] {
            try setReadOnly("on", server)
            // Connections that are open learn it, and new ones are made all the same.
            if isNew { try endConnections(to: server) }
            try await eventually { store.trouble != nil }
            await #expect(throws: StorageError.readOnly) { try await store.insert(2) }
            #expect(try await store.ids() == [1])
            guard case .impaired? = store.trouble else {
                Issue.record("\(String(describing: store.trouble))")
                return
            }
            try setReadOnly("off", server)
            try await eventually { store.trouble == nil }
        }
        try await store.insert(2)
        #expect(try await store.ids() == [1, 2])
    }

    @Test func aServerThatFallsSilentIsNoticedWithoutACall() async throws {
        let server = try await blocking { try PostgreSQLServer() }
        let store = try await ServerStore(on: server).open()
        try await store.insert(1)
        #expect(store.trouble == nil)
        try server.setFrozen(true)
        defer { try? server.setFrozen(false) }
        let start = ContinuousClock.now
        try await eventually { store.trouble != nil }
        // Two seconds until it is asked, and three for its answer.
        #expect(.now - start < .seconds(6))
        try server.setFrozen(false)
        try await eventually { store.trouble == nil }
    }

    /// Neither side hears of it: a write is under way, and its locks are held by nobody.
    @Test(.enabled(if: PrivateNetwork.canBeMade, "needs root and iproute2"))
    func aServerWhosePacketsVanishIsNoticedInFiveSecondsAndKeepsNobodyElseWaiting() async throws {
        let network = try PrivateNetwork()
        let server = try await blocking { try PostgreSQLServer(in: network) }
        let place = try await ServerStore(on: server)
        let near = try place.open { $0.repeatsBodies = false }
        try await near.insert(1)
        let far = try Store<Int>(
            StoreLocation(
                argument: server.url(
                    schema: place.schema, ["host": network.address, "sslmode": "disable"])),
            schema: TemporaryStore.schema
        ) { _ in }
        let held = AsyncStream.makeStream(of: Void.self)
        let write = Task {
            try await far.write { transaction in
                _ = try transaction.run(PlainCommand("UPDATE item SET parent = parent"))
                held.continuation.yield()
                usleep(300_000)
            }
        }
        var isHeld = held.stream.makeAsyncIterator()
        await isHeld.next()
        try network.setCut(true)
        let start = ContinuousClock.now
        try await near.write { transaction in
            _ = try transaction.run(PlainCommand("UPDATE item SET parent = parent"))
        }
        #expect(.now - start < .milliseconds(4500))
        await #expect(throws: StorageError.self) { try await write.value }
        #expect(.now - start < .seconds(5.5))
        try await eventually { far.trouble != nil }
        try network.setCut(false)
        try await eventually { far.trouble == nil }
        try await far.insert(2)
    }

    /// The first caller finds it out, and those behind are told the same.
    @Test func callsThatWaitForASilentServerAreToldThatItDoesNotAnswer() async throws {
        let server = try await blocking { try PostgreSQLServer() }
        let store = try await ServerStore(on: server).open { $0.connections = 1 }
        try await store.insert(1)
        try server.setFrozen(true)
        defer { try? server.setFrozen(false) }
        try await eventually { store.trouble != nil }
        for _ in 1...3 {
            let error = await #expect(throws: StorageError.self) { try await store.insert(2) }
            #expect(error.map(isUnavailable) == true, "\(String(describing: error))")
        }
    }

    private func setReadOnly(_ value: String, _ server: PostgreSQLServer) throws {
        let session = try PostgreSQLSession(of: server)
        try session.execute("ALTER SYSTEM SET default_transaction_read_only = \(value)")
        try session.execute("SELECT pg_reload_conf()")
    }

    private func endConnections(to server: PostgreSQLServer) throws {
        try PostgreSQLSession(of: server).execute(
            """
            SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
            WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
            """)
    }
}
