import NIOCore
import RollcallWire

/// What a connection knows about one call. It stays on the connection's event loop,
/// like everything of a `Connection`.
final class StreamRecord {
    let id: UInt32
    /// The application's end. Nil on a server whose handler has all that it needs and sends nothing
    /// but its answer.
    let receiver: (any CallReceiver)?
    @exclusivity(unchecked) var sendCredit: SendCredit
    @exclusivity(unchecked) var receiveCredit: ReceiveCredit
    @exclusivity(unchecked) var assembler = MessageAssembler()
    /// What is still to be sent, in order.
    @exclusivity(unchecked) var outgoing = ShortQueue<Outgoing>()
    /// Whether the stream stands in the connection's queue of those whose turn comes.
    @exclusivity(unchecked) var isQueued = false
    @exclusivity(unchecked) var hasPeerEnded = false
    /// Whether this side's application has said that it sends no more.
    @exclusivity(unchecked) var hasEnded = false
    /// Whether the last fragment that was sent is not the end of its message.
    @exclusivity(unchecked) var isInsideMessage = false
    /// On a server, whether a part of the handler was cancelled while it read or wrote: no message
    /// follows.
    @exclusivity(unchecked) var isGivenUp = false
    /// Whether long messages of this side are compressed.
    @exclusivity(unchecked) var compresses = false
    /// Whether a message was received, or, on a server, sent: no initial metadata follows.
    @exclusivity(unchecked) var hasMessage = false
    /// On a server, what the handler says at the end of a call that ends well.
    @exclusivity(unchecked) var trailers = Metadata()
    /// On a server, bytes of the request beyond those that arrived, because they were compressed.
    @exclusivity(unchecked) var inflatedBytes = 0
    @exclusivity(unchecked) var deadline: NIODeadline?
    /// The handler, on a server.
    @exclusivity(unchecked) var task: Task<Void, Never>?

    init(
        id: UInt32, receiver: (any CallReceiver)?, sendWindow: Int,
        _ configuration: ConnectionConfiguration
    ) {
        self.id = id
        self.receiver = receiver
        self.sendCredit = SendCredit(sendWindow)
        self.receiveCredit = ReceiveCredit(
            configuration.streamWindow, growingTo: configuration.maximumStreamWindow)
    }
}

/// One thing that waits to be sent on a stream.
enum Outgoing {
    typealias Sent = CheckedContinuation<Void, any Error>

    /// A message, or the rest of one; `isLast` ends this side of the stream with it. `isCompressed`
    /// is said with the first part only.
    case message(ByteBuffer, isLast: Bool, isCompressed: Bool = false, sent: Sent?)
    /// The end of this side of the stream.
    case end
    /// What a server says before its first message.
    case initialMetadata(Metadata)
    /// The end of the call, from the server.
    case close(Close, FrameFlags)

    var isLast: Bool {
        switch self {
        case .message(_, let isLast, _, _): isLast
        case .end, .close: true
        case .initialMetadata: false
        }
    }
}
