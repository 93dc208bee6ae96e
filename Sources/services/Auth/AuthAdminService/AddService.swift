import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthAdminHandler {
    package func addService(
        _ request: AddServiceRequest, context: CallContext
    ) async throws -> AddServiceResponse {
        let name = try ServiceName(request.name).orThrow(
            .malformed("name", "a service's name is 1 to 32 of a to z, 0 to 9 and -"))
        guard !ServiceName.taken.contains(request.name) else { throw RPCError.serviceNameTaken }
        let id = try ids.next()
        let credential = try OpaqueToken(
            kind: .serviceCredential, id: id.bytes, random: random)
        let service = ServiceAccount(
            id: id, name: "\(name)", credentialHash: credential.hash, createdAt: clock(),
            lastUsedAt: nil)
        try await store.add(service, replacing: request.replace)
        log.note(
            context,
            ["service.name": "\(name)", "service.is_replaced": "\(request.replace)"])
        return AddServiceResponse(service: service.summary, credential: credential.text)
    }
}

extension RPCError {
    static let serviceNameTaken = violation(
        .alreadyExists, .serviceNameTaken, field: "name", "another service has the name")
}
