import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func listDeliveries(
        _ request: ListDeliveriesRequest, context: CallContext
    ) async throws -> ListDeliveriesResponse {
        let page = try pages.page(request.pageToken, size: request.pageSize, context)
        let items = try await store.outbox(after: Int64(page.position) ?? 0, limit: page.limit)
        return ListDeliveriesResponse(
            deliveries: items.map { item in
                Delivery(
                    deliveryID: item.id, kind: item.kind.rawValue,
                    userID: item.accountID.description,
                    refusals: UInt32(clamping: item.attempts))
            },
            nextPageToken: try page.next(after: items) { "\($0.id)" })
    }
}
