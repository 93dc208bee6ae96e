import RollcallAPI
import RollcallRPC

extension AuthHandler {
    package func getSigningKeys(
        _ request: GetSigningKeysRequest, context: CallContext
    ) async throws -> GetSigningKeysResponse {
        try await GetSigningKeysResponse(keys: publishedKeys())
    }
}
