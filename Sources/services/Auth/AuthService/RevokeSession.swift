import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension SessionHandler {
    func revokeSession(
        _ request: RevokeSessionRequest, _ context: CallContext
    ) async throws -> RevokeSessionResponse {
        guard let id = UUIDv7(request.sessionID) else { throw RPCError.sessionNotFound }
        try await revoke(.one(id), context)
        return RevokeSessionResponse()
    }
}
