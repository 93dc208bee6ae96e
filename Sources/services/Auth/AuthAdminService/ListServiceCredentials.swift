import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func listServiceCredentials(
        _ request: ListServiceCredentialsRequest, context: CallContext
    ) async throws -> ListServiceCredentialsResponse {
        ListServiceCredentialsResponse(services: try await store.services().map(\.summary))
    }
}
