import RollcallRPC

/// Code that runs around every call of a client, such as for deadlines, tokens or traces.
///
/// One function serves the four kinds of calls. It is called before each call, and may change its
/// options. The observer that it returns is told of the end of the call. An interceptor cannot
/// answer in place of the server: use an `RPCClient` that wraps another for that.
public protocol ClientInterceptor: Sendable {
    /// Runs before a call is made.
    ///
    /// - Returns: an observer of the call, if needed.
    /// - Throws: `RPCError` to refuse the call, which is then not made.
    func begin(_ call: inout ClientCall) async throws -> (any ClientCallObserver)?
}

/// A call before it is made, as interceptors see it.
public struct ClientCall: Sendable {
    /// `package.Service/Name`.
    public let method: String
    public let kind: MethodKind
    /// Who may make the call.
    public let access: Access
    public var options: CallOptions
}

/// Observes one call, which may have several attempts. It is called from any thread, and must not
/// block.
public protocol ClientCallObserver: Sendable {
    /// The call has ended.
    ///
    /// - Parameter error: nil for success; `cancelled` when the caller cancelled the call.
    func ended(_ error: RPCError?)
}
