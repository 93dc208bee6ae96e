import ArgumentParser
import RollcallAPI

struct AdminUserRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "role",
        abstract: "Make an account an administrator, or an ordinary user.",
        discussion: """
            A new administrator has the role at the next sign-in, or when the access token is next \
            exchanged: within ten minutes, unless Auth was configured otherwise. An account that loses \
            the role is signed out everywhere.

            To name a new administrator by an e-mail address, the address must be verified, as anybody \
            can sign up with any address. The id of an account works without that.
            """)

    @OptionGroup var user: UserArgument

    @Argument(help: "user or admin.")
    var role: NamedRole

    func run() async throws {
        try await user.admin.run { session in
            var request = SetUserRoleRequest(
                userID: try await session.userID(user.key), role: role.role)
            if case .email(let email) = user.key { request.email = email }
            let response = try await session.auth.setUserRole(
                request, options: AdminSession.options)
            try session.say(response.user, "The account has the role \(role).")
        }
    }
}

enum NamedRole: String, ExpressibleByArgument, CaseIterable {
    case user, admin

    var role: Role {
        switch self {
        case .user: .user
        case .admin: .admin
        }
    }
}
