import RollcallAPI
import RollcallRPC

extension ServiceCredentialHandler {
    func listServiceCredentials(
        _ request: ListServiceCredentialsRequest, _ context: CallContext
    ) async throws -> ListServiceCredentialsResponse {
        ListServiceCredentialsResponse(services: try await store.services().map(\.summary))
    }
}
