import RollcallAPI
import RollcallRPC
import Testing

/// The record of somebody who signs up, at Presence.
@Suite(.serialized) struct PresenceSignUpTests {
    @Test func whoSignsUpWhilePresenceIsDownIsKnownThereOnceItIsUp() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        cluster[.presence].kill()
        let place = cluster.endpoint(.auth)
        let signUp = ContinuousClock.now
        let ann = try await Resident("ann", at: place, cluster.spool)
        defer { ann.leave() }
        // Nothing waits for Presence, whose calls have five seconds.
        #expect(ContinuousClock.now - signUp < .seconds(4))
        let ben = try await Resident("ben", at: place, cluster.spool)
        defer { ben.leave() }

        try await cluster[.presence].start(at: cluster.endpoint(.presence))
        let client = cluster.client(.presence)
        defer { client.close() }
        let presence = PresenceServiceClient(client)
        let request = GetPresenceRequest(userIDs: [ann.id])
        let isKnown = try await holds {
            // At first it lacks Auth's keys, and does not know who has blocked whom.
            let seen = try? await presence.getPresence(request, options: ben.options()).presences
            return seen?.first.map { $0.lastSeenAtMs > 0 && $0.displayName == "ann" } ?? false
        }
        #expect(isKnown)

        // What the owner has chosen stands over a kill, and the name is read again.
        _ = try await eventually {
            try await presence.updatePresenceSettings(
                UpdatePresenceSettingsRequest(visibility: .coarse), options: ann.options())
        }
        cluster[.presence].kill()
        try await cluster[.presence].start(at: cluster.endpoint(.presence))
        let coarse = Presence(userID: ann.id, state: .offline, displayName: "ann")
        let isCoarse = try await holds {
            let seen = try? await presence.getPresence(request, options: ben.options()).presences
            return seen == [coarse]
        }
        #expect(isCoarse)
    }
}
