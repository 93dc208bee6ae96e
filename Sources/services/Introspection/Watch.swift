import RollcallAPI
import RollcallRPC

extension HealthHandler {
    package func watch(
        _ request: HealthCheckRequest, responses: ResponseWriter<HealthCheckResponse>,
        context: CallContext
    ) async throws {
        let place = try status.watches.enter(HealthStatus.server)
        defer { status.watches.leave(place) }
        var last: ServingStatus?
        while try await place.next() == .news {
            let now = status[request.service] ?? .serviceUnknown
            guard now != last else { continue }
            // Waits while the watcher does not read; what happens meanwhile is looked up
            // afterwards.
            try await responses.send(HealthCheckResponse(status: now))
            last = now
        }
        throw RPCError.stopping
    }
}
