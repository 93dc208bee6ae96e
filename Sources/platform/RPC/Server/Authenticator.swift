/// Finds out who makes a call.
public protocol Authenticator: Sendable {
    /// - Returns: the caller, `.anonymous` when the call names nobody.
    /// - Throws: `RPCError` (`unauthenticated`) when what the call says about its caller is false
    ///   or has expired.
    func authenticate(_ context: CallContext) async throws -> Caller

    /// Finds out who makes a call without waiting, such as by an access token that is known. A
    /// stream keeps the memory that `authenticate` has taken for as long as it is open.
    ///
    /// - Returns: nil when `authenticate` must be asked. By default it always must.
    /// - Throws: as `authenticate`.
    func authenticateAtOnce(_ context: CallContext) throws -> Caller?

    /// How long the token of a call is still valid, by the time in the token: a stream ends then.
    /// New calls with the token are accepted for some seconds longer, as clocks differ.
    ///
    /// - Returns: nil without a token, and by default.
    func timeLeft(of context: CallContext) -> Duration?

    /// Who is at the other end of a connection, by what the transport says alone, before any call.
    /// A service and the operator are exempt from shared limits.
    ///
    /// - Returns: `.anonymous` unless the authenticator says otherwise.
    func caller(of peer: PeerIdentity) -> Caller

    /// What a caller is told whom the rule of an RPC does not let in.
    func refusal(of caller: Caller) -> RPCError
}

extension Authenticator {
    public func authenticateAtOnce(_ context: CallContext) throws -> Caller? { nil }

    public func timeLeft(of context: CallContext) -> Duration? { nil }

    public func caller(of peer: PeerIdentity) -> Caller { .anonymous }

    public func refusal(of caller: Caller) -> RPCError {
        caller == .anonymous
            ? RPCError(.unauthenticated, "this call needs an access token; sign in first")
            : RPCError(.permissionDenied, "this call is not for callers of this kind")
    }
}
