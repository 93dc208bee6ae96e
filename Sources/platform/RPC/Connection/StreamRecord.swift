import NIOCore
import RollcallWire

/// What a connection knows about one call. It stays on the connection's event loop, like all of
/// `Connection`.
final class StreamRecord {
    let id: UInt32
    /// The application's end. On a server it is nil before the handler begins, and for a unary call
    /// with a complete request.
    @exclusivity(unchecked) var receiver: (any CallReceiver)?
    @exclusivity(unchecked) var sendCredit: SendCredit
    @exclusivity(unchecked) var receiveCredit: ReceiveCredit
    @exclusivity(unchecked) var assembler = MessageAssembler()
    /// The most bytes of a received message. On a server, what the RPC says.
    @exclusivity(unchecked) var maximumMessageSize: Int
    /// Credit of a message's parts, kept while an earlier message is unread.
    @exclusivity(unchecked) var keptCredit = 0
    /// Bytes of an unread message beyond its credit: the credit of its parts was returned early.
    @exclusivity(unchecked) var unreadBytes = 0
    /// Items to send, in order.
    @exclusivity(unchecked) var outgoing = ShortQueue<Outgoing>()
    /// Bytes of the messages in `outgoing`.
    @exclusivity(unchecked) var outgoingBytes = 0
    /// Whether the stream is in the connection's queue for sending.
    @exclusivity(unchecked) var isQueued = false
    @exclusivity(unchecked) var hasPeerEnded = false
    /// Whether this side's application has ended its messages.
    @exclusivity(unchecked) var hasEnded = false
    /// Whether the last sent fragment was not the end of its message.
    @exclusivity(unchecked) var isInsideMessage = false
    /// On a server, whether part of the handler was cancelled while it read or wrote. Then no
    /// message follows.
    @exclusivity(unchecked) var isGivenUp = false
    /// On a server, the call until its handler can begin. A handler begins once the single request
    /// is complete, or the first message of a stream has arrived.
    @exclusivity(unchecked) var incoming: PendingCall?
    /// On a server, the single request, until its end has arrived.
    @exclusivity(unchecked) var request: ByteBuffer?
    /// On a server, bytes of the single request held before its end has arrived, beyond its credit.
    @exclusivity(unchecked) var requestBytes = 0
    /// On a server, bytes of the single request that its handler holds.
    @exclusivity(unchecked) var handlerBytes = 0
    /// On a server, bytes that the call holds as long as its stream or its handler lasts.
    @exclusivity(unchecked) var ownBytes = 0
    /// On a server, whether the handler runs or waits for its turn.
    @exclusivity(unchecked) var hasHandler = false
    /// Whether the stream has ended on both sides.
    @exclusivity(unchecked) var isRemoved = false
    /// On a server, the call's share of the memory of its client, if a trusted proxy calls.
    @exclusivity(unchecked) var clientShare: MemoryShare?
    /// On a server, the calling account, once it is known.
    @exclusivity(unchecked) var userID: String?
    /// On a server, the call's share of the memory of that account. Set at the first flush at which
    /// the call holds memory.
    @exclusivity(unchecked) var accountShare: MemoryShare?
    /// On a server, whether the connection will settle these shares.
    @exclusivity(unchecked) var isUnsettled = false
    /// On a server, whether the handler has begun, and its caller is known as far as its RPC asks.
    @exclusivity(unchecked) var hasSlot = false
    /// What a handler that has waited for something counts against, until it ends. Boxed, as most
    /// handlers never wait.
    @exclusivity(unchecked) var share: Boxed<CallShare>?
    /// On a server, when the first message must have arrived; `distantFuture` once it has.
    @exclusivity(unchecked) var beginsBy = NIODeadline.distantFuture
    /// `distantFuture` for a call without a deadline.
    @exclusivity(unchecked) var deadline = NIODeadline.distantFuture
    /// On a server, whether the handler has returned and a reactor continues.
    @exclusivity(unchecked) var isByTurns = false
    /// On a server, the handler's task.
    @exclusivity(unchecked) var task: Task<Void, Never>?

    init(
        id: UInt32, receiver: (any CallReceiver)?, sendWindow: Int,
        _ configuration: ConnectionConfiguration
    ) {
        self.id = id
        self.receiver = receiver
        self.maximumMessageSize = configuration.maximumMessageSize
        self.sendCredit = SendCredit(sendWindow)
        self.receiveCredit = ReceiveCredit(
            configuration.streamWindow, growingTo: configuration.maximumStreamWindow)
    }

    /// On a server, the client of a trusted proxy, if one makes the call.
    var client: PeerUsage? { clientShare?.peer }

    /// Takes `keptCredit`, to be returned to the peer.
    func takeKeptCredit() -> Int {
        defer { keptCredit = 0 }
        return keptCredit
    }

    /// All bytes that the call holds.
    var heldBytes: Int {
        // Received and outgoing bytes are freed with the stream.
        guard !isRemoved else { return ownBytes + handlerBytes }
        return ownBytes + handlerBytes + assembler.heldBytes + requestBytes + receiveCredit.held
            + unreadBytes + outgoingBytes
    }

    /// When the call ends without further events.
    var nextDeadline: NIODeadline {
        min(deadline, beginsBy)
    }
}

/// One item to send on a stream.
enum Outgoing {
    typealias Sent = CheckedContinuation<Void, any Error>

    /// A message, or the rest of one. `isLast` ends this side of the stream with it.
    case message(ByteBuffer, isLast: Bool, sent: Sent?)
    /// The end of this side of the stream.
    case end
    /// The end of the call, from the server.
    case close(Close, FrameFlags)

    var isLast: Bool {
        switch self {
        case .message(_, let isLast, _): isLast
        case .end, .close: true
        }
    }
}
