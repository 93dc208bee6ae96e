import RollcallAPI
import RollcallRPC

extension HealthHandler {
    package func watch(
        _ request: HealthCheckRequest, responses: ResponseWriter<HealthCheckResponse>,
        context: CallContext
    ) async throws {
        guard watches.withLock({ $0.take(1) }) else {
            throw RPCError.overload(
                "too many watch the health of this server", retryAfter: .seconds(1))
        }
        defer { watches.withLock { $0.release(1) } }
        var last: ServingStatus?
        while let now = try await status.next(for: request.service, after: last) {
            // Waits while the watcher does not read; what happens meanwhile is looked up
            // afterwards.
            try await responses.send(HealthCheckResponse(status: now))
            last = now
        }
        throw RPCError.stopping
    }
}
