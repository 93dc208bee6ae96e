import Logging
import RollcallAPI
import RollcallRPC
import Synchronization
import TestServers
import TestSupport
import Testing

@testable import AccessTokens

/// Auth answers callers with a token that a credential was exchanged for.
@Suite struct ServiceCredentialTests {
    private final class Exchange: Authenticator {
        private let count = Mutex(0)

        func answer(_ request: GetServiceTokenRequest) throws -> GetServiceTokenResponse {
            guard request.credential == "rcs1_right" else {
                throw RPCError.violation(.unauthenticated, .serviceCredentialInvalid, "no")
            }
            return count.withLock { count in
                count += 1
                return GetServiceTokenResponse(token: "token-\(count)")
            }
        }

        /// The newest one alone is good.
        func authenticate(_ context: CallContext) -> Caller {
            let newest = "Bearer token-\(count.withLock { $0 })"
            return context.metadata[text: "authorization"] == newest ? .service("x") : .anonymous
        }
    }

    private func verifier(_ auth: ScriptedAuth, credential: String?) throws -> TokenVerifier {
        let exchange = Exchange()
        let server = try TestServer(authenticator: exchange) { router in
            auth.add(to: &router)
            router.unary(AuthServiceMethods.getServiceToken) { request, _ in
                try exchange.answer(request)
            }
        }
        var configuration = TokenVerifier.Configuration()
        configuration.pace = .quick
        return TokenVerifier(
            auth: server.connection, credential: credential, configuration: configuration,
            logger: .quiet)
    }

    @Test func aCredentialIsExchangedForEachStream() async throws {
        let auth = ScriptedAuth(keys: [])
        let verifier = try verifier(auth, credential: "rcs1_right")
        let work = Task { await verifier.run() }
        defer { work.cancel() }
        try await eventually { verifier.health == .current }
        auth.close()
        try await eventually { auth.cursors.count == 2 }
        try await eventually { verifier.health == .current }
    }

    @Test(arguments: [nil, "rcs1_wrong"])
    func withoutTheRightOneNothingIsFollowed(credential: String?) async throws {
        let auth = ScriptedAuth(keys: [])
        let verifier = try verifier(auth, credential: credential)
        let work = Task { await verifier.run() }
        defer { work.cancel() }
        #expect(try await remains(for: .milliseconds(100)) { auth.cursors.isEmpty })
        #expect(verifier.health == .starting)
    }
}
