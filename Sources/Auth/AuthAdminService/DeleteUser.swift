import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func deleteUser(
        _ request: DeleteUserRequest, context: CallContext
    ) async throws -> DeleteUserResponse {
        let (id, now) = (try userID(request.userID), now)
        let right: DeletionRight =
            context.caller == .operator ? .ofOperator : .ofAdministrator(now: now)
        let outcome = try await deletion.delete(id, by: right)
        switch outcome {
        case .done(let receipt):
            note(context, ["user.id": "\(id)"])
            return DeleteUserResponse(receipt: receipt.token.text)
        case .unknown: throw RPCError.userNotFound
        case .refused: throw RPCError.lastAdmin
        }
    }
}
