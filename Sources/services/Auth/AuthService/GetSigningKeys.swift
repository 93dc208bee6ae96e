import RollcallAPI
import RollcallRPC

extension AuthHandler {
    func getSigningKeys(
        _ request: GetSigningKeysRequest, _ context: CallContext
    ) async throws -> GetSigningKeysResponse {
        GetSigningKeysResponse(keys: keys.publicKeys)
    }
}
