import AccessTokens
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

    /// A service token, and when it expires in milliseconds since 1970.
    func serviceToken(for name: String, now: Int64) throws -> (String, expiresAtMs: Int64) {
        let end = now / 1000 + configuration.serviceTokenLifetime.components.seconds
        let claims = AccessTokenClaims(
            subject: .service(name), issuedAt: now / 1000, expiresAt: end)
        return (try keys.signer.token(for: claims), end * 1000)
    }
}
