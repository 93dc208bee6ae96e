import ArgumentParser

struct AdminUserShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an account.")

    @OptionGroup var user: UserArgument

    func run() async throws {
        try await user.admin.run { session in
            let found = try await session.user(user.key)
            try session.output.say(found.adminJSON, text: found.adminText)
        }
    }
}
