/// Answers the calls of one RPC.
typealias ServerHandler = @Sendable (ServerCall) async throws -> ServerReply

/// What stands around the handlers of a server: logging, metrics, limits.
///
/// An interceptor sees a call begin, its messages, and how it ends. It may refuse the call or a message. It never
/// waits, so that no frame of it stays on a handler's stack: there may be tens of thousands of streams, for days.
public protocol ServerInterceptor: Sendable {
    /// Whether it stands before the check of who may call. Then it sees the calls that the check refuses,
    /// but not who calls. By default it does not.
    var standsBeforeAuthorization: Bool { get }

    /// What it does with the calls of an RPC. Asked once for each RPC, when the server is made.
    ///
    /// - Returns: nil if it has no part in the RPC.
    func intercept(_ rpc: ServedRPC) -> Interception?
}

extension ServerInterceptor {
    public var standsBeforeAuthorization: Bool { false }
}

/// What an interceptor does with each call of one RPC.
public struct Interception: Sendable {
    /// Sees a call before its handler does, and may change it. What it throws ends the call.
    public var onBegin: (@Sendable (ServerCall) throws -> Void)?
    /// Sees each message of the client, decoded, before the handler has it. What it throws ends the call; a
    /// handler that reads a stream gets it in place of the message.
    public var onReceived: MessageHook?
    /// Sees each message of the handler before it is sent. What it throws, the handler gets, and the message
    /// is not sent.
    public var onSent: MessageHook?
    /// Hears how a call has ended, before the client does; not of a call that its own `onBegin` has refused.
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
    /// What the handler has thrown, or what refused the call; nil when the call ended well.
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
