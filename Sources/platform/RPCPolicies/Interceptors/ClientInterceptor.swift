import RollcallRPC

/// Code that runs before every call of a client, such as for deadlines, tokens or traces.
///
/// One function serves the four kinds of calls. It is called before each call, and may change its
/// options. An interceptor cannot answer in place of the server, and does not see how the call
/// ends: use an `RPCClient` that wraps another for that.
public protocol ClientInterceptor: Sendable {
    /// Runs before a call is made.
    ///
    /// - Throws: `RPCError` to refuse the call, which is then not made.
    func begin(_ call: inout ClientCall) async throws
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
