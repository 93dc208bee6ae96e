import RollcallAPI
import RollcallRPC

extension ProfileAdminHandler {
    package func listReports(
        _ request: ListReportsRequest, context: CallContext
    ) async throws -> ListReportsResponse {
        let page = try pages.page(request.pageToken, size: request.pageSize, context)
        let reports = try await store.reports(after: page.id, limit: page.limit)
        return ListReportsResponse(
            reports: reports, nextPageToken: try page.next(after: reports, \.reportID))
    }
}
