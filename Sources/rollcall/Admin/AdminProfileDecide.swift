import ArgumentParser
import RollcallAPI

struct AdminProfileDecide: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decide",
        abstract: "Dismiss a report, or take away what was reported.",
        discussion: """
            Without --take-down the report is dismissed. A field that the user has changed since the \
            report stays. The user is told by mail what was taken away and why.

            JSON: {"taken_down","user_id"}
            """)

    @Argument(help: ArgumentHelp("The report, as reports lists it.", valueName: "report-id"))
    var reportID: String

    @OptionGroup var taken: TakeDownOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run(at: .profile) { session in
            let request = DecideReportRequest(
                reportID: reportID, takeDown: taken.fields.map(\.field), reason: taken.reason,
                allowPhoto: taken.allowPhoto)
            let response = try await about(reportID) {
                try await session.profile.decideReport(request, options: AdminSession.options)
            }
            try session.output.say(
                .object([
                    "user_id": .string(response.userID), "taken_down": response.takenDown.json,
                ]), text: response.takenDown.takenText(from: response.userID))
        }
    }
}
