import ArgumentParser
import RollcallAPI

struct AdminUserSessions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "Show an account's sessions, the one used last first.",
        discussion: "JSON: as session list prints it.")

    @OptionGroup var user: UserArgument

    func run() async throws {
        try await user.admin.run { session in
            let request = ListUserSessionsRequest(userID: try await session.userID(user.key))
            let response = try await session.auth.listUserSessions(
                request, options: AdminSession.options)
            try session.output.say(response.sessions)
        }
    }
}
