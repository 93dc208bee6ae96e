import Foundation
import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import TestSupport
import Testing

@testable import Storage

/// Connections that break, and servers that die.
struct LostServerTests {
    @Test func connectionsThatWereEndedWhileNobodyUsedThemAreNotNoticed() async throws {
        let place = try await ServerStore()
        let store = try place.open()
        try await store.insert(1)
        try place.terminateConnections()
        try await store.insert(2)
        try place.terminateConnections()
        #expect(try await store.ids() == [1, 2])
    }

    @Test func aConnectionThatIsLostInATransactionLeavesNothingOfIt() async throws {
        let place = try await ServerStore()
        let store = try place.open()
        let lock = try place.lockingItems()
        let write = Task { try await store.insert(1) }
        try await place.waitUntilBlocked()
        try place.terminateConnections()
        await #expect(performing: { try await write.value }, throws: isUnavailable)
        try lock.execute("COMMIT")
        #expect(try await store.ids() == [])
        try await store.insert(2)
        #expect(store.trouble == nil && place.failures.withLock { $0 }.isEmpty)
    }

    /// The connection that goes on is no sign of the server's health: it is as old as the one that
    /// broke.
    @Test func theTroubleOfOneConnectionEndsWithTheNextCall() async throws {
        let place = try await ServerStore()
        let store = try place.open()
        let lock = try place.lockingItems()
        let outcomes = Shared<[Bool]>([])
        let writes = (1...2).map { id in
            Task {
                let isWritten = await (try? store.insert(id)) != nil
                outcomes.withLock { $0.append(isWritten) }
            }
        }
        try await place.waitUntilBlocked(2)
        try place.terminateConnections(limit: 1)
        try await eventually { outcomes.withLock { $0 } == [false] }
        try lock.execute("COMMIT")
        for write in writes { await write.value }
        #expect(outcomes.withLock { $0 } == [false, true])
        try await store.insert(3)
        #expect(store.trouble == nil)
    }

    @Test func whatWasPreparedAndIsGoneIsPreparedAnewByTheNextCall() async throws {
        let place = try await ServerStore()
        let store = try place.open { ($0.connections, $0.repeatsBodies) = (1, false) }
        try await store.insert(1)
        try await store.write { _ = try $0.run(PlainCommand("DEALLOCATE ALL")) }
        await #expect(performing: { try await store.insert(2) }, throws: isUnavailable)
        try await store.insert(3)
        #expect(try await store.ids() == [1, 3])
    }

    @Test func aServerThatIsAwayAtTheStartIsNamedWithoutThePassword() throws {
        let location = try StoreLocation(
            argument: "postgresql://app:secret@/a?host=/tmp/rollcall-nobody")
        let error = #expect(throws: StorageError.self) {
            _ = try Store<Int>(location, schema: TemporaryStore.schema) { _ in }
        }
        guard case .unavailable(let sentence) = error else {
            Issue.record("\(error.debugDescription)")
            return
        }
        #expect(sentence.contains("/tmp/rollcall-nobody") && !sentence.contains("secret"))
    }

    /// How often the server is killed: more with ROLLCALL_POSTGRES_KILLS.
    private static let kills =
        ProcessInfo.processInfo.environment["ROLLCALL_POSTGRES_KILLS"].flatMap { Int($0) } ?? 20

    @Test func nothingThatWasAcknowledgedIsLostWhenTheServerIsKilled() async throws {
        let server = try await blocking { try PostgreSQLServer() }
        let place = try await ServerStore(on: server)
        let store = try place.open()
        let record = Shared(WriteRecord())
        for kill in 1...Self.kills {
            let writers = (1...6).map { writer in
                Task { await record.write(to: store, from: kill * 1_000_000 + writer * 100_000) }
            }
            let before = record.withLock { $0.written.count }
            let count = 50 * (1 + kill % 20)
            try await eventually { record.withLock { $0.written.count } >= before + count }
            try await blocking { try server.kill() }
            for writer in writers { await writer.value }
            try await eventually { store.trouble != nil }
            try await blocking { try server.start() }
            // Somebody who only looks sees that it is back.
            try await eventually { store.trouble == nil }
            try await check(store, record.withLock { $0 })
        }
        #expect(place.failures.withLock { $0 }.isEmpty)
    }

    private func check(_ store: Store<Int>, _ record: WriteRecord) async throws {
        let items = try await store.ids()
        let parents = try await Set(store.all(Query<Int>("SELECT id FROM parent")))
        #expect(items == parents)
        #expect(record.written.isSubset(of: items))
        #expect(record.refused.isDisjoint(with: items))
    }
}

/// What writers were told.
private struct WriteRecord {
    var written: Set<Int> = []
    var refused: Set<Int> = []
}

extension Shared<WriteRecord> {
    /// Writes one pair of rows after another until the server is away.
    fileprivate func write(to store: Store<Int>, from start: Int) async {
        for id in start... {
            do {
                try await store.write { transaction in
                    try transaction.run(Command<Int>("INSERT INTO parent (id) VALUES ($1)"), id)
                    try transaction.insertItem(id, parent: id)
                }
                withLock { _ = $0.written.insert(id) }
            } catch StorageError.unknownOutcome {
                return
            } catch {
                #expect(isUnavailable(error))
                withLock { _ = $0.refused.insert(id) }
                return
            }
        }
    }
}
