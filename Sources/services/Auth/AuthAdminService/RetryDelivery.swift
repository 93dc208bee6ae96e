import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func retryDelivery(
        _ request: RetryDeliveryRequest, context: CallContext
    ) async throws -> RetryDeliveryResponse {
        let id = request.deliveryID
        guard id > 0, let item = try await store.outbox(after: id - 1, limit: 1).first,
            item.id == id, let outbox = peers.outboxes.first(where: { $0.takes(item) })
        else {
            throw RPCError.violation(
                .notFound, .deliveryNotFound, field: "delivery_id",
                "nothing with this id waits for delivery")
        }
        try await outbox.queue.retry(id)
        log.note(context, ["outbox.id": "\(id)"])
        return RetryDeliveryResponse()
    }
}
