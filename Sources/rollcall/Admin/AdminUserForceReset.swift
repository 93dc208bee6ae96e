import ArgumentParser
import RollcallAPI

struct AdminUserForceReset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "force-reset",
        abstract: "End an account's sessions, and require a new password.")

    @OptionGroup var user: UserArgument

    func run() async throws {
        try await user.admin.run { session in
            let request = ForcePasswordResetRequest(userID: try await session.userID(user.key))
            let response = try await session.auth.forcePasswordReset(
                request, options: AdminSession.options)
            try session.say(response.user, "The password must be replaced before anybody signs in.")
        }
    }
}
