import RollcallAPI
import RollcallRPC

/// Calls another service, and passes on those of its errors that concern the caller's own request,
/// and overload. The rest is between that service and Auth: the caller hears that it does not
/// answer.
func answer<T>(
    of service: String, passing codes: Set<StatusCode>, _ body: () async throws -> T
) async throws -> T {
    do {
        return try await body()
    } catch let error as RPCError where !error.isOverload && !codes.contains(error.code) {
        throw RPCError(.unavailable, "the \(service) service does not answer; try again later")
    }
}
