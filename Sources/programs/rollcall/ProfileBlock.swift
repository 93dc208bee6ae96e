import ArgumentParser
import RollcallAPI

/// Whom a command blocks, or blocks no more.
struct BlockOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("A display name or an id.", valueName: "user"))
    var user: UserKey

    func validate() throws {
        _ = try user.profileKey
    }
}

struct ProfileBlock: UserAction {
    static let name = "block"
    static let abstract = "Block a user: neither of you finds the other any more."
    static let discussion = """
        The other user is not told.

        JSON: {"blocked"}
        """

    @OptionGroup var options: BlockOptions

    var subject: String? { options.user.text }

    func run(_ command: Command) async throws {
        _ = try await command.rollcall.profile.blockUser(
            BlockUserRequest(user: options.user.profileKey))
        try command.output.say(["blocked": true], text: "\(options.user.text) is blocked.")
    }
}

struct ProfileUnblock: UserAction {
    static let name = "unblock"
    static let abstract = "Unblock a user."
    static let discussion = #"JSON: {"blocked"}"#

    @OptionGroup var options: BlockOptions

    var subject: String? { options.user.text }

    func run(_ command: Command) async throws {
        _ = try await command.rollcall.profile.unblockUser(
            UnblockUserRequest(user: options.user.profileKey))
        try command.output.say(["blocked": false], text: "\(options.user.text) is not blocked.")
    }
}

struct ProfileBlocked: UserAction {
    static let name = "blocked"
    static let abstract = "List the users whom you have blocked."
    static let discussion = """
        JSON, for each: {"display_name","user_id"}; display_name is null for a user without one.
        """

    func run(_ command: Command) async throws {
        var after = ""
        repeat {
            let page = try await command.rollcall.profile.listBlockedUsers(
                ListBlockedUsersRequest(after: after))
            for user in page.users {
                try command.output.say(
                    ["user_id": user.userID, "display_name": user.displayName.orNull],
                    text: "\(user.displayName)  \(user.userID)")
            }
            after = page.hasMore ? page.users.last?.userID ?? "" : ""
        } while !after.isEmpty
    }
}
