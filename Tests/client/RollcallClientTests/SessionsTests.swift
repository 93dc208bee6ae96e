import RollcallAPI
import RollcallClient
import RollcallRPC
import Testing

struct SessionsTests {
    private let deployment = Deployment()

    private var revoked: [String] { deployment.state.withLock { $0.revoked } }

    @Test func theListIsAuths() async throws {
        let sessions = try await deployment.session().sessions()
        #expect(sessions.map(\.sessionID) == ["session"])
    }

    @Test func theDeviceIsToldAtTheSignIn() async throws {
        let session = try deployment.session(store: InMemorySessionStore())
        try await session.signIn(
            email: "anna@example.org", password: "secret", deviceLabel: "phone",
            platform: "iOS 18", appVersion: "2.1")
        let request = deployment.state.withLock { $0.signIns.first }
        #expect(request?.deviceLabel == "phone")
        #expect(request?.platform == "iOS 18")
        #expect(request?.appVersion == "2.1")
    }

    @Test func anotherSessionIsRevokedAndThisOneKept() async throws {
        let store = InMemorySessionStore(.numbered(1))
        let session = try deployment.session(store: store)
        try await session.revokeSession("other")
        #expect(revoked == ["other"])
        #expect(await store.load() == .numbered(1))
    }

    @Test func revokingThisSessionForgetsIt() async throws {
        let store = InMemorySessionStore(.numbered(1))
        try await deployment.session(store: store).revokeSession("session")
        #expect(revoked == ["session"])
        #expect(await store.load() == nil)
    }

    @Test func revokingAllForgetsThisOne() async throws {
        let store = InMemorySessionStore(.numbered(1))
        let session = try deployment.session(store: store)
        try await session.revokeAllSessions()
        #expect(revoked == ["all"])
        #expect(await store.load() == nil)
        await #expect(throws: SessionError.notSignedIn) { try await session.sessions() }
    }

    @Test func aRevocationThatDoesNotReachAuthKeepsTheSession() async throws {
        let store = InMemorySessionStore(.numbered(1))
        let away = NetworkClient(.unix(path: "/nowhere/at/all"))
        let session = RollcallSession(auth: away, profile: away, presence: away, store: store)
        await #expect(throws: RPCError.self) { try await session.revokeAllSessions() }
        await #expect(throws: RPCError.self) { try await session.revokeSession("session") }
        #expect(await store.load() == .numbered(1))
    }
}
