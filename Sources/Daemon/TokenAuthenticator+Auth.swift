import AccessTokens
import RollcallAPI

extension TokenAuthenticator {
    /// The authenticator of a service that verifies tokens with the keys that Auth hands out.
    ///
    /// - Parameter clock: milliseconds since 1970-01-01 UTC.
    package init(auth: AuthServiceClient, clock: @escaping @Sendable () -> Int64) {
        let keys = SigningKeyCache(client: auth, clock: clock)
        self.init(verifier: AccessTokenVerifier(keys: keys, clock: clock))
    }
}
