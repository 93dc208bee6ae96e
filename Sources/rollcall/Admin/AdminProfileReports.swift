import ArgumentParser
import RollcallAPI

struct AdminProfileReports: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reports",
        abstract: "List the profiles that were reported and wait for a decision, the oldest first.")

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try await admin.run(at: .profile) { session in
            try await session.sayPages(
                header: ["REPORT", "SINCE", "DISPLAY NAME", "REASONS"], flexible: [2, 3],
                row: \.row, json: \Report.adminJSON
            ) { after in
                let page = try await session.profile.listReports(
                    ListReportsRequest(afterReportID: after), options: AdminSession.options)
                return (page.reports, page.hasMore ? page.reports.last?.reportID ?? "" : "")
            }
        }
    }
}

extension Report {
    var adminJSON: JSON {
        .object([
            "report_id": .string(reportID), "user_id": .string(userID),
            "display_name": .optional(displayName), "reported_at_ms": .number(reportedAtMs),
            "counts": .object(
                Dictionary(
                    counts.map { ($0.reason.name, JSON.number(Int64($0.count))) }
                ) { first, _ in first }),
        ])
    }

    var row: [String] { [reportID, reportedAtMs.timeText, displayName, countsText] }

    var countsText: String {
        counts.map { "\($0.count) \($0.reason.name)" }.joined(separator: ", ")
    }
}
