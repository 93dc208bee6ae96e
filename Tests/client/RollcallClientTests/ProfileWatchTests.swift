import RollcallAPI
import RollcallClient
import Testing

struct ProfileWatchTests {
    private struct Enough: Error {}

    private let deployment = Deployment()
    private let anna = Profile(userID: "a", displayName: "anna")
    private let berta = Profile(userID: "b", displayName: "berta")

    private func cursor(_ number: UInt64) -> ProfileWatchCursor {
        ProfileWatchCursor(sealed: [UInt8(number)])
    }

    /// What a session that watches is told, up to some number of events.
    private func events(
        _ count: Int, of watches: [WatchProfilesResponse]...
    ) async throws -> [ProfileWatchEvent] {
        deployment.state.withLock { $0.profileWatches = watches }
        let session = try deployment.session()
        var events: [ProfileWatchEvent] = []
        await #expect(throws: Enough.self) {
            try await session.watchProfiles(of: ["a", "b"]) { event in
                events.append(event)
                if events.count == count { throw Enough() }
            }
        }
        return events
    }

    @Test func partsThatBelongTogetherAreToldAtOnce() async throws {
        let events = try await events(
            1,
            of: [
                WatchProfilesResponse(profiles: [anna], replaces: true),
                WatchProfilesResponse(
                    profiles: [berta], cursor: cursor(1), isCurrent: true),
            ])
        #expect(events == [.snapshot(WatchedProfiles(profiles: [anna, berta]))])
    }

    /// The first of two parts that was heard before the loss counts for nothing.
    @Test func aWatchThatWasCutOffGoesOnFromWhatWasToldAsAWhole() async throws {
        let events = try await events(
            3,
            of: [
                WatchProfilesResponse(
                    profiles: [anna], cursor: cursor(1), replaces: true, isCurrent: true),
                WatchProfilesResponse(profiles: [berta]),
            ],
            [
                WatchProfilesResponse(
                    hiddenUserIDs: ["a"], cursor: cursor(2), isCurrent: true)
            ])
        #expect(
            events == [
                .snapshot(WatchedProfiles(profiles: [anna])), .interrupted,
                .changes(WatchedProfiles(hiddenUserIDs: ["a"])),
            ])
        #expect(deployment.state.withLock { $0.profileCursors } == [nil, cursor(1)])
    }

    @Test func aHeartbeatIsNoEventUnlessItEndsAnInterruption() async throws {
        let heartbeat = WatchProfilesResponse(isCurrent: true)
        let events = try await events(
            3,
            of: [
                WatchProfilesResponse(
                    profiles: [anna], cursor: cursor(1), replaces: true, isCurrent: true),
                heartbeat,
            ], [heartbeat])
        #expect(
            events == [
                .snapshot(WatchedProfiles(profiles: [anna])), .interrupted,
                .changes(WatchedProfiles()),
            ])
    }
}
