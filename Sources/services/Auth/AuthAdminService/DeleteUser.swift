import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func deleteUser(
        _ request: DeleteUserRequest, context: CallContext
    ) async throws -> DeleteUserResponse {
        let id = try await userID(request.user, context)
        let right: DeletionRight =
            context.caller == .operator ? .ofOperator : .ofAdministrator(now: clock())
        let outcome = try await deletion.delete(id, by: right)
        switch outcome {
        case .done(let receipt):
            log.note(context, ["user.id": "\(id)"])
            return DeleteUserResponse(receipt: receipt.token.text)
        case .unknown: throw RPCError.userNotFound
        case .refused: throw RPCError.lastAdmin
        }
    }
}
