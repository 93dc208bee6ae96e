/// Finds out who makes a call.
public protocol Authenticator: Sendable {
    /// - Returns: the caller, `.anonymous` when the call names nobody.
    /// - Throws: `RPCError` (`unauthenticated`) when what the call says about its caller is false
    ///   or has expired.
    func authenticate(_ context: CallContext) async throws -> Caller

    /// Finds out who makes a call, if nothing has to be waited for: an access token that is known, say. Every
    /// call of a stream keeps the memory that `authenticate` has taken for as long as it is open.
    ///
    /// - Returns: nil when `authenticate` must be asked; so it is unless the authenticator says otherwise.
    /// - Throws: as `authenticate`.
    func authenticateAtOnce(_ context: CallContext) throws -> Caller?

    /// Who is at the other end of a connection by what the transport says alone, before any call:
    /// limits are not shared with a service or the operator.
    ///
    /// - Returns: `.anonymous` unless the authenticator says otherwise.
    func caller(of peer: PeerIdentity) -> Caller

    /// What a caller is told whom the rule of an RPC does not let in.
    func refusal(of caller: Caller) -> RPCError
}

extension Authenticator {
    public func authenticateAtOnce(_ context: CallContext) throws -> Caller? { nil }

    public func caller(of peer: PeerIdentity) -> Caller { .anonymous }

    public func refusal(of caller: Caller) -> RPCError {
        caller == .anonymous
            ? RPCError(.unauthenticated, "this call needs an access token; sign in first")
            : RPCError(.permissionDenied, "this call is not for callers of this kind")
    }
}
