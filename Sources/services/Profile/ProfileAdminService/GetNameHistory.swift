import RollcallAPI
import RollcallRPC

extension ProfileAdminHandler {
    package func getNameHistory(
        _ request: GetNameHistoryRequest, context: CallContext
    ) async throws -> GetNameHistoryResponse {
        let name = try DisplayName(given: request.displayName)
        return try await store.history(
            of: name, before: request.beforeNumber == 0 ? nil : Int(request.beforeNumber),
            limit: PageSize(request.pageSize).limit, now: clock())
    }
}
