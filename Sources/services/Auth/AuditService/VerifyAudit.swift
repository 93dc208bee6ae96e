import RollcallAPI
import RollcallRPC

extension AuditHandler {
    func verifyAudit(
        _ request: VerifyAuditRequest, context: CallContext
    ) async throws -> VerifyAuditResponse {
        var chain = AuditChain()
        var last: Int64 = 0
        while case let records = try await store.auditRecords(after: last, limit: 1000),
            let end = records.last
        {
            for record in records { chain.add(record) }
            last = end.record.number
        }
        return VerifyAuditResponse(
            entryCount: chain.count, firstBroken: chain.firstBroken,
            head: chain.head?.bytes ?? [])
    }
}
