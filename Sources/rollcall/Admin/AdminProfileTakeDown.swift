import ArgumentParser
import RollcallAPI

struct AdminProfileTakeDown: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "take-down",
        abstract: "Take away a user's photo, name or texts, without a report.",
        discussion: """
            The user is told by mail what was taken away and why: at the address of the account, if it \
            was proved. While Auth does not answer, the mail waits.

            JSON: {"taken_down","user_id"}
            """)

    @Argument(help: ArgumentHelp("The display name of now, or an id.", valueName: "user"))
    var user: UserKey

    @OptionGroup var taken: TakeDownOptions
    @OptionGroup var admin: AdminOptions

    func validate() throws {
        _ = try user.profileKey
        guard !taken.fields.isEmpty else {
            throw ValidationError("name what to take away: --take-down FIELD")
        }
    }

    func run() async throws {
        try await admin.run(at: .profile) { session in
            let request = TakeDownRequest(
                user: try user.profileKey, fields: taken.fields.map(\.field),
                reason: taken.reason, allowPhoto: taken.allowPhoto)
            let response = try await about(user.text) {
                try await session.profile.takeDown(request, options: AdminSession.options)
            }
            try session.output.say(
                .object([
                    "user_id": .string(response.userID), "taken_down": response.takenDown.json,
                ]), text: response.takenDown.takenText(from: response.userID))
        }
    }
}
