import RollcallAPI
import RollcallClient
import RollcallRPC
import Synchronization
import Testing

struct RefreshTests {
    private let deployment = Deployment()

    private var refreshes: Int { deployment.state.withLock { $0.refreshes } }

    @Test func aValidTokenIsSentAlongAsItIs() async throws {
        let session = try deployment.session()
        #expect(try await session.currentSession().userID == "user")
        #expect(refreshes == 0)
    }

    @Test func aTokenThatIsAboutToExpireIsExchangedFirst() async throws {
        let session = try deployment.session(expiresAtMs: 100_000) { 70_000 }
        _ = try await session.currentSession()
        #expect(refreshes == 1)
    }

    @Test func aTokenThatHasTimeLeftIsNotExchanged() async throws {
        let session = try deployment.session(expiresAtMs: 100_000) { 69_999 }
        _ = try await session.currentSession()
        #expect(refreshes == 0)
    }

    /// A token's end is a time at Auth: the device's clock may show any other.
    @Test(arguments: [570_000, -570_000, 86_400_000] as [Int64])
    func aDeviceWithAWrongClockExchangesATokenWhenItEnds(lead: Int64) async throws {
        let clock = Mutex<Int64>(1_800_000_000_000)
        deployment.state.withLock { $0.authTime = clock.withLock { $0 } }
        let store = InMemorySessionStore()
        let session = try deployment.session(store: store) { clock.withLock { $0 } + lead }
        try await session.signIn(email: "anna@example.org", password: "correct horse")
        for _ in 0..<3 { _ = try await session.currentSession() }
        clock.withLock { $0 += 569_999 }
        _ = try await session.currentSession()
        #expect(refreshes == 0)
        // Also after a restart of the app.
        let next = try deployment.session(store: store) { clock.withLock { $0 } + lead }
        _ = try await next.currentSession()
        #expect(refreshes == 0)
        #expect(try await next.serverTime() == clock.withLock { $0 })
        clock.withLock { $0 += 1 }
        deployment.state.withLock { $0.authTime = clock.withLock { $0 } }
        for _ in 0..<3 { _ = try await next.currentSession() }
        #expect(refreshes == 1)
    }

    @Test func callsThatAreRefusedAtTheSameTimeShareOneRefresh() async throws {
        let store = InMemorySessionStore(
            StoredSession(
                sessionID: "session", userID: "user", accessToken: "forgotten",
                accessTokenExpiresAtMs: .max, refreshToken: "refresh-1"))
        let session = try deployment.session(store: store)
        try await withThrowingTaskGroup { group in
            for _ in 0..<50 { group.addTask { _ = try await session.currentSession() } }
            try await group.waitForAll()
        }
        #expect(refreshes == 1)
        #expect(await store.load()?.refreshToken == "refresh-2")
    }

    @Test func clientsThatShareAStoreShareTheRefresh() async throws {
        let store = InMemorySessionStore(.numbered(1, expiresAtMs: 1))
        let sessions = try (0..<8).map { _ in try deployment.session(store: store) { 5 } }
        try await withThrowingTaskGroup { group in
            for session in sessions { group.addTask { _ = try await session.currentSession() } }
            try await group.waitForAll()
        }
        #expect(refreshes == 1)
    }

    @Test func aRefusedRefreshSignsOutHere() async throws {
        deployment.state.withLock { $0.isEnded = true }
        let store = InMemorySessionStore(.numbered(1))
        let session = try deployment.session(store: store)
        await #expect(throws: SessionError.ended) { try await session.currentSession() }
        await #expect(throws: SessionError.notSignedIn) { try await session.currentSession() }
        #expect(await store.load() == nil)
    }

    @Test func aRefreshThatGotNoAnswerKeepsTheSession() async throws {
        let store = InMemorySessionStore(.numbered(1, expiresAtMs: 1))
        let away = NetworkClient(.unix(path: "/nowhere/at/all"))
        let session = RollcallSession(auth: away, profile: away, presence: away, store: store) { 5 }
        await #expect {
            try await session.currentSession()
        } throws: {
            ($0 as? RPCError)?.code == .unavailable
        }
        #expect(await store.load() == .numbered(1, expiresAtMs: 1))
    }

    @Test func aCallThatStreamsIsMadeOnceMoreWithAFreshToken() async throws {
        let store = InMemorySessionStore(.numbered(1))
        let session = try deployment.session(store: store)
        deployment.state.withLock { $0.number = 7 }
        try await store.update { $0?.refreshToken = "refresh-7" }
        let first = try await session.retryingWhenRefused {
            try await session.presence.watch(WatchRequest(userIDs: ["user"])).next()
        }
        #expect(first?.cursor == PresenceCursor(epoch: 1, version: 1))
        #expect(refreshes == 1)
    }

    @Test func aServiceOnAnotherMachineIsNotCalledWithoutTLS() async throws {
        var endpoints = RollcallSession.Endpoints()
        endpoints.auth = .tcp(host: "192.0.2.1", port: 4710)
        let session = RollcallSession(
            endpoints: endpoints, store: InMemorySessionStore(.numbered(1)))
        await #expect {
            try await session.currentSession()
        } throws: {
            ($0 as? RPCError)?.code == .failedPrecondition
        }
        session.close()
    }

    @Test func theTokensDoNotShowInADescription() {
        let session = StoredSession.numbered(1)
        var dumped = ""
        dump(session, to: &dumped)
        for text in ["\(session)", String(reflecting: session), dumped] {
            #expect(!text.contains("access-1") && !text.contains("refresh-1"))
        }
    }
}
