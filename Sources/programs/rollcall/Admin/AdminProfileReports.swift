import RollcallAPI

struct AdminProfileReports: ProfileAdminAction, AdminList {
    static let name = "reports"
    static let abstract =
        "List the profiles that were reported and wait for a decision, the oldest first."

    func page(_ token: String, _ session: AdminSession) async throws -> ([Report], String) {
        let page = try await session.profile.listReports(
            ListReportsRequest(afterReportID: token))
        return (page.reports, page.hasMore ? page.reports.last?.reportID ?? "" : "")
    }
}

extension Report: Listed {
    static var header: [String] { ["REPORT", "SINCE", "DISPLAY NAME", "REASONS"] }
    static var flexible: [Int] { [2, 3] }

    package var json: JSON {
        let numbers = Dictionary(counts.map { ($0.reason.name, $0.count.json) }) { $1 }
        return json(optional: ["display_name"], ["counts": JSON.object(numbers)])
    }

    var row: [String] { [reportID, reportedAtMs.timeText, displayName, countsText] }

    var countsText: String {
        counts.map { "\($0.count) \($0.reason.name)" }.joined(separator: ", ")
    }
}
