import RollcallAPI
import RollcallRPC

/// Gets service tokens of Auth.
package struct ServiceTokens: Sendable {
    private let auth: AuthServiceClient
    private let credential: String?

    /// - Parameters:
    ///   - auth: calls Auth.
    ///   - credential: what tokens are given for; without one, that Auth knows this process as a
    ///     service by its connection.
    package init(auth: any RPCClient, credential: String?) {
        self.auth = AuthServiceClient(auth)
        self.credential = credential
    }

    /// Asks for a token at each call that needs one, so that it is never an old one: such calls are
    /// few, and a stream needs a token when it is opened.
    package func token() async throws -> String {
        let options = CallOptions(timeout: .seconds(5))
        guard let credential else {
            return try await auth.getOwnServiceToken(
                GetOwnServiceTokenRequest(), options: options
            ).token
        }
        return try await auth.getServiceToken(
            GetServiceTokenRequest(credential: credential), options: options
        ).token
    }
}
