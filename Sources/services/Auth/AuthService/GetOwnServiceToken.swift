import RollcallAPI
import RollcallRPC

extension AuthHandler {
    package func getOwnServiceToken(
        _ request: GetOwnServiceTokenRequest, context: CallContext
    ) async throws -> GetOwnServiceTokenResponse {
        // Otherwise a service that was removed could go on by its last token.
        guard !context.metadata.entries.contains(where: { $0.key == "authorization" }) else {
            throw RPCError.violation(
                .permissionDenied, .notAllowed,
                "a token is given for a credential or a connection, not for another token")
        }
        let (token, expiresAtMs) = try serviceToken(
            for: try Self.name(of: context.caller), now: clock())
        return GetOwnServiceTokenResponse(token: token, expiresAtMs: expiresAtMs)
    }

    /// - Throws: `RPCError`: nobody is Auth but itself.
    private static func name(of caller: Caller) throws -> String {
        switch caller {
        case .service(let name) where name != ServiceName.auth: name
        case .operator: PeerAuthenticator.localService
        default:
            throw RPCError.violation(
                .permissionDenied, .notAllowed, "this call is for services that are not Auth")
        }
    }
}
