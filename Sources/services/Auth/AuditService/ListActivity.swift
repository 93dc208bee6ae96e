import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuditHandler {
    func listActivity(
        _ request: ListActivityRequest, context: CallContext
    ) async throws -> ListActivityResponse {
        let account = try UUIDv7(request: context.user.userID, field: "user_id")
        let (records, next) = try await list(
            of: account, request.pageToken, request.pageSize, context)
        return ListActivityResponse(
            entries: records.map(\.ownersMessage), nextPageToken: next)
    }
}
