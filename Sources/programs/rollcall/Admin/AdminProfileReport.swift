import ArgumentParser
import Glibc
import RollcallAPI
import RollcallRPC

struct AdminProfileReport: ProfileAdminAction {
    static let name = "report"
    static let abstract = "Show what was reported, as it was then."
    static let discussion = """
        Do not tell the reported user who sent the reports.

        JSON: {"entries","photo_file","profile","remaining","report"}; profile as profile show \
        prints it, without times; remaining has the fields that are still the same; an entry is \
        {"note","reason","reported_at_ms","reporter_user_id"}; photo_file is null without --photo, \
        and for a profile without a photo.
        """

    @Argument(help: ArgumentHelp("The report, as reports lists it.", valueName: "report-id"))
    var reportID: String

    @Option(help: ArgumentHelp("Write the photo to a new file.", valueName: "file"))
    var photo: String?

    var subject: String? { reportID }

    func run(_ session: AdminSession) async throws {
        if let photo, access(photo, F_OK) == 0 { throw Failure.fileExists(photo) }
        let (details, bytes) = try await session.profile.report(reportID, withPhoto: photo != nil)
        var file: String?
        if let photo, !bytes.isEmpty {
            try AtomicFile(path: photo).write(bytes, mode: 0o600)
            file = photo
        }
        try session.output.say(details.json(photoFile: file), text: details.text(photoFile: file))
    }
}

extension ProfileAdminServiceClient {
    /// - Parameter withPhoto: whether the bytes of the photo are read, too.
    fileprivate func report(
        _ id: String, withPhoto: Bool
    ) async throws -> (ReportDetails, photo: [UInt8]) {
        let parts = try await getReport(
            GetReportRequest(reportID: id), options: CallOptions(timeout: AdminSession.timeout))
        guard case .report(let details) = try await parts.next()?.part else {
            throw RPCError(.internal, "there is no report in the answer")
        }
        var photo: [UInt8] = []
        while withPhoto, case .photoChunk(let chunk) = try await parts.next()?.part {
            photo += chunk
        }
        return (details, photo)
    }
}

extension ReportDetails {
    func json(photoFile: String?) -> JSON {
        [
            "report": report, "profile": profile, "remaining": remaining.json,
            "entries": entries, "photo_file": photoFile,
        ]
    }

    func text(photoFile: String?) -> String {
        var lines: [String] = []
        if let profile { lines.append(profile.text) }
        if let photoFile { lines.append("photo written to \(photoFile)") }
        lines.append(
            remaining.isEmpty
                ? "Nothing is left to take down: the user has changed it since."
                : "Still there: \(remaining.names)")
        if let report {
            lines.append("reported since \(report.reportedAtMs.timeText): \(report.countsText)")
        }
        return (lines + entries.map(\.text)).joined(separator: "\n")
    }
}

extension ReportEntry: JSONValue {
    package var json: JSON { json(optional: ["reporter_user_id"], ["reason": reason.name]) }

    fileprivate var text: String {
        let reporter = reporterUserID.isEmpty ? "an erased user" : reporterUserID
        let lines = note.split(separator: "\n").map { "\n| \($0)" }
        return "\(reportedAtMs.timeText)  \(reason.name), by \(reporter)" + lines.joined()
    }
}
