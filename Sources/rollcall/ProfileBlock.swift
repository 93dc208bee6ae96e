import ArgumentParser
import RollcallAPI

/// Whom a command blocks, or blocks no more.
struct BlockOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("A display name or an id.", valueName: "user"))
    var user: UserKey

    @OptionGroup var common: CommonOptions

    func validate() throws {
        _ = try user.profileKey
    }
}

struct ProfileBlock: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "block", abstract: "Block a user: neither finds the other any more.",
        discussion: """
            The other is not told.

            JSON: {"blocked"}
            """)

    @OptionGroup var options: BlockOptions

    func run() async throws {
        try await options.common.run { command in
            let request = BlockUserRequest(user: try options.user.profileKey)
            _ = try await about(options.user.text) {
                try await command.rollcall.profile.blockUser(request)
            }
            try command.output.say(
                .object(["blocked": .bool(true)]), text: "\(options.user.text) is blocked.")
        }
    }
}

struct ProfileUnblock: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock", abstract: "Block a user no more.",
        discussion: #"JSON: {"blocked"}"#)

    @OptionGroup var options: BlockOptions

    func run() async throws {
        try await options.common.run { command in
            let request = UnblockUserRequest(user: try options.user.profileKey)
            _ = try await about(options.user.text) {
                try await command.rollcall.profile.unblockUser(request)
            }
            try command.output.say(
                .object(["blocked": .bool(false)]), text: "\(options.user.text) is not blocked.")
        }
    }
}

struct ProfileBlocked: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blocked", abstract: "List the users whom you have blocked.",
        discussion: """
            JSON, for each: {"display_name","user_id"}; display_name is null for a user without one.
            """)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await common.run { command in
            var after = ""
            repeat {
                let page = try await command.rollcall.profile.listBlockedUsers(
                    ListBlockedUsersRequest(after: after))
                for user in page.users {
                    try command.output.say(
                        .object([
                            "user_id": .string(user.userID),
                            "display_name": .optional(user.displayName),
                        ]), text: "\(user.displayName)  \(user.userID)")
                }
                after = page.hasMore ? page.users.last?.userID ?? "" : ""
            } while !after.isEmpty
        }
    }
}
