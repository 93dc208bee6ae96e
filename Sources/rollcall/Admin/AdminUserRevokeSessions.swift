import ArgumentParser
import RollcallAPI

struct AdminUserRevokeSessions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke-sessions",
        abstract: "End an account's sessions.")

    @OptionGroup var user: UserArgument

    func run() async throws {
        try await user.admin.run { session in
            let request = RevokeUserSessionsRequest(userID: try await session.userID(user.key))
            let response = try await session.auth.revokeUserSessions(
                request, options: AdminSession.options)
            try session.say(response.user, "The sessions have ended.")
        }
    }
}
