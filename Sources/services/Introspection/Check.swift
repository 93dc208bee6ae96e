import RollcallRPC

extension HealthHandler {
    package func check(
        _ request: HealthCheckRequest, context: CallContext
    ) async throws -> HealthCheckResponse {
        let status = try status[request.service].orThrow(
            RPCError(.notFound, "this server does not have the service"))
        return HealthCheckResponse(status: status)
    }
}
