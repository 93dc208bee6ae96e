import RollcallAPI
import RollcallClient
import RollcallRPC
import Testing

struct PresenceTests {
    private struct Enough: Error {}

    private let deployment = Deployment()

    @Test func aWatchThatWasCutOffGoesOnWhereItStopped() async throws {
        let session = try deployment.session()
        var events: [PresenceWatchEvent] = []
        await #expect(throws: Enough.self) {
            try await session.watchPresence(of: ["user"]) { event in
                events.append(event)
                if events.count == 3 { throw Enough() }
            }
        }
        let online = [Presence(userID: "user", state: .online)]
        #expect(events == [.snapshot(online), .interrupted, .changes(online)])
        let cursors = deployment.state.withLock { $0.watches.map(\.cursor) }
        #expect(cursors == [nil, Cursor(epoch: 1, version: 1)])
    }

    @Test func aLeaseIsKeptUntilTheEnd() async throws {
        let session = try deployment.session()
        let keeping = Task {
            try await session.stayOnline(deviceID: "laptop") { _ in }
        }
        try await Task.sleep(for: .milliseconds(150))
        #expect(deployment.state.withLock { $0.endedLeases }.isEmpty)
        keeping.cancel()
        await #expect(throws: (any Error).self) { try await keeping.value }
        #expect(deployment.state.withLock { $0.leases } == [1])
        #expect(deployment.state.withLock { $0.endedLeases } == [1])
    }

    @Test func aLeaseThatWasLostIsTakenAgain() async throws {
        let session = try deployment.session()
        var events: [LeaseEvent] = []
        await #expect(throws: Enough.self) {
            try await session.stayOnline(deviceID: "laptop") { event in
                events.append(event)
                if events.count == 1 { deployment.state.withLock { $0.endedLeases = [1] } }
                if events.count == 3 { throw Enough() }
            }
        }
        #expect(
            events == [
                .held(leaseID: 1, duration: .milliseconds(30)), .lost,
                .held(leaseID: 2, duration: .milliseconds(30)),
            ])
    }
}
