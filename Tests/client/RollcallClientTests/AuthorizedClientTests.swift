import RollcallAPI
import RollcallClient
import RollcallRPC
import TestServers
import Testing

/// What the access token is sent along with.
@Suite struct AuthorizedClientTests {
    /// Answers whom it takes the caller for: nobody is `""`.
    private static let whoAmI = Method<GetProfileRequest, GetProfileResponse>(
        service: "rollcall.test.v1.Callers", name: "WhoAmI", kind: .unary, access: .anyoneOrUser)

    /// Like the double of Auth, but lets in who shows no token.
    private struct Doorkeeper: Authenticator {
        let auth: AuthDouble

        func authenticate(_ context: CallContext) async throws -> Caller {
            guard context.metadata[text: "authorization"] != nil else { return .anonymous }
            return try await auth.authenticate(context)
        }
    }

    private func caller(_ deployment: Deployment, _ stored: StoredSession?) async throws -> String {
        let doorkeeper = Doorkeeper(auth: AuthDouble(deployment: deployment))
        let server = try TestServer(authenticator: doorkeeper) { router in
            router.unary(Self.whoAmI) { _, context in
                let user = try? context.user.userID
                return GetProfileResponse(profile: Profile(userID: user ?? ""))
            }
        }
        let session = try deployment.session(store: InMemorySessionStore(stored))
        let client = session.authorizing(server.connection)
        let answer = try await client.unary(Self.whoAmI, GetProfileRequest(), CallOptions())
        return answer.profile?.userID ?? ""
    }

    @Test func whoIsSignedInIsKnownWhereAnyoneMayCall() async throws {
        #expect(try await caller(Deployment(), .numbered(1)) == "user")
    }

    @Test func whoIsNotSignedInCallsAsAStranger() async throws {
        #expect(try await caller(Deployment(), nil) == "")
    }

    @Test func aTokenThatIsRefusedIsExchanged() async throws {
        let deployment = Deployment()
        deployment.state.withLock { $0.number = 2 }
        let session = StoredSession(
            sessionID: "session", userID: "user", accessToken: "access-1",
            accessTokenExpiresAtMs: .max, refreshToken: "refresh-2")
        #expect(try await caller(deployment, session) == "user")
        #expect(deployment.state.withLock { $0.refreshes } == 1)
    }

    /// Its token may be stale, or refused though it is not.
    @Test(arguments: [0, Int64.max])
    func whoseSessionHasEndedCallsAsAStranger(_ expiresAtMs: Int64) async throws {
        let deployment = Deployment()
        deployment.state.withLock { $0.isEnded = true }
        #expect(try await caller(deployment, .numbered(1, expiresAtMs: expiresAtMs)) == "")
    }
}
