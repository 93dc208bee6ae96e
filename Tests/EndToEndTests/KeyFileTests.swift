import Foundation
import RollcallAPI
import RollcallRPC
import Testing

/// The key file of Auth: without the right one it does not start, and commands exchange it.
@Suite struct KeyFileTests {
    private let program = Products.directory.appending(path: "rollcall-auth").path

    private func data(_ cluster: Cluster) -> String {
        cluster.directory.appending(path: "auth").path
    }

    /// A start that is expected to fail.
    private func start(_ cluster: Cluster, _ arguments: [String] = []) async throws -> ProgramOutput
    {
        let socket = cluster.directory.appending(path: "other.sock").path
        return try await run(
            program, ["--data", data(cluster), "--listen", "unix:\(socket)"] + arguments)
    }

    @Test func withoutTheRightKeyFileAuthDoesNotStartAndSaysWhatToDo() async throws {
        let cluster = try Cluster()
        for service in [Cluster.Service.auth, .profile] { try await cluster.start(service) }
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        cluster[.auth].stop()
        let key = URL(filePath: data(cluster) + "/secret.key")
        let kept = cluster.directory.appending(path: "kept.key")
        try FileManager.default.moveItem(at: key, to: kept)

        let missing = try await start(cluster)
        #expect(missing.status == 78)
        #expect(missing.text.contains("\(key.path) is missing"), "\(missing.text)")
        #expect(!FileManager.default.fileExists(atPath: key.path))

        try Data(repeating: 7, count: 32).write(to: key)
        #expect(chmod(key.path, 0o600) == 0)
        let wrong = try await start(cluster)
        #expect(wrong.status == 78)
        #expect(wrong.text.contains("is not the one"), "\(wrong.text)")

        #expect(chmod(key.path, 0o644) == 0)
        let isOpen = try await start(cluster)
        #expect(isOpen.status == 78)
        #expect(isOpen.text.contains("chmod 600"), "\(isOpen.text)")
        for output in [missing, wrong, isOpen] {
            #expect(
                output.text.split(separator: "\n").filter { $0.contains("key file") }.count == 1)
        }

        try FileManager.default.removeItem(at: key)
        try FileManager.default.moveItem(at: kept, to: key)
        try await cluster.start(.auth)
        try await ann.expectSessions()
    }

    @Test func anotherKeyFileCostsNobodyAnything() async throws {
        let cluster = try Cluster()
        for service in [Cluster.Service.auth, .profile] { try await cluster.start(service) }
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        let code = try await ann.mail(.verification).code
        let new = cluster.directory.appending(path: "new.key").path
        let rewrap = ["rewrap", "--data", data(cluster), "--new-secret-key", new]
        let running = try await run(program, rewrap)
        #expect(running.status == 75, "\(running.text)")
        cluster[.auth].stop()
        let done = try await run(program, rewrap)
        #expect(done.status == 0 && done.text.contains(new), "\(done.text)")
        #expect(try await start(cluster).status == 78)
        // The new key lies elsewhere, then in the usual place.
        let elsewhere = try await start(cluster, ["--secret-key", new, "--limit", "account=off"])
        #expect(elsewhere.status == 64)
        try FileManager.default.removeItem(atPath: data(cluster) + "/secret.key")
        try FileManager.default.moveItem(atPath: new, toPath: data(cluster) + "/secret.key")
        try await cluster.start(.auth)
        #expect(try await ann.isCurrent(ann.phone.tokens))
        #expect(try await ann.verifies(code))
        try await ann.expectSessions()
    }

    @Test func theKeyFileMayLieElsewhere() async throws {
        let key = URL(filePath: "/tmp/rollcall-key-\(UInt32.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: key) }
        let cluster = try Cluster(authArguments: ["--secret-key", key.path])
        try await cluster.start(.auth)
        #expect(try Data(contentsOf: key).count == 32)
        #expect(!FileManager.default.fileExists(atPath: data(cluster) + "/secret.key"))
        cluster[.auth].stop()
        #expect(try await start(cluster).status == 78)
        try await cluster.start(.auth)
    }

    @Test func afterALossACommandMakesNewKeysAndEndsAllSessions() async throws {
        let cluster = try Cluster()
        for service in [Cluster.Service.auth, .profile] { try await cluster.start(service) }
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        let code = try await ann.mail(.verification).code
        let replace = ["replace-keys", "--data", data(cluster), "--yes"]
        #expect(try await run(program, replace).status == 75)
        cluster[.auth].stop()
        let early = try await run(program, replace)
        #expect(early.status == 78 && early.text.contains("nothing is lost"), "\(early.text)")
        #expect(early.text.contains("move it away and run this again"), "\(early.text)")
        try FileManager.default.removeItem(atPath: data(cluster) + "/secret.key")
        let done = try await run(program, replace)
        #expect(done.status == 0 && done.text.contains("Lost are"), "\(done.text)")
        try await cluster.start(.auth)
        #expect(try await !ann.isCurrent(ann.phone.tokens))
        let ended = await refusal {
            _ = try await ann.auth.refresh(
                RefreshRequest(refreshToken: ann.phone.tokens.refreshToken))
        }
        #expect(ended?.reasons == [.sessionEnded])
        let renewed = try #require(try await signIn(ann).tokens)
        #expect(try await ann.isCurrent(renewed))
        var options = CallOptions()
        try options.metadata.add("authorization", text: "Bearer \(renewed.accessToken)")
        let verifying = options
        let error = await refusal {
            _ = try await ann.account.verifyAddress(
                VerifyAddressRequest(code: code), options: verifying)
        }
        #expect(error?.reasons == [.codeExpired])
    }

    /// A service's credential is not signed with a key; only the tokens are that it is exchanged
    /// for.
    @Test func afterALossServicesGetNewTokensForTheirCredentials() async throws {
        let path = "/tmp/rollcall-credential-\(UInt32.random(in: 0 ... .max))"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let cluster = try Cluster(ownArguments: { service in
            service == .profile ? ["--auth-credential", path] : []
        })
        try await cluster.start(.auth)
        let (auth, profile) = (cluster.client(.auth), cluster.client(.profile))
        defer { auth.close() }
        defer { profile.close() }
        let credential = try await AuthAdminServiceClient(auth).addService(
            AddServiceRequest(name: "games")
        ).credential
        try credential.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(chmod(path, 0o600) == 0)
        try await cluster.start(.profile)
        let ann = try await Resident("ann", at: cluster.endpoint(.auth), cluster.spool)
        defer { ann.leave() }
        func serviceToken() async throws -> String {
            try await AuthServiceClient(auth).getServiceToken(
                GetServiceTokenRequest(credential: credential)
            ).token
        }
        func refusalAtProfile(of token: String) async throws -> RPCError? {
            let options = try self.options(token)
            return await refusal {
                _ = try await ProfileServiceClient(profile).getProfile(
                    GetProfileRequest(user: .id(ann.id)), options: options)
            }
        }
        func refusalAtAuth(of token: String) async throws -> RPCError? {
            let options = try self.options(token)
            return await refusal {
                let news = try await RevocationServiceClient(auth).watchRevocations(
                    WatchRevocationsRequest(), options: options)
                defer { news.cancel() }
                _ = try await news.next()
            }
        }
        let before = try await serviceToken()
        #expect(try await refusalAtAuth(of: before) == nil)
        #expect(try await refusalAtProfile(of: ann.phone.tokens.accessToken) == nil)

        cluster[.auth].stop()
        try FileManager.default.removeItem(atPath: data(cluster) + "/secret.key")
        let done = try await run(program, ["replace-keys", "--data", data(cluster), "--yes"])
        #expect(done.status == 0, "\(done.text)")
        try await cluster.start(.auth)

        #expect(try await refusalAtAuth(of: before)?.reasons == [.accessTokenInvalid])
        let after = try await serviceToken()
        #expect(try await refusalAtAuth(of: after) == nil)
        let token = try #require(try await signIn(ann).tokens).accessToken
        // Profile exchanges its credential by itself, follows Auth again, and asks for its new
        // keys.
        let isKnown = try await holds { try await refusalAtProfile(of: token) == nil }
        #expect(isKnown, "\(cluster.logs)")
        #expect(
            try await refusalAtProfile(of: ann.phone.tokens.accessToken)?.reasons
                == [.accessTokenInvalid])
        // Profile verifies Auth's own token by the new keys as well.
        let bob = try await Resident("bob", at: cluster.endpoint(.auth), cluster.spool)
        bob.leave()
    }

    private func signIn(_ resident: Resident) async throws -> SignInResponse {
        try await resident.auth.signIn(
            SignInRequest(email: resident.email, password: resident.password))
    }

    private func options(_ token: String) throws -> CallOptions {
        var options = CallOptions(timeout: .seconds(10))
        try options.metadata.add("authorization", text: "Bearer \(token)")
        return options
    }

    /// An operator who forgets `--secret-key` loses no keys.
    @Test func keysAreReplacedOnlyByWhoeverSaysSo() async throws {
        let key = URL(filePath: "/tmp/rollcall-key-\(UInt32.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: key) }
        let cluster = try Cluster(authArguments: ["--secret-key", key.path])
        try await cluster.start(.auth)
        cluster[.auth].stop()
        let replace = ["replace-keys", "--data", data(cluster)]
        let usual = data(cluster) + "/secret.key"
        let unasked = try await run(program, replace)
        #expect(unasked.status == 64, "\(unasked.text)")
        for words in [usual, "--secret-key", "all sessions", "--yes"] {
            #expect(unasked.text.contains(words), "\(words): \(unasked.text)")
        }
        let command = ([program] + replace).joined(separator: " ")
        let asked = try await run("/usr/bin/script", ["-qec", command, "/dev/null"], input: "n\n")
        #expect(asked.status == 1, "\(asked.text)")
        #expect(asked.text.contains(usual) && asked.text.contains("[y/N]"), "\(asked.text)")
        #expect(!FileManager.default.fileExists(atPath: usual))
        try await cluster.start(.auth)
        cluster[.auth].stop()
        let done = try await run("/usr/bin/script", ["-qec", command, "/dev/null"], input: "y\n")
        #expect(done.status == 0, "\(done.text)")
        #expect(FileManager.default.fileExists(atPath: usual))
    }

    /// systemd starts Auth again after another status than 78.
    @Test func aKeyFileThatCannotBeReadJustNowIsTriedAgain() async throws {
        let cluster = try Cluster()
        try await cluster.start(.auth)
        cluster[.auth].stop()
        let output = try await start(cluster, ["--secret-key", "/proc/self/mem"])
        #expect(output.status == 74, "\(output.text)")
    }

    @Test func aCommandNeedsADatabase() async throws {
        let nowhere = "/tmp/rollcall-nowhere-\(UInt32.random(in: 0 ... .max))"
        for command in [["replace-keys"], ["rewrap", "--new-secret-key", nowhere + ".key"]] {
            let output = try await run(program, command + ["--data", nowhere])
            #expect(output.status == 66, "\(output.text)")
            #expect(!FileManager.default.fileExists(atPath: nowhere))
        }
    }

    @Test func theHelpOfTheDaemonNamesItsOptionsAndItsCommands() async throws {
        let help = try await run(program, ["--help"]).text
        for word in ["--listen", "--secret-key", "--deployment", "rewrap", "replace-keys"] {
            #expect(help.contains(word), "\(word)")
        }
        for command in ["rewrap", "replace-keys"] {
            let help = try await run(program, [command, "--help"])
            #expect(help.status == 0 && help.text.contains("--secret-key"), "\(help.text)")
            let words = help.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("may be in other hands"), "\(help.text)")
        }
    }
}
