import RollcallAPI
import RollcallRPC
import Testing

/// What somebody has blocked at Profile, at Presence.
@Suite(.serialized) struct PresenceBlocksTests {
    @Test func whoIsBlockedSeesNobodyWithinASecondAndWhileProfileIsAway() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let place = cluster.endpoint(.auth)
        let (ann, ben) = try await (
            Resident("ann", at: place, cluster.spool), Resident("ben", at: place, cluster.spool)
        )
        defer { for person in [ann, ben] { person.leave() } }
        let (profileClient, presenceClient) = (cluster.client(.profile), cluster.client(.presence))
        defer { for client in [profileClient, presenceClient] { client.close() } }
        let profile = ProfileServiceClient(profileClient)
        let presence = PresenceServiceClient(presenceClient)
        _ = try await eventually {
            try await presence.goOnline(GoOnlineRequest(deviceID: "phone"), options: ann.options())
        }
        let watch = try await presence.watch(
            WatchRequest(userIDs: [ann.id]), options: ben.options(.seconds(60)))
        let first = try #require(try await watch.next())
        #expect(first.presences.map(\.state) == [.online])

        let blocked = ContinuousClock.now
        _ = try await profile.blockUser(
            BlockUserRequest(user: .id(ben.id)), options: ann.options())
        let hidden = try #require(try await watch.next())
        #expect(hidden.presences == [Presence(userID: ann.id, state: .offline)])
        #expect(ContinuousClock.now - blocked < .seconds(1))
        watch.cancel()

        for service in [Cluster.Service.profile, .presence] { cluster[service].kill() }
        try await cluster[.presence].start(at: cluster.endpoint(.presence))
        _ = try await eventually {
            try await presence.goOnline(GoOnlineRequest(deviceID: "phone"), options: ann.options())
        }
        let seen = try await eventually {
            try await presence.getPresence(
                GetPresenceRequest(userIDs: [ann.id, ben.id]), options: ben.options())
        }
        #expect(seen.presences[0] == Presence(userID: ann.id, state: .offline))

        try await cluster.start(.profile)
        _ = try await eventually {
            try await profile.unblockUser(
                UnblockUserRequest(user: .id(ben.id)), options: ann.options())
        }
        let isSeen = try await holds {
            try await presence.getPresence(
                GetPresenceRequest(userIDs: [ann.id]), options: ben.options()
            ).presences.map(\.state) == [.online]
        }
        #expect(isSeen)
    }
}

extension WatchResponse {
    fileprivate var presences: [Presence] {
        switch update {
        case .snapshot(let list), .changes(let list): list.presences
        case nil: []
        }
    }
}
