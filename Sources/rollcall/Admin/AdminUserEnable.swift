import ArgumentParser
import RollcallAPI

struct AdminUserEnable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Let an account be signed in to again.")

    @OptionGroup var user: UserArgument

    func run() async throws {
        try await user.admin.run { session in
            let request = EnableUserRequest(userID: try await session.userID(user.key))
            let response = try await session.auth.enableUser(
                request, options: AdminSession.options)
            try session.say(response.user, "The account is enabled.")
        }
    }
}
