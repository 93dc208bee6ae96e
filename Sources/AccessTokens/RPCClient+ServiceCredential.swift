import RollcallAPI
import RollcallRPC

extension RPCClient {
    /// The same client of Auth, whose calls that are for services show a service token.
    ///
    /// The credential is exchanged at each of them, so that a token is never an old one: they are
    /// few, and a stream needs one when it is opened.
    func asService(of credential: String) -> any RPCClient {
        let auth = AuthServiceClient(self)
        return intercepted(
            by: BearerToken {
                let request = GetServiceTokenRequest(credential: credential)
                let options = CallOptions(timeout: .seconds(5))
                return try await auth.getServiceToken(request, options: options).token
            })
    }
}
