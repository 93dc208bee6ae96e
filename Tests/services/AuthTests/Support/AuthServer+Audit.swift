import RollcallAPI
import RollcallRPC

@testable import Auth

/// What the tests of `AuditService` have in common.
extension AuthServer {
    var audit: AuditServiceClient { AuditServiceClient(auth.operatorConnection) }

    /// The newest first.
    func auditEntries(of user: UserKey? = nil) async throws -> [AuditEntry] {
        var entries: [AuditEntry] = []
        var request = ListAuditRequest(user: user, pageSize: 2)
        repeat {
            let page = try await audit.listAudit(request)
            entries += page.entries
            request.pageToken = page.nextPageToken
        } while !request.pageToken.isEmpty
        return entries
    }

    /// What a body has noted, the oldest first.
    func noted(_ body: () async throws -> Void) async throws -> [String] {
        let last = try await auditEntries().first?.number ?? 0
        try await body()
        return try await auditEntries().filter { $0.number > last }.reversed().map(\.action)
    }
}
