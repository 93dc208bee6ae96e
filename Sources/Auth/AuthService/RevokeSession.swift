import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthHandler {
    package func revokeSession(
        _ request: RevokeSessionRequest, context: CallContext
    ) async throws -> RevokeSessionResponse {
        guard let id = UUIDv7(request.sessionID) else { throw RPCError.sessionNotFound }
        try await revoke(.one(id), context)
        return RevokeSessionResponse()
    }
}
