import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func disableUser(
        _ request: DisableUserRequest, context: CallContext
    ) async throws -> DisableUserResponse {
        let until = request.endsAtMs == 0 ? Int64.max : request.endsAtMs
        guard until > clock() else {
            throw RPCError.malformed(
                "ends_at_ms",
                "the time until which the account is to be disabled has passed; to lift a ban, "
                    + "enable it")
        }
        let end = until == .max ? "never" : "\(until)"
        let user = try await change(
            request.user, by: .disable(until: until), context,
            noting: ["user.disable_ends_at_ms": "\(end)"])
        return DisableUserResponse(user: user)
    }
}
