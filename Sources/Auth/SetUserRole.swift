import GRDB
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthAdminHandler {
    package func setUserRole(
        _ request: SetUserRoleRequest, context: CallContext
    ) async throws -> SetUserRoleResponse {
        guard let role = Account.Role(request.role) else {
            throw RPCError.fieldMissing("role", "say what the account may do")
        }
        let isOperator = context.caller == .operator
        let email = try email(request)
        let user = try await changeUser(
            request.userID, context, noting: ["user.role": "\(role.rawValue)"]
        ) { db, id, clock in
            if let email { try db.check(email, of: id, for: role) }
            if role != .admin, !isOperator, try db.isLastAdmin(id, now: clock.now) {
                throw RPCError.lastAdmin
            }
            try db.setRole(role, of: id, now: clock.now)
        }
        return SetUserRoleResponse(user: user)
    }

    /// The address by which the account was found, if it was by one.
    private func email(_ request: SetUserRoleRequest) throws -> EmailAddress? {
        guard !request.email.isEmpty else { return nil }
        guard let email = try? EmailAddress(request.email) else { throw RPCError.userNotFound }
        return email
    }
}

extension Database {
    /// Anybody can sign up with anybody's address: as long as nobody has proved to read it, it names
    /// no administrator.
    fileprivate func check(_ email: EmailAddress, of id: UUIDv7, for role: Account.Role) throws {
        guard let account = try account(id), account.canonicalEmail == email.canonical else {
            throw RPCError.userNotFound
        }
        guard role != .admin || account.emailVerifiedAt != nil else {
            throw RPCError.violation(
                .failedPrecondition, .emailNotVerified, field: "email",
                "nobody has proved to read what is sent to the address; name the account by its id")
        }
    }
}

extension Account.Role {
    fileprivate init?(_ role: Role) {
        switch role {
        case .user: self = .user
        case .admin: self = .admin
        default: return nil
        }
    }
}
