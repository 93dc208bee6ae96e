import RollcallAPI
import RollcallRPC
import Testing

/// Services that were told to belong to different deployments.
@Suite struct DeploymentTests {
    @Test func theServicesOfOneDeploymentKnowItsTokensAndNoOthers() async throws {
        let cluster = try Cluster(ownArguments: { service in
            service == .presence ? [] : ["--deployment", "eu-1"]
        })
        try await cluster.start(.auth)
        try await cluster.start(.profile)
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        let profile = cluster.client(.profile)
        defer { profile.close() }
        let answer = try await ProfileServiceClient(profile).getProfile(
            GetProfileRequest(key: .userID(ann.id)), options: ann.options())
        #expect(answer.profile?.displayName == "ann")

        // Auth's stream of revocations asks for no token here, so Presence serves.
        try await cluster.start(.presence)
        let presence = cluster.client(.presence)
        defer { presence.close() }
        let error = await refusal {
            _ = try await PresenceServiceClient(presence).getPresence(
                GetPresenceRequest(userIDs: [ann.id]), options: ann.options())
        }
        #expect(error?.code == .unauthenticated && error?.reasons == [.accessTokenInvalid])
    }

    @Test(arguments: ["", "a b", "a\"b"]) func aNameThatNeedsEscapesIsRefused(name: String)
        async throws
    {
        let output = try await run(
            Products.directory.appending(path: "rollcall-profile").path,
            ["--data", "/tmp/rollcall-nowhere", "--listen", "unix:/tmp/x", "--deployment", name])
        #expect(output.status == 64, "\(output.text)")
    }
}
