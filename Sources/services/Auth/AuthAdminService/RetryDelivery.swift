import RollcallAPI
import RollcallRPC
import Tables

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
        do { try await outbox.queue.retry(id) } catch { throw RPCError.refusal(for: error) }
        log.note(context, ["outbox.id": "\(id)"])
        return RetryDeliveryResponse()
    }
}
