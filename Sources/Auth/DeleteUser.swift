import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func deleteUser(
        _ request: DeleteUserRequest, context: CallContext
    ) async throws -> DeleteUserResponse {
        let (id, now) = (try userID(request.userID), now)
        let isOperator = context.caller == .operator
        let outcome = try await deletion.delete(id) { db, _ in
            try isOperator || !db.isLastAdmin(id, now: now)
        }
        switch outcome {
        case .done(let receipt):
            note(context, ["user.id": "\(id)"])
            return DeleteUserResponse(receipt: receipt.token.text)
        case .unknown: throw RPCError.userNotFound
        case .refused: throw RPCError.lastAdmin
        }
    }
}
