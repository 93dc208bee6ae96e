import RollcallAPI
import RollcallClient
import RollcallRPC
import Testing

struct SignInTests {
    private let deployment = Deployment()

    @Test func aSignInIsKept() async throws {
        let store = InMemorySessionStore()
        let session = try deployment.session(store: store)
        await #expect(throws: SessionError.notSignedIn) { try await session.currentSession() }
        try await session.signIn(email: "anna@example.org", password: "secret")
        #expect(await store.load() == .numbered(1))
        #expect(try await session.currentSession().email == "anna@example.org")
    }

    @Test func theSessionThatWasKeptBeforeIsSignedOut() async throws {
        let session = try deployment.session()
        try await session.signIn(email: "anna@example.org", password: "secret")
        #expect(deployment.state.withLock { $0.signedOut } == ["Bearer access-1"])
    }

    @Test func theSessionThatWasKeptBeforeIsSignedOutThoughItsTokenHasExpired() async throws {
        let session = try deployment.session(expiresAtMs: 1) { 5 }
        try await session.signIn(email: "anna@example.org", password: "secret")
        #expect(deployment.state.withLock { $0.signedOut } == ["Bearer access-2"])
    }

    @Test func theSessionThatWasKeptBeforeIsSignedOutThoughItsTokenIsRefused() async throws {
        var kept = StoredSession.numbered(1)
        kept.accessToken = "forgotten"
        let session = try deployment.session(store: InMemorySessionStore(kept))
        try await session.signIn(email: "anna@example.org", password: "secret")
        #expect(deployment.state.withLock { $0.signedOut } == ["Bearer access-2"])
    }

    @Test func aSessionOfBeforeThatHasEndedKeepsNobodyFromSigningIn() async throws {
        deployment.state.withLock { $0.isEnded = true }
        let store = InMemorySessionStore(.numbered(7))
        let session = try deployment.session(store: store)
        try await session.signIn(email: "anna@example.org", password: "secret")
        #expect(await store.load() == .numbered(1))
    }

    @Test func aDeviceIsKnownAgainAfterSigningOut() async throws {
        let session = try deployment.session(store: InMemorySessionStore())
        try await session.signIn(email: "anna@example.org", password: "secret")
        try await session.signOut()
        try await session.signIn(email: "anna@example.org", password: "secret")
        let tokens = deployment.state.withLock { $0.signIns.map(\.deviceToken) }
        #expect(tokens == ["", "device"])
    }

    @Test func aDisplayNameSignsInAsWell() async throws {
        let session = try deployment.session(store: InMemorySessionStore())
        try await session.signIn(displayName: "anna", password: "secret")
        let request = deployment.state.withLock { $0.signIns.last }
        #expect(request?.displayName == "anna" && request?.email == "")
    }

    @Test func aSecondStepOpensTheSessionAsASignInDoes() async throws {
        let pending = PendingSignIn(token: "pending-1", expiresAtMs: 7, steps: [.mailedCode])
        deployment.state.withLock { $0.pending = pending }
        let store = InMemorySessionStore(.numbered(7))
        let session = try deployment.session(store: store)
        let required = await #expect(throws: SecondStepRequired.self) {
            try await session.signIn(email: "anna@example.org", password: "secret")
        }
        #expect(required?.pending == pending)
        #expect("\(try #require(required))".contains("pending-1") == false)
        // Neither the session of before nor its device token is touched until the step is done.
        #expect(await store.load() == .numbered(7))
        #expect(await store.loadDeviceToken() == nil)
        let wrong = await #expect(throws: RPCError.self) {
            try await session.continueSignIn(pending, by: .mailedCode("00000000"))
        }
        #expect(wrong?.reasons == [.codeWrong])
        #expect(await store.load() == .numbered(7))

        let opened = try await session.continueSignIn(pending, by: .mailedCode("12345678"))
        #expect(opened.email == "anna@example.org")
        #expect(await store.load() == .numbered(1))
        #expect(await store.loadDeviceToken() == "device")
        let tokens = deployment.state.withLock { $0.continuations.map(\.token) }
        #expect(tokens == ["pending-1", "pending-1"])
    }

    @Test func aSignUpMakesTheDeviceKnown() async throws {
        let store = InMemorySessionStore()
        try await deployment.session(store: store).signUp(
            email: "anna@example.org", password: "secret", displayName: "anna")
        #expect(await store.loadDeviceToken() == "device")
    }

    @Test(arguments: [StatusCode.unavailable, .deadlineExceeded])
    func aSignUpThatGotNoAnswerIsTriedAgainAsTheSame(_ absence: StatusCode) async throws {
        deployment.state.withLock { state in
            state.absence = absence
            state.absences = 2
        }
        let session = try deployment.session(store: InMemorySessionStore())
        try await session.signUp(
            email: "anna@example.org", password: "secret", displayName: "anna")
        let keys = deployment.state.withLock { $0.idempotencyKeys }
        #expect(keys.count == 3)
        #expect(Set(keys).count == 1)
        #expect(keys[0].count == 32)
    }

    @Test func aSignUpIsTheSameAsALaterOneWithItsKey() async throws {
        let session = try deployment.session(store: InMemorySessionStore())
        try await session.signUp(
            email: "anna@example.org", password: "secret", displayName: "anna",
            idempotencyKey: "sign-up-of-anna-1")
        #expect(deployment.state.withLock { $0.idempotencyKeys } == ["sign-up-of-anna-1"])
    }

    @Test func twoSignUpsAreNotTheSame() async throws {
        let session = try deployment.session(store: InMemorySessionStore())
        for name in ["anna", "bert"] {
            try await session.signUp(email: "a@example.org", password: "p", displayName: name)
        }
        #expect(Set(deployment.state.withLock { $0.idempotencyKeys }).count == 2)
    }

    @Test func aSignOutForgetsTheSession() async throws {
        let store = InMemorySessionStore(.numbered(1))
        let session = try deployment.session(store: store)
        try await session.signOut()
        #expect(await store.load() == nil)
        await #expect(throws: SessionError.notSignedIn) { try await session.signOut() }
    }

    @Test func aSignOutOfASessionThatHasEndedForgetsItToo() async throws {
        deployment.state.withLock { $0.isEnded = true }
        let store = InMemorySessionStore(.numbered(1))
        try await deployment.session(store: store).signOut()
        #expect(await store.load() == nil)
    }

    @Test func aSignOutThatDoesNotReachAuthKeepsTheSession() async throws {
        let store = InMemorySessionStore(.numbered(1))
        let away = NetworkClient(.unix(path: "/nowhere/at/all"))
        let session = RollcallSession(auth: away, profile: away, presence: away, store: store)
        await #expect(throws: RPCError.self) { try await session.signOut() }
        #expect(await store.load() == .numbered(1))
    }
}
