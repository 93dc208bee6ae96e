import RollcallAPI
import RollcallRPC

extension ServiceCredentialHandler {
    func removeService(
        _ request: RemoveServiceRequest, _ context: CallContext
    ) async throws -> RemoveServiceResponse {
        guard try await store.removeService(name: request.name) else {
            throw RPCError.violation(
                .notFound, .serviceNotFound, field: "name", "there is no service of this name")
        }
        log.note(context, ["service.name": "\(request.name)"])
        return RemoveServiceResponse()
    }
}
