import RollcallRPC

/// What stands around every call of a client: deadlines, tokens, logging, metrics, traces.
///
/// One function serves the four kinds of calls. It sees a call begin, and may change its options;
/// what it returns sees the messages, and how the call ends. An interceptor does not answer in the
/// place of the server: that is for an `RPCClient` that is put around another.
public protocol ClientInterceptor: Sendable {
    /// Does its part before a call is made.
    ///
    /// - Returns: who is told what becomes of the call, if anybody wants to know.
    /// - Throws: `RPCError` to refuse the call; it is then not made.
    func begin(_ call: inout ClientCall) async throws -> (any ClientCallObserver)?
}

/// A call as interceptors see it, before it is made.
public struct ClientCall: Sendable {
    /// `package.Service/Name`.
    public let method: String
    public let kind: MethodKind
    /// Who may make the call.
    public let access: Access
    public var options: CallOptions
}

/// Is told what becomes of one call, which may have several attempts. The functions are called from any
/// thread, and must not wait.
public protocol ClientCallObserver: Sendable {
    /// A message was sent.
    ///
    /// - Parameter size: in bytes, encoded.
    func sent(_ size: Int)

    /// A message was received.
    ///
    /// - Parameter size: in bytes, encoded.
    func received(_ size: Int)

    /// The call has ended; the last that is heard of it.
    ///
    /// - Parameter error: nil when it ended well; `cancelled` when its caller gave it up.
    func ended(_ error: RPCError?)
}

extension ClientCallObserver {
    public func sent(_ size: Int) {}
    public func received(_ size: Int) {}
}
