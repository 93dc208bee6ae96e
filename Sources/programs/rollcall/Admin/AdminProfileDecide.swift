import ArgumentParser
import RollcallAPI

struct AdminProfileDecide: ProfileAdminAction {
    static let name = "decide"
    static let abstract = "Dismiss a report, or take down what was reported."
    static let discussion = """
        Without --take-down the report is dismissed. A field that the user has changed since the \
        report stays. The user is told by mail what was taken down and why.

        JSON: {"taken_down","user_id"}
        """

    @Argument(help: ArgumentHelp("The report, as reports lists it.", valueName: "report-id"))
    var reportID: String

    @OptionGroup var taken: TakeDownOptions

    var subject: String? { reportID }

    func run(_ session: AdminSession) async throws {
        let request = DecideReportRequest(
            reportID: reportID, takeDown: taken.fields.map(\.field), reason: taken.reason,
            allowPhoto: taken.allowPhoto)
        let response = try await session.profile.decideReport(request)
        try session.sayTakenDown(response.takenDown, of: response.userID)
    }
}
