import Foundation
import RollcallAPI
import RollcallRPC
import Testing

/// A session ends at Auth, and the other services know.
@Suite struct RevocationTests {
    /// Ann, with a session for each of two devices.
    private struct Ann {
        let cluster: Cluster
        let laptop: Tokens
        let phone: Tokens
        let phoneSession: String
        let userID: String

        init(_ cluster: Cluster) async throws {
            let auth = AuthServiceClient(cluster.client(.auth))
            let first = try await auth.signUp(
                SignUpRequest(
                    email: "ann@example.org", password: "correct horse", displayName: "ann",
                    idempotencyKey: "ann-0123456789abcdef"))
            let second = try await auth.signIn(
                SignInRequest(email: "ann@example.org", password: "correct horse"))
            self.cluster = cluster
            laptop = try #require(first.tokens)
            phone = try #require(second.tokens)
            phoneSession = try #require(second.session?.sessionID)
            userID = try #require(second.session?.userID)
        }

        /// How Profile and Presence refuse a token; `nil` where it is taken.
        func refusals(of tokens: Tokens) async throws -> [RPCError?] {
            let options = try CallOptions.authorized(tokens)
            return [
                await refusal {
                    _ = try await ProfileServiceClient(cluster.client(.profile)).getProfile(
                        GetProfileRequest(user: .name("ann")), options: options)
                },
                await refusal {
                    _ = try await PresenceServiceClient(cluster.client(.presence)).getPresence(
                        GetPresenceRequest(userIDs: [userID]), options: options)
                },
            ]
        }

        private func refusal(of call: () async throws -> Void) async -> RPCError? {
            do {
                try await call()
                return nil
            } catch {
                return error as? RPCError ?? RPCError(.unknown, "\(error)")
            }
        }
    }

    @Test func aRevokedSessionIsRefusedByProfileAndPresenceWithinASecond() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let ann = try await Ann(cluster)
        #expect(try await ann.refusals(of: ann.phone) == [nil, nil])
        let presence = PresenceServiceClient(cluster.client(.presence))
        let watch = try await presence.watch(
            WatchRequest(userIDs: [ann.userID]), options: .authorized(ann.phone))
        _ = try await watch.next()

        _ = try await AuthServiceClient(cluster.client(.auth)).revokeSession(
            RevokeSessionRequest(sessionID: ann.phoneSession), options: .authorized(ann.laptop))
        let revoked = ContinuousClock.now
        let isRefused = try await holds(within: .seconds(1)) {
            try await ann.refusals(of: ann.phone).allSatisfy { $0?.reasons == [.sessionEnded] }
        }
        #expect(isRefused, "\(cluster.logs)")
        let end = try await #require(throws: RPCError.self) {
            while try await watch.next() != nil {}
        }
        #expect(end.reasons == [.sessionEnded])
        #expect(revoked.duration(to: .now) < .seconds(2))
        #expect(try await ann.refusals(of: ann.laptop) == [nil, nil])
    }

    enum Removal: CaseIterable {
        case disabled, deleted
    }

    @Test(arguments: Removal.allCases)
    func whoMayNotComeAnyMoreIsRefusedByProfileAndPresenceWithinASecond(
        removal: Removal
    ) async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let ann = try await Ann(cluster)
        #expect(try await ann.refusals(of: ann.phone) == [nil, nil])
        #expect(try await ann.refusals(of: ann.laptop) == [nil, nil])
        let admin = AuthAdminServiceClient(cluster.client(.auth))
        switch removal {
        case .disabled: _ = try await admin.disableUser(DisableUserRequest(user: .id(ann.userID)))
        case .deleted: _ = try await admin.deleteUser(DeleteUserRequest(user: .id(ann.userID)))
        }
        let areRefused = try await holds(within: .seconds(1)) {
            let refusals = try await ann.refusals(of: ann.phone) + ann.refusals(of: ann.laptop)
            return refusals.allSatisfy { $0?.reasons == [.sessionEnded] }
        }
        #expect(areRefused, "\(cluster.logs)")
    }

    enum SessionEnd: CaseIterable {
        case signedOut, revoked, disabled, deleted
    }

    // A23
    @Test(arguments: SessionEnd.allCases)
    func whoseSessionEndsIsOfflineForWatchersWithinASecond(end: SessionEnd) async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let ann = try await Ann(cluster)
        let bob = try await Resident("bob", at: cluster.endpoint(.auth), cluster.spool)
        defer { bob.leave() }
        let presence = PresenceServiceClient(cluster.client(.presence))
        _ = try await presence.goOnline(
            GoOnlineRequest(deviceID: "phone", leaseMs: 300_000), options: .authorized(ann.phone))
        let watch = try await eventually {
            try await presence.watch(WatchRequest(userIDs: [ann.userID]), options: bob.options())
        }
        guard case .snapshot(let before)? = try await watch.next()?.update else {
            Issue.record("no snapshot")
            return
        }
        #expect(before.presences.map(\.state) == [.online])

        let auth = AuthServiceClient(cluster.client(.auth))
        let admin = AuthAdminServiceClient(cluster.client(.auth))
        let asked = ContinuousClock.now
        switch end {
        case .signedOut:
            _ = try await auth.signOut(SignOutRequest(), options: .authorized(ann.phone))
        case .revoked:
            _ = try await auth.revokeSession(
                RevokeSessionRequest(sessionID: ann.phoneSession), options: .authorized(ann.laptop))
        case .disabled: _ = try await admin.disableUser(DisableUserRequest(user: .id(ann.userID)))
        case .deleted: _ = try await admin.deleteUser(DeleteUserRequest(user: .id(ann.userID)))
        }
        guard case .changes(let after)? = try await watch.next()?.update else {
            Issue.record("no change")
            return
        }
        #expect(after.presences.map(\.state) == [.offline])
        #expect(asked.duration(to: .now) < .seconds(1), "\(cluster.logs)")
    }

    @Test func aSessionThatIsRevokedWhilePresenceIsDownIsOfflineFromItsStart() async throws {
        let cluster = try Cluster()
        try await cluster.startAll()
        let ann = try await Ann(cluster)
        _ = try await PresenceServiceClient(cluster.client(.presence)).goOnline(
            GoOnlineRequest(deviceID: "phone", leaseMs: 300_000), options: .authorized(ann.phone))
        func state() async throws -> PresenceState? {
            try await eventually {
                try await PresenceServiceClient(cluster.client(.presence)).getPresence(
                    GetPresenceRequest(userIDs: [ann.userID]), options: .authorized(ann.laptop))
            }.presences.first?.state
        }
        #expect(try await state() == .online)
        cluster[.presence].stop()
        _ = try await AuthServiceClient(cluster.client(.auth)).revokeSession(
            RevokeSessionRequest(sessionID: ann.phoneSession), options: .authorized(ann.laptop))
        try await cluster.start(.presence)
        // Presence answers no caller before it knows the revocations.
        #expect(try await state() == .offline)
    }

    @Test func withoutAuthTheServicesSaySoAndThenRefuseUntilItIsBack() async throws {
        let cluster = try Cluster(verifierArguments: ["--revocation-bound", "3"])
        try await cluster.startAll()
        let ann = try await Ann(cluster)
        #expect(try await ann.refusals(of: ann.laptop) == [nil, nil])

        cluster[.auth].kill()
        let saySo = try await holds(within: .seconds(2)) {
            try await cluster.health("rollcall.revocations") == [.notServing, .notServing]
        }
        #expect(saySo)
        #expect(try await cluster.health("") == [.serving, .serving])
        #expect(try await ann.refusals(of: ann.laptop) == [nil, nil])
        let areClosed = try await holds(within: .seconds(5)) {
            try await ann.refusals(of: ann.laptop).allSatisfy { $0?.code == .unavailable }
        }
        #expect(areClosed)
        let areDown = try await holds(within: .seconds(2)) {
            try await cluster.health("") == [.notServing, .notServing]
        }
        #expect(areDown)

        try await cluster.start(.auth)
        let areBack = try await holds(within: .seconds(5)) {
            try await ann.refusals(of: ann.laptop) == [nil, nil]
        }
        #expect(areBack, "\(cluster.logs)")
        let saySoAgain = try await holds(within: .seconds(2)) {
            let health = try await (cluster.health(""), cluster.health("rollcall.revocations"))
            return health == ([.serving, .serving], [.serving, .serving])
        }
        #expect(saySoAgain)
    }

    @Test func anOpenWatchEndsWhenPresenceNoLongerKnowsWhoseSessionGoesOn() async throws {
        let cluster = try Cluster(verifierArguments: ["--revocation-bound", "6"])
        try await cluster.startAll()
        let ann = try await Ann(cluster)
        let presence = PresenceServiceClient(cluster.client(.presence))
        var options = try CallOptions.authorized(ann.laptop)
        options.timeout = .seconds(20)
        let watch = try await presence.watch(
            WatchRequest(userIDs: [ann.userID]), options: options)
        let cursor = try await watch.next()?.cursor

        cluster[.auth].kill()
        let end = try await #require(throws: RPCError.self) {
            while try await watch.next() != nil {}
        }
        #expect(end.code == .unavailable, "\(cluster.logs)")

        try await cluster.start(.auth)
        let isBack = try await holds(within: .seconds(5)) {
            try await ann.refusals(of: ann.laptop) == [nil, nil]
        }
        #expect(isBack, "\(cluster.logs)")
        let resumed = try await presence.watch(
            WatchRequest(userIDs: [ann.userID], cursor: cursor), options: options)
        let first = try await resumed.next()
        #expect(first?.update == .changes(PresenceList()))
    }

    @Test(arguments: ["rollcall-profile", "rollcall-presence"])
    func aServiceThatAuthWouldNotKnowSaysSoAtTheStart(name: String) async throws {
        let cluster = try Cluster()
        let output = try await run(
            Products.directory.appending(path: name).path,
            [
                "--data", cluster.directory.appending(path: name).path,
                "--listen", "unix:\(cluster.directory.path)/s", "--auth", "127.0.0.1:4710",
            ])
        #expect(output.status == 64)
        #expect(output.text.split(separator: "\n").count == 1, "\(output.text)")
        for way in ["--auth unix:", "--auth-credential", "--tls-client-certificate"] {
            #expect(output.text.contains(way))
        }
    }
}

extension Cluster {
    /// What Profile and Presence say of something.
    fileprivate func health(_ service: String) async throws -> [ServingStatus] {
        var answers: [ServingStatus] = []
        for daemon in [Service.profile, .presence] {
            let health = HealthServiceClient(client(daemon))
            answers.append(try await health.check(HealthCheckRequest(service: service)).status)
        }
        return answers
    }
}

extension CallOptions {
    fileprivate static func authorized(_ tokens: Tokens) throws -> CallOptions {
        var options = CallOptions(timeout: .seconds(5))
        try options.metadata.add("authorization", text: "Bearer \(tokens.accessToken)")
        return options
    }
}
