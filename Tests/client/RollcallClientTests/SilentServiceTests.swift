import RollcallAPI
import RollcallClient
import RollcallRPC
import Testing

/// A service that says nothing more on its streams: each says something every 20 seconds otherwise.
struct SilentServiceTests {
    private struct Enough: Error {}

    private let deployment = Deployment()

    private func session() throws -> RollcallSession {
        deployment.state.withLock { $0.isSilent = true }
        return try deployment.session(
            store: InMemorySessionStore(.numbered(1)), longestSilence: .milliseconds(500))
    }

    /// The first three events that `watch` passes on.
    private func events<Event>(
        _ watch: ((Event) async throws -> Void) async throws -> Void
    ) async -> [Event] {
        var events: [Event] = []
        await #expect(throws: Enough.self) {
            try await watch { event in
                events.append(event)
                if events.count == 3 { throw Enough() }
            }
        }
        return events
    }

    @Test func aWatchOfPresenceIsOpenedAgain() async throws {
        let session = try session()
        let events = await events { try await session.watchPresence(of: ["user"], $0) }
        let online = [Presence(userID: "user", state: .online)]
        #expect(events == [.snapshot(online), .interrupted, .changes(online)])
    }

    @Test func aWatchOfProfilesIsOpenedAgain() async throws {
        let session = try session()
        let anna = Profile(userID: "a", displayName: "anna")
        let message = WatchProfilesResponse(profiles: [anna], replaces: true, isCurrent: true)
        deployment.state.withLock { $0.profileWatches = [[message], [message]] }
        let events = await events { try await session.watchProfiles(of: ["a"], $0) }
        let snapshot = ProfileWatchEvent.snapshot(WatchedProfiles(profiles: [anna]))
        #expect(events == [snapshot, .interrupted, snapshot])
    }

    @Test func aWatchOfTheSessionIsOpenedAgain() async throws {
        let session = try session()
        let events = await events { try await session.watchSession($0) }
        guard case .session = events.first else {
            Issue.record("the session is not told first")
            return
        }
        let end = SessionEnd(reason: .revoked, endedAtMs: 7)
        #expect(Array(events.dropFirst()) == [.interrupted, .ended(end)])
    }

    @Test func aDeviceIsAttachedAgain() async throws {
        let session = try session()
        let events = await events {
            try await session.stayOnline(deviceID: "laptop", DeviceSignals(), $0)
        }
        let duration = Duration.milliseconds(30)
        #expect(
            events == [
                .held(leaseID: 1, duration: duration), .interrupted,
                .held(leaseID: 2, duration: duration),
            ])
    }
}
