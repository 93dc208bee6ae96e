import RollcallRPC

/// How often one address may ask whether a display name is free, so that nobody gathers the names that
/// there are; who is signed in has no budget beside that. Services ask on behalf of others, whom they
/// count themselves: they are not limited.
package struct NameCheckLimit: ServerInterceptor {
    private static let path = "rollcall.v1.ProfileService/CheckDisplayName"

    private let limit: RateLimit

    package init(_ configuration: ProfileConfiguration = ProfileConfiguration()) {
        limit = configuration.nameChecks
    }

    package func intercept(
        _ rpc: ServedRPC, next: @escaping ServerHandler
    ) -> ServerHandler {
        guard rpc.path == Self.path else { return next }
        let interceptor = RateLimitInterceptor(
            limit, for: .peer, refusal: RPCError.tooManyAttempts)
        let limited = interceptor.intercept(rpc, next: next)
        return { call in
            if case .service = call.context.caller { return try await next(call) }
            return try await limited(call)
        }
    }
}
