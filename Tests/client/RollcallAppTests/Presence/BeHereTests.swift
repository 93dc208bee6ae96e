import Foundation
import TestSupport
import Testing

@testable import RollcallApp

@Suite(.serialized) struct BeHereTests {
    private let lifecycle = ManualLifecycle()

    private func app(_ door: ScriptedDoor, leaseMs: UInt32 = 3_000) throws -> Rollcall {
        let leases = Locked<UInt64>(0)
        door.answer("GoOnline") { _, connection in
            var answer = GoOnlineResponse()
            answer.leaseMs = leaseMs
            answer.leaseID = leases.withLock { leases in
                leases += 1
                return leases
            }
            connection.answer(answer)
        }
        door.answer("Heartbeat") { $1.answer(HeartbeatResponse()) }
        door.answer("GoOffline") { $1.answer(GoOfflineResponse()) }
        return Rollcall(
            door.server.address,
            store: InMemorySessionStore(try ScriptedDoor.stored(expired: false)),
            timeout: .seconds(1), lifecycle: lifecycle)
    }

    private func ended(_ door: ScriptedDoor) -> [UInt64] {
        door.server.asked.filter { $0.path.hasSuffix("/GoOffline") }
            .compactMap { try? GoOfflineRequest(decoding: $0.body).leaseID }
    }

    @Test func theLeaseIsKeptAndEndsWithTheTask() async throws {
        let door = try ScriptedDoor()
        let app = try app(door)
        let here = Task { try await app.beHere() }
        try await eventually { door.server.count(of: "Heartbeat") == 2 }
        here.cancel()
        try await here.value
        #expect(ended(door) == [1])
        let device = try #require(door.server.asked.first { $0.path.hasSuffix("/GoOnline") })
        #expect(try GoOnlineRequest(decoding: device.body).deviceID.hasPrefix("session-0."))
    }

    @Test func inTheBackgroundTheUserIsOfflineAndOnReturnBack() async throws {
        let door = try ScriptedDoor()
        let app = try app(door)
        let here = Task { try await app.beHere() }
        try await eventually { door.server.count(of: "GoOnline") == 1 }
        lifecycle.set(isForeground: false)
        try await eventually { ended(door) == [1] }
        #expect(
            try await remains(for: .milliseconds(200)) {
                door.server.count(of: "GoOnline") == 1
            })
        lifecycle.set(isForeground: true)
        try await eventually { door.server.count(of: "GoOnline") == 2 }
        here.cancel()
        try await here.value
        #expect(ended(door) == [1, 2])
    }

    @Test func aLeaseThatWasTakenWhileTheTaskWasCancelledIsEnded() async throws {
        let door = try ScriptedDoor()
        let app = try app(door)
        let mayAnswer = Locked(false)
        door.answer("GoOnline") { _, connection in
            while !mayAnswer.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.005) }
            var answer = GoOnlineResponse()
            answer.leaseID = 7
            connection.answer(answer)
        }
        let here = Task { try await app.beHere() }
        try await eventually { door.server.count(of: "GoOnline") == 1 }
        here.cancel()
        mayAnswer.withLock { $0 = true }
        try await here.value
        #expect(ended(door) == [7])
    }

    @Test func aLostLeaseIsTakenAgainAndANetworkThatIsAwayIsWaitedFor() async throws {
        let door = try ScriptedDoor()
        let app = try app(door)
        door.answer("Heartbeat") { $1.answer(404, .notFound, .leaseEnded) }
        let here = Task { try await app.beHere() }
        try await eventually { door.server.count(of: "GoOnline") == 2 }
        door.answer("Heartbeat") { $1.close() }
        try await eventually { door.server.count(of: "Heartbeat") > 3 }
        door.answer("Heartbeat") { $1.answer(HeartbeatResponse()) }
        let before = door.server.count(of: "Heartbeat")
        try await eventually { door.server.count(of: "Heartbeat") > before + 1 }
        here.cancel()
        try await here.value
    }

    @Test func aRefusalAndASignOutEndIt() async throws {
        let door = try ScriptedDoor()
        let app = try app(door)
        let here = Task { try await app.beHere() }
        try await eventually { door.server.count(of: "GoOnline") == 1 }
        try await app.signOut()
        await #expect(throws: RollcallError.notSignedIn) { try await here.value }
        await #expect(throws: RollcallError.notSignedIn) { try await app.beHere() }

        _ = try await app.signIn("ann@example.org", password: "p")
        door.answer("GoOnline") { $1.answer(429, .resourceExhausted, .tooManyDevices) }
        await #expect {
            try await app.beHere()
        } throws: {
            ($0 as? RollcallError)?.reasons == [.tooManyDevices]
        }
    }
}
