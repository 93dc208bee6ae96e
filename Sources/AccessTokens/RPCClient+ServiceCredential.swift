import RollcallAPI
import RollcallRPC

extension RPCClient {
    /// The same client of Auth, whose calls that are for services show a service token.
    func asService(of credential: String) -> any RPCClient {
        showingServiceToken(of: self, for: credential)
    }

    /// The same client of any service, whose calls that are for services show a service token.
    ///
    /// A token is asked for at each of them, so that it is never an old one: they are few, and a stream
    /// needs one when it is opened.
    ///
    /// - Parameters:
    ///   - auth: calls Auth.
    ///   - credential: what the token is given for; without one, that Auth knows this process as a
    ///     service by its connection.
    package func showingServiceToken(
        of auth: any RPCClient, for credential: String?
    ) -> any RPCClient {
        let auth = AuthServiceClient(auth)
        let options = CallOptions(timeout: .seconds(5))
        return intercepted(
            by: BearerToken {
                guard let credential else {
                    return try await auth.getOwnServiceToken(
                        GetOwnServiceTokenRequest(), options: options
                    ).token
                }
                return try await auth.getServiceToken(
                    GetServiceTokenRequest(credential: credential), options: options
                ).token
            })
    }
}
