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
            request.userID, by: .setRole(role, foundBy: email(request)), context,
            noting: ["user.role": "\(role.rawValue)"])
        return SetUserRoleResponse(user: user)
    }

    /// The address by which the account was found, if it was by one.
    private func email(_ request: SetUserRoleRequest) throws -> EmailAddress? {
        guard !request.email.isEmpty else { return nil }
        guard let email = try? EmailAddress(request.email) else { throw RPCError.userNotFound }
        return email
    }
}
