import RollcallAPI
import RollcallClient
import RollcallRPC
import TestServers
import Testing

/// A balancer between an app and the services passes nothing on any more, and closes nothing.
struct SilentBalancerTests {
    private struct Enough: Error {}

    private let deployment = Deployment()

    /// Runs `body` with a session whose calls go through a balancer.
    private func withBalancer(
        _ body: (RollcallSession, SwallowingBalancer) async throws -> Void
    ) async throws {
        let server = try deployment.server()
        let endpoint = try await server.server.listen(on: .tcp(host: "127.0.0.1", port: 0))
        let balancer = try SwallowingBalancer(before: endpoint)
        var configuration = ClientConfiguration()
        // The defaults are 15 and 10 seconds.
        configuration.connection.keepaliveInterval = .milliseconds(150)
        configuration.connection.keepaliveTimeout = .milliseconds(150)
        let client = NetworkClient(
            balancer.endpoint, configuration: configuration, logger: .quiet)
        let session = RollcallSession(
            auth: client, profile: client, presence: client,
            store: InMemorySessionStore(.numbered(1)), now: { 0 }, connections: [client])
        try await body(session, balancer)
        session.close()
        await server.drain()
    }

    @Test func aWatchOfPresenceSaysThatItIsInterruptedAndGoesOn() async throws {
        // The second answer would come with a second message.
        deployment.state.withLock { $0.watchAnswers = 2 }
        try await withBalancer { session, balancer in
            var events: [PresenceWatchEvent] = []
            await #expect(throws: Enough.self) {
                try await session.watchPresence(of: ["user"]) { event in
                    events.append(event)
                    if events.count == 1 { balancer.swallow() }
                    if events.count == 3 { throw Enough() }
                }
            }
            let online = [Presence(userID: "user", state: .online)]
            #expect(events == [.snapshot(online), .interrupted, .changes(online)])
        }
    }

    @Test func anAttachedDeviceSaysThatItIsInterruptedAndAttachesAgain() async throws {
        try await withBalancer { session, balancer in
            var events: [LeaseEvent] = []
            await #expect(throws: Enough.self) {
                try await session.stayOnline(deviceID: "laptop") { event in
                    events.append(event)
                    if events.count == 1 { balancer.swallow() }
                    if events.count == 3 { throw Enough() }
                }
            }
            let duration = Duration.milliseconds(30)
            #expect(
                events == [
                    .held(leaseID: 1, duration: duration), .interrupted,
                    .held(leaseID: 2, duration: duration),
                ])
        }
    }
}
