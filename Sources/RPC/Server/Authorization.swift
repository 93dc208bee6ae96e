/// Finds out who makes a call.
public protocol Authenticator: Sendable {
    /// - Returns: the caller, `.anonymous` when the call names nobody.
    /// - Throws: `RPCError` (`unauthenticated`) when what the call says about its caller is false
    ///   or has expired.
    func authenticate(_ context: CallContext) async throws -> Caller

    /// Who is at the other end of a connection by what the transport says alone, before any call:
    /// limits are not shared with a service or the operator.
    ///
    /// - Returns: `.anonymous` unless the authenticator says otherwise.
    func caller(of peer: PeerIdentity) -> Caller

    /// What a caller is told whom the rule of an RPC does not let in.
    func refusal(of caller: Caller) -> RPCError
}

extension Authenticator {
    public func caller(of peer: PeerIdentity) -> Caller { .anonymous }

    public func refusal(of caller: Caller) -> RPCError {
        caller == .anonymous
            ? RPCError(.unauthenticated, "this call needs an access token; sign in first")
            : RPCError(.permissionDenied, "this call is not for callers of this kind")
    }
}

/// Holds every call against the rule that stands beside its RPC. A call whose caller has to be found
/// out for that gets its slot afterwards: a token that is no good, and waiting for the key that a
/// token is verified with, take none.
struct Authorization: ServerInterceptor {
    let authenticator: any Authenticator

    func intercept(_ rpc: ServedRPC, next: @escaping ServerHandler) -> ServerHandler {
        guard rpc.access != .anyone else { return next }
        return { [authenticator] call in
            var call = call
            let caller = try await authenticator.authenticate(call.context)
            guard rpc.access.permits(caller) else { throw authenticator.refusal(of: caller) }
            call.context.caller = caller
            try await call.admission?.admit(as: caller)
            return try await next(call)
        }
    }
}
