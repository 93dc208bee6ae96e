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

extension RPCError {
    static var sessionNotFound: RPCError {
        .violation(
            .notFound, .sessionNotFound, field: "session_id", "you have no session of this id")
    }
}
