import RollcallAPI
import RollcallBasics
import RollcallRPC

extension AuthAdminHandler {
    package func listDeliveries(
        _ request: ListDeliveriesRequest, context: CallContext
    ) async throws -> ListDeliveriesResponse {
        let place = try pages.position(request.pageToken, in: .deliveries)
        let size = PageTokens.size(request.pageSize)
        let last = place.map(Int64.init(bigEndianBytes:)) ?? 0
        let items = try await store.outbox(after: last, limit: size)
        return ListDeliveriesResponse(
            deliveries: items.map { item in
                let outbox = peers.outboxes.first { $0.takes(item) }
                return Delivery(
                    deliveryID: item.id, kind: item.kind.rawValue,
                    userID: item.accountID.description,
                    refusals: UInt32(clamping: outbox?.refusals(of: item.id) ?? 0))
            },
            nextPageToken: try pages.next(in: .deliveries, after: items, size: size) {
                $0.id.bigEndianBytes
            })
    }
}
