import RollcallWire

/// Which side of a call sends many messages.
public enum MethodKind: Sendable, Hashable {
    case unary, clientStreaming, serverStreaming, bidirectional
}

/// Who may call an RPC, as it is written beside the RPC in the .proto. The numbers are those of
/// `rollcall.rpc.v1.Access`.
public enum Access: UInt64, Sendable, Hashable {
    /// Anyone, signed in or not.
    case anyone = 1
    /// A signed-in user.
    case user = 2
    /// A signed-in user, acting on what is theirs alone.
    case owner = 3
    /// Another service, or the operator.
    case service = 4
    /// An administrator, or the operator.
    case admin = 5
    /// Auth alone, or the operator.
    case auth = 6
    /// Anyone; a caller who shows a token is known by it.
    case anyoneOrUser = 7
}

/// One RPC of the contract.
public struct Method<Request: Message, Response: Message>: Sendable {
    let rpc: ServedRPC
    /// Whether a client may make a call again if it does not know whether the call was done: by the
    /// RPC's `idempotency_level`.
    public let isRepeatable: Bool
    /// Whether a session that was opened or proved lately replaces the request's proof.
    public let acceptsFreshSession: Bool
    /// Whether the request's proof needs a code of the account's second factor, if it has one.
    public let asksForFactor: Bool

    public init(
        service: String, name: String, kind: MethodKind, access: Access,
        priority: Priority = .ordinary, limit: CallLimit? = nil, maximumRequestSize: Int = 4096,
        isRepeatable: Bool = false, acceptsFreshSession: Bool = false, asksForFactor: Bool = false
    ) {
        self.isRepeatable = isRepeatable
        self.acceptsFreshSession = acceptsFreshSession
        self.asksForFactor = asksForFactor
        rpc = ServedRPC(
            path: "\(service)/\(name)", kind: kind, access: access, priority: priority,
            limit: limit, maximumRequestSize: maximumRequestSize)
    }

    /// `package.Service/Name`, as in the OPEN frame.
    public var path: String { rpc.path }
    public var kind: MethodKind { rpc.kind }
    public var access: Access { rpc.access }
    public var limit: CallLimit? { rpc.limit }
}

/// An RPC as a server's interceptors see it.
public struct ServedRPC: Sendable, Hashable {
    /// `package.Service/Name`.
    public let path: String
    public let kind: MethodKind
    /// The callers that may call it.
    public let access: Access
    public let priority: Priority
    /// How often a caller may call it; nil for no limit.
    public var limit: CallLimit?
    /// The most bytes of a request message.
    public let maximumRequestSize: Int
}
