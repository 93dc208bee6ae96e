import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AccountDataHandler {
    package func getDeletionReceipt(
        _ request: GetDeletionReceiptRequest, context: CallContext
    ) async throws -> GetDeletionReceiptResponse {
        guard let token = OpaqueToken(pasted: request.receipt, kind: .deletionReceipt),
            let deletion = try await store.deletion(receipt: token.hash)
        else { throw RPCError.receiptUnknown }
        return GetDeletionReceiptResponse(
            requestedAtMs: deletion.requestedAt,
            profileErasedAtMs: deletion.profileErasedAt ?? 0,
            presenceErasedAtMs: deletion.presenceErasedAt ?? 0,
            kept: [.tombstone, .ownerlessNames, .backups])
    }
}

extension RPCError {
    static var receiptUnknown: RPCError {
        .violation(
            .notFound, .fieldMalformed, field: "receipt", "no deletion has this receipt")
    }
}
