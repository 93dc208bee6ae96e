import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func disableUser(
        _ request: DisableUserRequest, context: CallContext
    ) async throws -> DisableUserResponse {
        let until = request.untilMs == 0 ? Int64.max : request.untilMs
        let isOperator = context.caller == .operator
        let user = try await changeUser(request.userID, context) { db, id, clock in
            guard until > clock.now else { return try db.enable(id) }
            guard try isOperator || !db.isLastAdmin(id, now: clock.now) else {
                throw RPCError.lastAdmin
            }
            try db.disable(id, until: until, now: clock.now)
        }
        return DisableUserResponse(user: user)
    }
}
