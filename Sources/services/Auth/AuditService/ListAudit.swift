import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuditHandler {
    func listAudit(
        _ request: ListAuditRequest, context: CallContext
    ) async throws -> ListAuditResponse {
        let (records, next) = try await list(
            of: account(request.user, context), request.pageToken, request.pageSize, context)
        return ListAuditResponse(entries: records.map(\.message), nextPageToken: next)
    }

    /// An id need not be of an account that still exists: its entries are left.
    private func account(_ user: UserKey?, _ context: CallContext) async throws -> UUIDv7? {
        guard let key = user?.key else { return nil }
        return try await admin.userID(of: key, context).orThrow(.userNotFound)
    }
}
