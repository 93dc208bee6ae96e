import ArgumentParser
import RollcallAPI

struct ProfileReport: UserAction {
    static let name = "report"
    static let abstract = "Report a user's profile to the administrators."
    static let discussion = """
        The user is not told.

        JSON: {"reported"}
        """

    @OptionGroup var options: BlockOptions

    @Option(help: ArgumentHelp("What is wrong.", valueName: "what"))
    var reason: ReportReason

    @Option(help: ArgumentHelp("More about it: at most 500 characters.", valueName: "text"))
    var note = ""

    var subject: String? { options.user.text }

    func run(_ command: Command) async throws {
        let request = ReportProfileRequest(
            user: try options.user.profileKey, reason: reason, note: note)
        _ = try await command.rollcall.profile.reportProfile(request)
        try command.output.say(["reported": true], text: "\(options.user.text) is reported.")
    }
}

extension ReportReason: WordArgument {
    static let choices: [ReportReason] = [
        .spam, .impersonation, .harassment, .hate, .sexualContent, .violence, .childSafety,
        .selfHarm, .other,
    ]
}
