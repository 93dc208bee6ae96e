import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileAdminHandler {
    package func listReports(
        _ request: ListReportsRequest, context: CallContext
    ) async throws -> ListReportsResponse {
        let limit = PageSize(request.pageSize).limit
        let after =
            request.afterReportID.isEmpty
            ? nil : try UUIDv7(reportID: request.afterReportID, field: "after_report_id")
        let reports = try await store.reports(after: after, limit: limit)
        return ListReportsResponse(reports: reports, hasMore: reports.count == limit)
    }
}

extension UUIDv7 {
    /// - Throws: `RPCError` (FIELD_MISSING, FIELD_MALFORMED).
    init(reportID text: String, field: String = "report_id") throws {
        guard !text.isEmpty else {
            throw RPCError.violation(
                .invalidArgument, .fieldMissing, field: field, "the report id is missing")
        }
        guard let id = UUIDv7(text) else {
            throw RPCError.violation(
                .invalidArgument, .fieldMalformed, field: field,
                "a report id is a UUID of version 7 in its text form")
        }
        self = id
    }
}
