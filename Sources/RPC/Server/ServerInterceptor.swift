/// Answers the calls of one RPC.
typealias ServerHandler = @Sendable (ServerCall) async throws -> ServerReply

/// What stands around the handlers of a server: logging, metrics, limits.
///
/// An interceptor sees a call begin, its messages, and how it ends; it may refuse the call or a message. It does
/// not wait, and nothing of it lies on the stack of a handler: the handler of a stream may run for days, and
/// there may be tens of thousands.
public protocol ServerInterceptor: Sendable {
    /// Whether it stands outside of the check of who may call, and so also sees the calls that the
    /// check refuses, but not who calls. False unless said otherwise.
    var standsBeforeAuthorization: Bool { get }

    /// What it does with the calls of an RPC. Asked once for each RPC when the server is made, so that
    /// what an RPC needs is looked up then and not for each call.
    ///
    /// - Returns: nil to have no part in the RPC.
    func intercept(_ rpc: ServedRPC) -> Interception?
}

extension ServerInterceptor {
    public var standsBeforeAuthorization: Bool { false }
}

/// What an interceptor does with each call of one RPC.
public struct Interception: Sendable {
    /// Sees a call before its handler does, and may change it. Throwing ends the call with that error.
    public var onBegin: (@Sendable (ServerCall) throws -> Void)?
    /// Sees each message of the client, decoded, before the handler has it. Throwing ends the call, for the
    /// handler with that error.
    public var onReceived: MessageHook?
    /// Sees each message of the handler before it is sent. Throwing keeps the message from being sent, and
    /// ends the call if the handler does not catch the error.
    public var onSent: MessageHook?
    /// Hears how a call has ended that `onBegin` has let pass, before the client does.
    public var onEnd: (@Sendable (EndedCall) -> Void)?

    public init(
        onBegin: (@Sendable (ServerCall) throws -> Void)? = nil, onReceived: MessageHook? = nil,
        onSent: MessageHook? = nil, onEnd: (@Sendable (EndedCall) -> Void)? = nil
    ) {
        self.onBegin = onBegin
        self.onReceived = onReceived
        self.onSent = onSent
        self.onEnd = onEnd
    }
}

/// A call that has ended on the server, as interceptors hear of it.
public struct EndedCall {
    /// As the handler had it.
    public let context: CallContext
    /// What the client is told.
    public let status: StatusCode
    /// What the handler, or what has refused the call, has thrown; nil when the call ended well.
    public let error: (any Error)?
    /// Since the first interceptor saw the call.
    public let duration: Duration
}

/// An RPC as a server's interceptors see it.
public struct ServedRPC: Sendable, Hashable {
    /// `package.Service/Name`.
    public let path: String
    public let kind: MethodKind
    /// Who may call it.
    public let access: Access
    public let priority: Priority
}
