import Foundation
import RollcallRPC
import Testing

@Suite struct RPCCommandTests {
    @Test func theCommandLineCallsWhateverTheServicesDescribe() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let list = try await cluster.rpc("list")
        #expect(
            list.text.split(separator: "\n") == [
                "rollcall.rpc.v1.HealthService", "rollcall.rpc.v1.ReflectionService",
                "rollcall.v1.AccountChangeService",
                "rollcall.v1.AccountDataService", "rollcall.v1.AccountService",
                "rollcall.v1.AuditService",
                "rollcall.v1.AuthAdminService", "rollcall.v1.AuthService",
                "rollcall.v1.FactorService", "rollcall.v1.IdentityService",
                "rollcall.v1.ImportService", "rollcall.v1.PasskeyService",
                "rollcall.v1.PresenceAdminService", "rollcall.v1.PresencePeerService",
                "rollcall.v1.PresenceService",
                "rollcall.v1.ProfileAdminService", "rollcall.v1.ProfilePeerService",
                "rollcall.v1.ProfileService",
                "rollcall.v1.RevocationService", "rollcall.v1.StatusService",
            ])
        let health = try await cluster.rpc(
            "call", "rollcall.rpc.v1.HealthService/Check", "--json",
            #"{"service":"rollcall.v1.ProfileService"}"#, "--endpoint",
            "\(cluster.endpoint(.profile))")
        #expect(health.text == "{\"status\":\"SERVING_STATUS_SERVING\"}\n")

        let key = String(repeating: "k", count: 20)
        let form = #"{"email":"ann@example.org","password":"correct horse","displayName":"Ann","#
        let signUp = ["call", "rollcall.v1.AuthService/SignUp", "--json"]
        let request = form + #""idempotencyKey":"\#(key)"}"#
        let first = try await cluster.rpc(signUp + [request])
        #expect(first.status == 0 && first.text.contains(#""refreshToken":"<redacted>""#))
        let second = try await cluster.rpc(signUp + [request, "--show-sensitive"])
        #expect(second.status == 0 && second.text.contains(#""email":"ann@example.org""#))

        let refused = try await cluster.rpc(signUp + [form + #""idempotencyKey":"-"}"#])
        #expect(refused.status == 6, "\(refused.text)")
        #expect(refused.text.hasPrefix(#"{"error":{"code":"INVALID_ARGUMENT","details":[{"type":"#))
        #expect(refused.text.contains(#""reason":"REASON_IDEMPOTENCY_KEY_MALFORMED""#))
    }

    @Test func messagesComeFromStandardInputAndTheTokenFromTheSession() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let upload = ["rpc", "call", "rollcall.v1.ProfileService/UploadPhoto", "--json", "-"]
        let declaration =
            #"{"declaration":{"size":12,"sha256":"UlJncmnzKzflyYzHetuxAvUVWqyGnwwNal/0YAYm+hc="}}"#
        let chunks = declaration + String(repeating: "\n" + #"{"chunk":"AAECAw"}"#, count: 3)
        let early = try await cluster.rollcall(upload, input: chunks)
        #expect(early.status == 3 && early.text.contains("sign-in"), "\(early.text)")

        let signUp = [
            "sign-up", "--email", "ann@example.org", "--name", "Ann", "--password-file", "-",
        ]
        let signedUp = try await cluster.rollcall(signUp, input: "correct horse\n")
        #expect(signedUp.status == 0, "\(signedUp.text)")
        let late = try await cluster.rollcall(upload, input: chunks)
        #expect(late.status == 8 && late.text.contains("REASON_PHOTO_NOT_JPEG"), "\(late.text)")

        let session = ["rpc", "call", "rollcall.v1.AuthService/GetSession", "--json", "-"]
        let pretty = try await cluster.rollcall(session, input: "{\n}\n")
        #expect(pretty.status == 0 && pretty.text.contains(#""email":"<redacted>""#))
        // A server that is not one of the three does not get the token. By another name it is none.
        let other = "unix:\(cluster.directory.path)//profile.sock"
        let foreign = try await cluster.rollcall(upload + ["--endpoint", other], input: chunks)
        #expect(foreign.status == 3 && foreign.text.contains("UNAUTHENTICATED"), "\(foreign.text)")
    }

    @Test func aWatchOfTheHealthHearsOfTheStopBeforeItComes() async throws {
        let cluster = try Cluster()
        // Without it Profile does not serve.
        try await cluster.start(.auth)
        try await cluster.start(.profile)
        let client = cluster.client(.profile)
        let watch = try await HealthServiceClient(client).watch(.init())
        // It answers a moment before it says that it serves.
        while let before = try await watch.next(), before.status != .serving {}
        let profile = cluster[.profile]
        async let status = profile.stop()
        let after = try await watch.next()
        #expect(after?.status == .notServing)
        let error = try await #require(throws: RPCError.self) { _ = try await watch.next() }
        #expect(error.code == .unavailable)
        client.close()
        #expect(await status == 0)
    }

    @Test func aServerCanBeToldNotToDescribeItself() async throws {
        let cluster = try Cluster(arguments: ["--no-reflection"])
        try await cluster.start(.profile)
        let list = try await cluster.rpc("list", "--endpoint", "\(cluster.endpoint(.profile))")
        #expect(list.status == 1 && !list.text.contains("rollcall.v1.ProfileService\n"))
    }
}

extension Cluster {
    /// Runs `rollcall rpc` against the three services.
    fileprivate func rpc(_ arguments: String...) async throws -> ProgramOutput {
        try await rpc(arguments)
    }

    fileprivate func rpc(_ arguments: [String]) async throws -> ProgramOutput {
        try await rollcall(["rpc"] + arguments)
    }

    fileprivate func rollcall(
        _ arguments: [String], input: String = ""
    ) async throws -> ProgramOutput {
        try await run(
            Products.directory.appending(path: "rollcall").path, arguments,
            environment: [
                "ROLLCALL_AUTH": "\(endpoint(.auth))", "ROLLCALL_PROFILE": "\(endpoint(.profile))",
                "ROLLCALL_PRESENCE": "\(endpoint(.presence))",
                "XDG_STATE_HOME": directory.appending(path: "state").path,
            ], input: input)
    }
}
