import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func rotateSigningKey(
        _ request: RotateSigningKeyRequest, context: CallContext
    ) async throws -> RotateSigningKeyResponse {
        let keys = try await rotation.rotate(isWithdrawing: request.withdrawOthers)
        note(context)
        return RotateSigningKeyResponse(keys: summaries(keys))
    }
}
