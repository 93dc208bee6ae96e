import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers the calls of `AuditService`, each in a file named for it. Who may call is written beside
/// each RPC in the contract.
struct AuditHandler: AuditService {
    let store: AuthStore
    /// Finds accounts by what names them.
    let admin: AuthAdminHandler
    let pages: PageTokens

    /// A page of entries, and the token of the next.
    func list(
        of account: UUIDv7?, _ token: String, _ size: UInt32, _ context: CallContext
    ) async throws -> ([StoredAuditRecord], String) {
        let page = try pages.page(
            token, size: size, of: account?.description ?? "", context)
        let records = try await store.auditRecords(
            of: account, before: Int64(page.position) ?? .max, limit: page.limit)
        return (records, try page.next(after: records) { "\($0.record.number)" })
    }
}
