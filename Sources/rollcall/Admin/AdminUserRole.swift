import ArgumentParser
import RollcallAPI

struct AdminUserRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "role",
        abstract: "Say what an account may do.",
        discussion: """
            Who becomes an administrator is one when their access token is next exchanged, within ten \
            minutes unless Auth was told otherwise, or at the next sign-in. Who no longer is one is \
            signed out everywhere.

            An administrator is named by an address only if somebody has proved to read what is sent to \
            it: anybody can sign up with any address. The id of an account needs no proof.
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
