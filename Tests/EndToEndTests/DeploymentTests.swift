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
            GetProfileRequest(user: .id(ann.id)), options: ann.options())
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

    /// Sign-ups fail meanwhile, and the status of Auth says why.
    @Test func authSaysThatAServiceOfAnotherDeploymentRefusesItsToken() async throws {
        let cluster = try Cluster(ownArguments: { service in
            service == .profile ? ["--deployment", "eu-1"] : []
        })
        for service in [Cluster.Service.auth, .profile] { try await cluster.start(service) }
        let client = cluster.client(.auth)
        defer { client.close() }
        func signsUp() async throws -> Bool {
            let form = Resident.form("ann")
            let error = await refusal { _ = try await AuthServiceClient(client).signUp(form) }
            #expect(error == nil || error?.code == .unavailable)
            return error == nil
        }
        func troubles() async throws -> [ServerTrouble] {
            try await StatusServiceClient(client).getStatus(GetStatusRequest()).troubles
        }
        let isSaid = try await holds {
            let isDone = try await signsUp()
            #expect(!isDone)
            return try await !troubles().isEmpty
        }
        #expect(isSaid, "\(cluster.logs)")
        let trouble = try await troubles().first
        #expect(trouble?.name == "rollcall.profile" && trouble?.refusesCalls == false)
        #expect(trouble?.sentence.contains("--deployment") == true)
        let isDone = try await signsUp()
        #expect(!isDone)
        // The log follows within a second.
        let isLogged = try await holds { cluster[.auth].text.contains("--deployment") }
        #expect(isLogged)
        let lines = cluster[.auth].text.split(separator: "\n")
        #expect(lines.filter { $0.contains("--deployment") }.count == 1, "\(lines)")

        cluster[.profile].stop()
        let profile = ServiceProcess(
            "rollcall-profile",
            [
                "--data", cluster.directory.appending(path: "profile").path,
                "--secret-key", cluster.directory.appending(path: "profile.key").path,
                "--listen", "\(cluster.endpoint(.profile))", "--auth", "\(cluster.endpoint(.auth))",
            ], log: cluster.directory.appending(path: "profile.log"))
        defer { profile.kill() }
        try await profile.start(at: cluster.endpoint(.profile))
        let isOver = try await holds {
            let isDone = try await signsUp()
            let troubles = try await troubles()
            return isDone && troubles.isEmpty
        }
        #expect(isOver, "\(cluster.logs)")
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
