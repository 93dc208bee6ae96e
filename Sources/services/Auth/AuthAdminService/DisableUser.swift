import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func disableUser(
        _ request: DisableUserRequest, context: CallContext
    ) async throws -> DisableUserResponse {
        let until = request.untilMs == 0 ? Int64.max : request.untilMs
        guard until > clock() else {
            throw RPCError.malformed(
                "until_ms",
                "the time until which the account is to be disabled has passed; to lift a ban, "
                    + "enable it")
        }
        let end = until == .max ? "never" : "\(until)"
        let user = try await change(
            request.userID, by: .disable(until: until), context,
            noting: ["user.disabled_until_ms": "\(end)"])
        return DisableUserResponse(user: user)
    }
}
