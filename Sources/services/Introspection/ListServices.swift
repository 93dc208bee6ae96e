import RollcallRPC

extension ReflectionHandler {
    package func listServices(
        _ request: ListServicesRequest, context: CallContext
    ) async throws -> ListServicesResponse {
        ListServicesResponse(services: services)
    }
}
