import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func disableUser(
        _ request: DisableUserRequest, context: CallContext
    ) async throws -> DisableUserResponse {
        let until = request.untilMs == 0 ? Int64.max : request.untilMs
        guard until > now else { throw RPCError.timeHasPassed }
        let isOperator = context.caller == .operator
        let end = until == .max ? "never" : "\(until)"
        let user = try await changeUser(
            request.userID, context, noting: ["user.disabled_until_ms": "\(end)"]
        ) { db, id, clock in
            guard try isOperator || !db.isLastAdmin(id, now: clock.now) else {
                throw RPCError.lastAdmin
            }
            try db.disable(id, until: until, now: clock.now)
        }
        return DisableUserResponse(user: user)
    }
}

extension RPCError {
    fileprivate static var timeHasPassed: RPCError {
        .violation(
            .invalidArgument, .fieldMalformed, field: "until_ms",
            "the time until which the account is to be disabled has passed; to lift a ban, enable it"
        )
    }
}
