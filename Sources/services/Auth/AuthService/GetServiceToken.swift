import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthHandler {
    package func getServiceToken(
        _ request: GetServiceTokenRequest, context: CallContext
    ) async throws -> GetServiceTokenResponse {
        guard
            let credential = OpaqueToken(request.credential, kind: .serviceCredential),
            let id = UUIDv7(bytes: credential.id), let service = try await store.service(id: id),
            constantTimeEqual(service.credentialHash.bytes, credential.hash.bytes)
        else {
            throw RPCError.violation(
                .unauthenticated, .serviceCredentialInvalid, field: "credential",
                "no service has this credential")
        }
        let now = clock()
        if service.isUseNews(at: now) { try await store.noteUse(of: service, now: now) }
        let (token, expiresAtMs) = try serviceToken(for: service.name, now: now)
        return GetServiceTokenResponse(token: token, expiresAtMs: expiresAtMs)
    }
}
