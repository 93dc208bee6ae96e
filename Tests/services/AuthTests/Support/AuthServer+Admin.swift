import RollcallAPI
import RollcallRPC

@testable import Auth

/// What the tests of `AuthAdminService` have in common.
extension AuthServer {
    var asOperator: AuthAdminServiceClient { auth.asOperator }
    var admin: AuthAdminServiceClient { auth.admin }

    /// A new account and its tokens.
    func newUser(_ name: String) async throws -> SignUpResponse {
        try await client.signUp(.anna(email: "\(name)@example.com", name: name))
    }

    /// A new administrator's tokens.
    func newAdmin(_ name: String) async throws -> SignUpResponse {
        let user = try await newUser(name)
        _ = try await asOperator.setUserRole(
            SetUserRoleRequest(user: .id(user.id), role: .admin))
        return SignUpResponse(
            session: user.session,
            tokens: try await client.refresh(
                RefreshRequest(refreshToken: user.tokens?.refreshToken ?? "")
            ).tokens)
    }

    func signIn(as name: String) async throws -> SignInResponse {
        try await client.signIn(
            SignInRequest(email: "\(name)@example.com", password: "correct horse"))
    }

    /// The accounts that are found, in order: their names, and what was done.
    @discardableResult
    func find(_ request: FindUsersRequest) async throws -> [String] {
        var found: [String] = []
        let parts = try await asOperator.findUsers(request)
        while let part = try await parts.next()?.part {
            if case .user(let user) = part { found.append("\(user.displayName) \(user.outcome)") }
        }
        return found
    }

    func user(_ id: String) async throws -> UserSummary? {
        try await asOperator.getUser(GetUserRequest(user: .id(id))).user
    }
}

extension SignUpResponse {
    var id: String { session?.userID ?? "" }
}
