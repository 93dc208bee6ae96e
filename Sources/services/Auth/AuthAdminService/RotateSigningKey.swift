import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func rotateSigningKey(
        _ request: RotateSigningKeyRequest, context: CallContext
    ) async throws -> RotateSigningKeyResponse {
        let keys = try await rotation.rotate(isWithdrawing: request.withdrawOthers)
        log.note(
            context,
            [
                "keys.withdrawn": "\(request.withdrawOthers)",
                "keys.ids": "\(keys.map(\.id))",
            ])
        return RotateSigningKeyResponse(keys: summaries(keys))
    }
}
