import Foundation
import RollcallAPI
import RollcallRPC
import RollcallRPCPolicies
import TestPostgreSQL
import TestRedis
import Testing

import func TestSupport.elapse

/// Two Auth daemons over one PostgreSQL database, with their limits in one Redis, and a Profile
/// that is told of both.
@Suite(.serialized) struct TwoAuthsTests {
    /// How often one is killed: a fifth of `ROLLCALL_KILLS`.
    private static let kills =
        ProcessInfo.processInfo.environment["ROLLCALL_KILLS"].flatMap { Int($0) }.map { $0 / 5 }
        ?? 4

    private struct Instance {
        let process: ServiceProcess
        let endpoint: Endpoint
        let client: RetryingNetworkClient

        init(_ process: ServiceProcess, at endpoint: Endpoint) {
            (self.process, self.endpoint) = (process, endpoint)
            var configuration = ClientConfiguration()
            configuration.reconnectBackoff = Backoff(initial: .milliseconds(5), multiplier: 1)
            client = NetworkClient(
                endpoint, configuration: configuration, logger: .quiet
            ).retrying()
        }

        var auth: AuthServiceClient { AuthServiceClient(client) }
    }

    /// Runs `body` with two that have started at once on a new database.
    private static func withTwo(
        on server: PostgreSQLServer? = nil,
        _ body: (Cluster, [Instance], _ url: String) async throws -> Void
    ) async throws {
        let redis = try await blocking { try RedisServer() }
        let database: PostgreSQLServer
        if let server { database = server } else { database = try await PostgreSQLServer.shared }
        let url = try await blocking { database.url(schema: try database.makeSchema()) }
        let cluster = try Cluster(
            authArguments: [
                "--store", url, "--limits", "redis+unix://\(redis.socket)",
                "--hash-memory-kib", "64", "--hash-passes", "1",
            ],
            secondAuth: "auth-2")
        let second = cluster.second(.auth, named: "auth-2")
        let instances = [
            Instance(cluster[.auth], at: cluster.endpoint(.auth)),
            Instance(second.process, at: second.endpoint),
        ]
        defer {
            for instance in instances {
                instance.client.close()
                instance.process.kill()
            }
        }
        for instance in instances { try instance.process.launch() }
        for instance in instances {
            try await eventually { try await instance.client.waitUntilServing() }
        }
        try await cluster.start(.profile)
        do {
            try await body(cluster, instances, url)
        } catch {
            Issue.record("\(cluster.logs) \(second.process.text)")
            throw error
        }
    }

    @Test func whatOneHasDoneIsDoneAtTheOtherAndAnEndOfASessionIsHeardEverywhere() async throws {
        try await Self.withTwo { cluster, instances, _ in
            #expect(
                !FileManager.default.fileExists(
                    atPath: cluster.directory.appending(path: "auth/auth.sqlite").path))
            let profile = cluster.client(.profile)
            defer { profile.close() }
            for round in 0..<2 {
                let (one, other) = (instances[round].auth, instances[1 - round].auth)
                let form = Resident.form("ann\(round)")
                let phone = try await one.signUp(form)
                let laptop = try await other.signIn(
                    SignInRequest(email: form.email, password: form.password))
                // Exchanged at each, one after the other.
                var tokens = try #require(phone.tokens)
                for instance in [other, one, other, one] {
                    let answer = try await instance.refresh(
                        RefreshRequest(refreshToken: tokens.refreshToken))
                    tokens = try #require(answer.tokens)
                    #expect(await Self.isAccepted(tokens, profile, instances))
                }
                let taken = await #expect(throws: RPCError.self) {
                    var form = form
                    form.idempotencyKey += "-other"
                    form.displayName += "x"
                    _ = try await other.signUp(form)
                }
                #expect(taken?.code == .alreadyExists)

                _ = try await one.revokeSession(
                    RevokeSessionRequest(sessionID: try #require(laptop.session).sessionID),
                    options: Resident.options(tokens))
                let ended = try #require(laptop.tokens)
                #expect(try await holds { await Self.isRefused(ended, profile, instances) })
                #expect(await Self.isAccepted(tokens, profile, instances))
                _ = try await other.signOut(SignOutRequest(), options: Resident.options(tokens))
                #expect(try await holds { await Self.isRefused(tokens, profile, instances) })
            }
        }
    }

    /// Tokens are made at both all the time while the keys change, and shown everywhere at once.
    @Test func noTokenIsRefusedBecauseAnotherInstanceHasMadeItsKey() async throws {
        try await Self.withTwo { cluster, instances, _ in
            let profile = cluster.client(.profile)
            defer { profile.close() }
            var tokens = try #require(
                try await instances[0].auth.signUp(Resident.form("ann")).tokens)
            let old = Self.keyID(tokens)
            _ = try await AuthAdminServiceClient(instances[0].client).rotateSigningKey(
                RotateSigningKeyRequest())
            var signedWithNew: Set<Int> = []
            let isReplaced = try await holds {
                for (number, instance) in instances.enumerated() {
                    let answer = try await instance.auth.refresh(
                        RefreshRequest(refreshToken: tokens.refreshToken))
                    tokens = try #require(answer.tokens)
                    #expect(await Self.isAccepted(tokens, profile, instances))
                    if Self.keyID(tokens) != old { signedWithNew.insert(number) }
                }
                return signedWithNew.count == 2
            }
            #expect(isReplaced)

            // Keys that may be stolen are of no use at once.
            let stolen = tokens
            _ = try await AuthAdminServiceClient(instances[1].client).rotateSigningKey(
                RotateSigningKeyRequest(withdrawOthers: true))
            #expect(try await holds { await Self.isRefused(stolen, profile, instances) })
            for instance in instances {
                let answer = try await instance.auth.refresh(
                    RefreshRequest(refreshToken: tokens.refreshToken))
                tokens = try #require(answer.tokens)
                #expect(await Self.isAccepted(tokens, profile, instances))
            }
        }
    }

    /// Each is an entry of the audit log, whose entries follow one another.
    @Test func signInsThatMeetOthersAtBothAllSucceed() async throws {
        try await Self.withTwo { _, instances, _ in
            let auths = instances.map(\.auth)
            let errors = await withTaskGroup(of: [RPCError].self, returning: [RPCError].self) {
                group in
                for person in 0..<32 {
                    let form = Resident.form("user\(person)")
                    let credentials = SignInRequest(email: form.email, password: form.password)
                    group.addTask {
                        var errors: [RPCError] = []
                        for round in 0..<8 {
                            let auth = auths[(person + round) % 2]
                            do {
                                try await Self.whileOverloaded {
                                    if round == 0 {
                                        _ = try await auth.signUp(form)
                                    } else {
                                        _ = try await auth.signIn(credentials)
                                    }
                                }
                            } catch {
                                errors.append(error as? RPCError ?? RPCError(.internal, "\(error)"))
                            }
                        }
                        return errors
                    }
                }
                var errors: [RPCError] = []
                for await more in group { errors += more }
                return errors
            }
            #expect(errors.isEmpty, "\(errors)")
        }
    }

    /// Repeats a call as often as the service says that it is overloaded, as it is where many tests
    /// have the processors.
    private static func whileOverloaded(_ call: () async throws -> Void) async throws {
        let isDone = try await holds {
            do {
                try await call()
                return true
            } catch let error as RPCError where error.reasons == [.overloaded] {
                return false
            }
        }
        guard isDone else { throw RPCError(.unavailable, "overloaded for 20 s") }
    }

    /// Signs users up, half of them at each.
    ///
    /// - Returns: the ids of those who were answered, by their number.
    private static func signUp(
        _ forms: [SignUpRequest], at auths: [AuthServiceClient]
    ) -> Task<[Int: String], Never> {
        Task {
            await withTaskGroup(of: (Int, String?).self, returning: [Int: String].self) { group in
                for (person, form) in forms.enumerated() {
                    group.addTask {
                        let answer = try? await auths[person % 2].signUp(
                            form, options: CallOptions(timeout: .seconds(10)))
                        return (person, answer?.session?.userID)
                    }
                }
                var ids: [Int: String] = [:]
                for await (person, id) in group { ids[person] = id }
                return ids
            }
        }
    }

    @Test func killingOneLosesNoAcknowledgedAccountAndTheOtherGoesOn() async throws {
        try await Self.withTwo { cluster, instances, _ in
            let profile = cluster.client(.profile)
            defer { profile.close() }
            let auths = instances.map(\.auth)
            for number in 0..<Self.kills {
                let killed = instances[number % 2]
                let forms = (0..<24).map { Resident.form("user\(number)x\($0)") }
                let answers = Self.signUp(forms, at: auths)
                try await elapse(.milliseconds(Int.random(in: 20...300)))
                killed.process.kill()
                let acknowledged = await answers.value
                for person in forms.indices where person % 2 != number % 2 {
                    #expect(
                        acknowledged[person] != nil, "\(number): refused where nobody was killed")
                }
                try await killed.process.start(at: killed.endpoint)
                for (person, id) in acknowledged {
                    let form = forms[person]
                    let signedIn = try await auths[(person + number) % 2].signIn(
                        SignInRequest(email: form.email, password: form.password))
                    #expect(signedIn.session?.userID == id)
                    let options = try Resident.options(try #require(signedIn.tokens))
                    let found = try await eventually {
                        try await ProfileServiceClient(profile).getProfile(
                            GetProfileRequest(user: .name(form.displayName)), options: options)
                    }
                    #expect(found.profile?.userID == id)
                }
            }
        }
    }

    /// Whoever is told that the outcome is unknown, or nothing, asks again with the same key.
    @Test func killingTheServerLosesNoAcknowledgedAccountAndMakesNoneTwice() async throws {
        let server = try await blocking { try PostgreSQLServer() }
        try await Self.withTwo(on: server) { _, instances, _ in
            let auths = instances.map(\.auth)
            for number in 0..<Self.kills {
                let forms = (0..<16).map { Resident.form("user\(number)x\($0)") }
                let answers = Self.signUp(forms, at: auths)
                try await elapse(.milliseconds(Int.random(in: 5...150)))
                try await blocking { try server.kill() }
                let acknowledged = await answers.value
                try await blocking { try server.start() }
                for (person, form) in forms.enumerated() {
                    let again = try await eventually {
                        try await auths[person % 2].signUp(form).session?.userID
                    }
                    if let first = acknowledged[person] { #expect(first == again) }
                    // That one may not have the server back yet.
                    let signedIn = try await eventually {
                        try await auths[1 - person % 2].signIn(
                            SignInRequest(email: form.email, password: form.password))
                    }
                    #expect(signedIn.session?.userID == again)
                }
            }
        }
    }

    @Test func anInstanceWithAnotherKeyFileIsRefusedAndACommandExchangesTheFile() async throws {
        try await Self.withTwo { cluster, instances, url in
            let ann = try await instances[0].auth.signUp(Resident.form("ann"))
            let program = Products.directory.appending(path: "rollcall-auth").path
            let third = cluster.directory.appending(path: "auth-3").path
            let own = URL(filePath: third + "/secret.key")
            func start() async throws -> ProgramOutput {
                try await run(
                    program,
                    ["--data", third, "--listen", "unix:\(third).sock", "--store", url])
            }
            let missing = try await start()
            #expect(missing.status == 78)
            #expect(missing.text.contains("is missing, and the database is sealed with it"))
            try Data(repeating: 7, count: 32).write(to: own)
            #expect(chmod(own.path, 0o600) == 0)
            let other = try await start()
            #expect(other.status == 78)
            #expect(other.text.contains("is not the one that the database is sealed with"))
            for output in [missing, other] {
                #expect(
                    output.text.split(separator: "\n").filter { $0.contains(own.path) }.count == 1)
            }

            for instance in instances { instance.process.stop() }
            let (key, new) = (cluster.sharedKeyFile, cluster.directory.appending(path: "new.key"))
            let rewrap = try await run(
                program,
                [
                    "rewrap", "--data", third, "--store", url, "--secret-key", key.path,
                    "--new-secret-key", new.path,
                ])
            #expect(rewrap.status == 0, "\(rewrap.text)")
            try FileManager.default.removeItem(at: key)
            try FileManager.default.moveItem(at: new, to: key)
            for instance in instances {
                try await instance.process.start(at: instance.endpoint)
                _ = try await instance.auth.getSession(
                    GetSessionRequest(), options: Resident.options(try #require(ann.tokens)))
            }
        }
    }

    @Test func bothSayThatTheirDatabaseIsAwayAndComeBackByThemselves() async throws {
        let server = try await blocking { try PostgreSQLServer() }
        try await Self.withTwo(on: server) { _, instances, _ in
            let ann = try await instances[0].auth.signUp(Resident.form("ann"))
            func isServing(_ instance: Instance) async throws -> Bool {
                try await HealthServiceClient(instance.client).check(HealthCheckRequest()).status
                    == .serving
            }
            try await blocking { try server.kill() }
            for instance in instances {
                let error = await #expect(throws: RPCError.self) {
                    try await instance.auth.getSession(
                        GetSessionRequest(), options: Resident.options(try #require(ann.tokens)))
                }
                #expect(error?.code == .unavailable && error?.retryPause != nil)
                #expect(try await holds { try await !isServing(instance) })
                #expect(instance.process.isRunning)
            }
            try await blocking { try server.start() }
            for instance in instances {
                #expect(try await holds { try await isServing(instance) })
                _ = try await instance.auth.signIn(
                    SignInRequest(
                        email: Resident.form("ann").email, password: Resident.form("ann").password))
            }
        }
    }

    /// Whether Profile and both Auths accept an access token.
    private static func isAccepted(
        _ tokens: Tokens, _ profile: RetryingNetworkClient, _ instances: [Instance]
    ) async -> Bool {
        await answers(to: tokens, profile, instances) == [nil, nil, nil]
    }

    private static func isRefused(
        _ tokens: Tokens, _ profile: RetryingNetworkClient, _ instances: [Instance]
    ) async -> Bool {
        await answers(to: tokens, profile, instances)
            == [.unauthenticated, .unauthenticated, .unauthenticated]
    }

    private static func answers(
        to tokens: Tokens, _ profile: RetryingNetworkClient, _ instances: [Instance]
    ) async -> [StatusCode?] {
        func code(_ call: (CallOptions) async throws -> Void) async -> StatusCode? {
            do {
                try await call(Resident.options(tokens))
                return nil
            } catch {
                return (error as? RPCError)?.code ?? .internal
            }
        }
        var codes = [
            await code {
                _ = try await ProfileServiceClient(profile).listBlockedUsers(
                    ListBlockedUsersRequest(), options: $0)
            }
        ]
        for instance in instances {
            codes.append(
                await code {
                    _ = try await instance.auth.getSession(GetSessionRequest(), options: $0)
                })
        }
        return codes
    }

    /// The header of an access token, which names its key.
    private static func keyID(_ tokens: Tokens) -> Substring {
        tokens.accessToken.prefix { $0 != "." }
    }
}
