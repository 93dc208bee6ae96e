import AccessTokens
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
            ? nil
            : try UUIDv7(entry: request.afterReportID, field: "after_report_id", of: "report")
        let reports = try await store.reports(after: after, limit: limit)
        return ListReportsResponse(reports: reports, hasMore: reports.count == limit)
    }
}
