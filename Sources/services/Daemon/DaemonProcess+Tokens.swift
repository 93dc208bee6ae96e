import AccessTokens
import Introspection
import RollcallRPC
import RollcallRPCPolicies

/// How a daemon that is not Auth knows its callers.
extension DaemonProcess {
    /// What stands in the health for the revocations that Auth tells of.
    private static let revocations = "rollcall.revocations"

    /// Verifies the tokens of this process's callers, while `follow` runs beside the server.
    ///
    /// - Throws: `Failure` if Auth could not know this process as a service, or the credential
    ///   cannot be read.
    package func tokenVerifier(_ options: VerifierOptions) throws -> TokenVerifier {
        try options.checkAuthKnowsUs(by: self.options.tls)
        note(.starting)
        var configuration = options.configuration
        configuration.deployment = "\(self.options.deployment)"
        return try TokenVerifier(
            auth: try client(of: options.auth), credential: options.credential(),
            configuration: configuration, logger: logger)
    }

    /// A client of another service than Auth, which shows a service token. Auth gives the token for
    /// the credential, or because it knows this process by its connection.
    ///
    /// - Parameter verifier: of this process; its connection to Auth is used for this, too.
    /// - Throws: `Failure`, when the credential cannot be read.
    package func client(
        of endpoints: [Endpoint], asServiceKnownBy options: VerifierOptions,
        _ verifier: TokenVerifier
    ) throws -> any RPCClient {
        let tokens = ServiceTokens(auth: verifier.auth, credential: try options.credential())
        return try client(of: endpoints).intercepted(by: BearerToken { try await tokens.token() })
    }

    /// Follows the revocations until it is cancelled, and says in the health of the process how
    /// that is going.
    ///
    /// - Parameters:
    ///   - onRevoked: ends what still runs for the sessions that have ended.
    ///   - onUnknown: ends what still runs for any session. Called once calls are refused, as it is
    ///     not known which sessions have ended.
    package func follow(
        _ verifier: TokenVerifier,
        onRevoked: @escaping @Sendable (EndedSessions) -> Void = { _ in },
        onUnknown: @escaping @Sendable () -> Void = {}
    ) async {
        await verifier.run(onRevoked: onRevoked) { known in
            note(known)
            if !known.answersCalls { onUnknown() }
        }
    }

    private func note(_ known: TokenVerifier.Health) {
        let (status, sentence) = known.dependency
        health.set(status, ofDependency: Self.revocations, because: sentence)
    }
}

extension TokenVerifier.Health {
    /// Its status as a dependency, and what is wrong, for a person.
    fileprivate var dependency: (HealthStatus.DependencyStatus, sentence: String) {
        switch self {
        case .current: (.good, "")
        case .lost:
            (.impaired, "Auth is unreachable, so the service does not learn which sessions end now")
        case .starting:
            (.missing, "Auth has not been reached yet, or refuses this service: no token is good")
        case .unknown:
            (.missing, "Auth was away for so long that nobody knows which sessions have ended")
        }
    }
}
