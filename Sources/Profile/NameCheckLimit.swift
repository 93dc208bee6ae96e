import RollcallAPI
import RollcallRPC

/// How often one address may ask whether a display name is free, so that nobody gathers the names that
/// there are. Services ask on behalf of others, whom they count themselves: they are not limited.
package struct NameCheckLimit: ServerInterceptor {
    private static let path = "rollcall.v1.ProfileService/CheckDisplayName"

    private let limit: RateLimit
    private let authenticator: any Authenticator

    package init(
        _ configuration: ProfileConfiguration = ProfileConfiguration(),
        authenticator: any Authenticator
    ) {
        limit = configuration.nameChecks
        self.authenticator = authenticator
    }

    package func intercept(
        _ rpc: ServedRPC, next: @escaping ServerHandler
    ) -> ServerHandler {
        guard rpc.path == Self.path else { return next }
        let interceptor = RateLimitInterceptor(
            limit, for: .peer, refusal: RPCError.tooManyAttempts)
        let limited = interceptor.intercept(rpc, next: next)
        return { [authenticator] call in
            // Anyone may call it, so nobody has looked yet at who does.
            if case .service = try? await authenticator.authenticate(call.context) {
                return try await next(call)
            }
            return try await limited(call)
        }
    }
}
