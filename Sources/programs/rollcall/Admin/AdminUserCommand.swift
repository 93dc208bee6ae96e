import ArgumentParser
import RollcallAPI

struct AdminUserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Accounts, by e-mail address, display name or id.",
        discussion: """
            JSON, for an account: {"created_at_ms","disabled_until_ms","display_name","email",\
            "email_verified","is_disabled","must_reset_password","role","session_count","user_id"}; \
            disabled_until_ms is null for one that is enabled, or disabled for good; display_name is \
            null for one without a profile, and when Profile does not answer.
            """,
        subcommands: [
            AdminUserShow.command, AdminUserList.command, AdminUserSessions.command,
            AdminUserDisable.command, AdminUserEnable.command, AdminUserForceReset.command,
            AdminUserRevokeSessions.command, AdminUserRole.command, AdminUserDelete.command,
        ])
}

/// The account that a command is about.
struct UserArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("An e-mail address, a display name or an id.", valueName: "user"))
    var key: UserKey
}

struct AdminUserShow: AdminAction {
    static let name = "show"
    static let abstract = "Show an account."

    @OptionGroup var user: UserArgument

    func run(_ session: AdminSession) async throws {
        let found = try await session.user(user.key)
        try session.output.say(found.json, text: found.text)
    }
}

struct AdminUserList: AdminList {
    static let name = "list"
    static let abstract = "List all accounts, the oldest first."

    func page(_ token: String, _ session: AdminSession) async throws -> ([UserSummary], String) {
        let page = try await session.auth.listUsers(
            ListUsersRequest(pageSize: 500, pageToken: token))
        return (page.users, page.nextPageToken)
    }
}

struct AdminUserSessions: AdminAction {
    static let name = "sessions"
    static let abstract = "Show an account's sessions, the last used first."
    static let discussion = "JSON: as session list prints it."

    @OptionGroup var user: UserArgument

    func run(_ session: AdminSession) async throws {
        let request = ListUserSessionsRequest(userID: try await session.userID(user.key))
        try session.output.say(await session.auth.listUserSessions(request).sessions)
    }
}

struct AdminUserEnable: AdminAction {
    static let name = "enable"
    static let abstract = "Enable a disabled account again."

    @OptionGroup var user: UserArgument

    func run(_ session: AdminSession) async throws {
        let request = EnableUserRequest(userID: try await session.userID(user.key))
        try session.say(await session.auth.enableUser(request).user, "The account is enabled.")
    }
}

struct AdminUserForceReset: AdminAction {
    static let name = "force-reset"
    static let abstract = "End an account's sessions, and require a new password."

    @OptionGroup var user: UserArgument

    func run(_ session: AdminSession) async throws {
        let request = ForcePasswordResetRequest(userID: try await session.userID(user.key))
        try session.say(
            await session.auth.forcePasswordReset(request).user,
            "The password must be replaced before anybody signs in.")
    }
}

struct AdminUserRevokeSessions: AdminAction {
    static let name = "revoke-sessions"
    static let abstract = "End an account's sessions."

    @OptionGroup var user: UserArgument

    func run(_ session: AdminSession) async throws {
        let request = RevokeUserSessionsRequest(userID: try await session.userID(user.key))
        try session.say(
            await session.auth.revokeUserSessions(request).user, "The sessions have ended.")
    }
}

struct AdminUserRole: AdminAction {
    static let name = "role"
    static let abstract = "Make an account an administrator, or an ordinary user."
    static let discussion = """
        A new administrator has the role at the next sign-in, or when the access token is next \
        exchanged: within ten minutes, unless Auth was configured otherwise. An account that loses \
        the role is signed out everywhere.

        To name a new administrator by an e-mail address, the address must be verified, as anybody \
        can sign up with any address. The id of an account works without that.
        """

    @OptionGroup var user: UserArgument

    @Argument(help: "user or admin.")
    var role: Role

    func run(_ session: AdminSession) async throws {
        var request = SetUserRoleRequest(userID: try await session.userID(user.key), role: role)
        if case .email(let email) = user.key { request.email = email }
        try session.say(
            await session.auth.setUserRole(request).user, "The account has the role \(role).")
    }
}

extension Role: WordArgument {
    static let choices: [Role] = [.user, .admin]
}

struct AdminUserDelete: AdminAction {
    static let name = "delete"
    static let abstract = "Delete an account, for good."
    static let discussion = """
        Its sessions end at once. Its profile, photo and presence are deleted as well. To read the \
        progress later, use the receipt: rollcall account receipt RECEIPT.

        JSON: {"deleted":true,"receipt"}
        """

    @OptionGroup var user: UserArgument
    @OptionGroup var confirmation: Confirmation

    func run(_ session: AdminSession) async throws {
        try confirmation.ask("Delete the account \(user.key.text), for good?")
        let request = DeleteUserRequest(userID: try await session.userID(user.key))
        let receipt = try await session.auth.deleteUser(request).receipt
        try session.output.say(
            ["deleted": true, "receipt": receipt],
            text: "The account is deleted. The receipt: \(receipt)")
    }
}
