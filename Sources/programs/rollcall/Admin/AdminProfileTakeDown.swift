import ArgumentParser
import RollcallAPI

struct AdminProfileTakeDown: ProfileAdminAction {
    static let name = "take-down"
    static let abstract = "Take down a user's photo, name or texts, without a report."
    static let discussion = """
        The user is told by mail what was taken down and why, if the account's address is \
        verified. While Auth does not answer, the mail waits.

        JSON: {"taken_down","user_id"}
        """

    @Argument(help: ArgumentHelp("The display name of now, or an id.", valueName: "user"))
    var user: UserKey

    @OptionGroup var taken: TakeDownOptions

    var subject: String? { user.text }

    func validate() throws {
        _ = try user.profileKey
        guard !taken.fields.isEmpty else {
            throw ValidationError("name what to take away: --take-down FIELD")
        }
    }

    func run(_ session: AdminSession) async throws {
        let request = TakeDownRequest(
            user: try user.profileKey, fields: taken.fields.map(\.field),
            reason: taken.reason, allowPhoto: taken.allowPhoto)
        let response = try await session.profile.takeDown(request)
        try session.sayTakenDown(response.takenDown, of: response.userID)
    }
}
