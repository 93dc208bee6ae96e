import RollcallAPI
import RollcallRPC

extension IdentityHandler {
    package func getSignInOptions(
        _ request: GetSignInOptionsRequest, context: CallContext
    ) async throws -> GetSignInOptionsResponse {
        GetSignInOptionsResponse(
            providers: identities.providers.map {
                IdentityProvider(
                    name: $0.configuration.name, title: $0.configuration.title,
                    hasAuthorizationURL: identities.hasPages($0))
            },
            mailsCodes: configuration.mailsSignInCodes,
            hasPasskeys: configuration.relyingParty != nil,
            hasAnonymousAccounts: configuration.allowsAnonymousAccounts)
    }
}
