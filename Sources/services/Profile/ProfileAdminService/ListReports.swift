import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileAdminHandler {
    package func listReports(
        _ request: ListReportsRequest, context: CallContext
    ) async throws -> ListReportsResponse {
        let limit = PageSize(request.pageSize).limit
        let after = try request.afterReportID.nilIfEmpty.map {
            try UUIDv7(entry: $0, field: "after_report_id", of: "report")
        }
        let reports = try await store.reports(after: after, limit: limit)
        return ListReportsResponse(reports: reports, hasMore: reports.count == limit)
    }
}
