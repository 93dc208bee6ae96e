import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func removeService(
        _ request: RemoveServiceRequest, context: CallContext
    ) async throws -> RemoveServiceResponse {
        guard try await store.removeService(name: request.name, now: clock()) else {
            throw RPCError.violation(
                .notFound, .serviceNotFound, field: "name", "there is no service of this name")
        }
        log.note(context, ["service.name": "\(request.name)"])
        return RemoveServiceResponse()
    }
}
