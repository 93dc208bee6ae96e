import RollcallAPI
import RollcallRPC

extension SigningKeyHandler {
    func rotateSigningKey(
        _ request: RotateSigningKeyRequest, _ context: CallContext
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
