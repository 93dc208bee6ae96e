import RollcallWire

/// Answers the calls of one RPC. It returns what is left to send: the only message of a unary or
/// client-streaming call.
typealias ServerHandler = @Sendable (ServerCall) async throws -> (any Message)?

/// Code around the handlers of a server: logging, metrics, limits.
///
/// An interceptor sees a call begin, its messages, and how it ends. It may refuse the call or a
/// message. It never waits, so that it leaves no frame on a handler's stack: there may be tens of
/// thousands of streams, for days.
public protocol ServerInterceptor: Sendable {
    /// Whether it runs before authorization. Then it also sees the calls that authorization
    /// refuses, but does not know the caller. False by default.
    var standsBeforeAuthorization: Bool { get }

    /// What it does with the calls of an RPC. Asked once for each RPC, when the server is made.
    ///
    /// - Returns: nil if it ignores the RPC.
    func intercept(_ rpc: ServedRPC) -> Interception?
}

extension ServerInterceptor {
    public var standsBeforeAuthorization: Bool { false }
}

/// What an interceptor does with each call of one RPC.
public struct Interception: Sendable {
    /// Sees a call before its handler does, and may change it. An error that it throws ends the
    /// call.
    public var onBegin: (@Sendable (ServerCall) throws -> Void)?
    /// Sees each decoded message of the client before the handler does. An error that it throws
    /// ends the call; a handler that reads a stream gets the error instead of the message.
    public var onReceived: MessageHook?
    /// Sees each message of the handler before it is sent. If it throws, the message is not sent,
    /// and the handler gets the error.
    public var onSent: MessageHook?
    /// Sees how a call has ended, before the client does. Not called if its own `onBegin` has
    /// refused the call.
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

/// A call that has ended on the server, for interceptors.
public struct EndedCall {
    /// The handler's context.
    public let context: CallContext
    /// The status that the client gets.
    public let status: StatusCode
    /// The error of the handler, or of the refusal; nil when the call succeeded.
    public let error: (any Error)?
    /// The time since the first interceptor saw the call.
    public let duration: Duration
    var span: TraceSpan?
}
