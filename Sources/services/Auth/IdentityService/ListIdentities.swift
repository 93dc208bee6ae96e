import RollcallAPI
import RollcallRPC

extension IdentityHandler {
    package func listIdentities(
        _ request: ListIdentitiesRequest, context: CallContext
    ) async throws -> ListIdentitiesResponse {
        let (session, _) = try await callers.caller(of: context)
        let identities = try await store.identities(of: session.accountID)
        return ListIdentitiesResponse(identities: identities.map(message))
    }
}
