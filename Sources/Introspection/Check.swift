import RollcallRPC

extension HealthHandler {
    package func check(
        _ request: HealthCheckRequest, context: CallContext
    ) async throws -> HealthCheckResponse {
        guard let status = status[request.service] else {
            throw RPCError(.notFound, "this server does not have the service")
        }
        return HealthCheckResponse(status: status)
    }
}
