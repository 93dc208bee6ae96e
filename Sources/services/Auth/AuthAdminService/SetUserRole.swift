import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func setUserRole(
        _ request: SetUserRoleRequest, context: CallContext
    ) async throws -> SetUserRoleResponse {
        guard [.user, .admin].contains(request.role) else {
            throw RPCError.missing("role", "say what the account may do")
        }
        let role: Account.Role = request.role == .admin ? .admin : .user
        let user = try await change(
            request.user, by: .setRole(role, foundBy: email(request.user)), context,
            noting: ["user.role": "\(role.rawValue)"])
        return SetUserRoleResponse(user: user)
    }

    /// The address by which the account was found, if it was by one.
    private func email(_ user: UserKey?) throws -> EmailAddress? {
        guard case .email(let text) = user?.key else { return nil }
        return try? EmailAddress(text)
    }
}
