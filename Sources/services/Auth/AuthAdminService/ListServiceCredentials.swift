import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func listServiceCredentials(
        _ request: ListServiceCredentialsRequest, context: CallContext
    ) async throws -> ListServiceCredentialsResponse {
        let page = try pages.page(request.pageToken, size: request.pageSize, context)
        let services = try await store.services(after: page.position, limit: page.limit)
        return ListServiceCredentialsResponse(
            services: services.map(\.summary),
            nextPageToken: try page.next(after: services, \.name))
    }
}
