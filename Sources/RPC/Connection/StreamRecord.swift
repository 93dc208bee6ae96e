import NIOCore
import RollcallWire

/// What a connection knows about one call. It stays on the connection's event loop,
/// like everything of a `Connection`.
final class StreamRecord {
    let id: UInt32
    /// The application's end. Nil on a server whose handler has not begun, or has all that it needs
    /// and sends nothing but its answer.
    @exclusivity(unchecked) var receiver: (any CallReceiver)?
    @exclusivity(unchecked) var sendCredit: SendCredit
    @exclusivity(unchecked) var receiveCredit: ReceiveCredit
    @exclusivity(unchecked) var assembler = MessageAssembler()
    /// Credit of the parts of a message, which is kept as long as one before it is not taken.
    @exclusivity(unchecked) var keptCredit = 0
    /// Bytes of a message that waits to be taken, beyond its credit: that of its parts was given back.
    @exclusivity(unchecked) var unreadBytes = 0
    /// What is still to be sent, in order.
    @exclusivity(unchecked) var outgoing = ShortQueue<Outgoing>()
    /// Bytes of messages among that.
    @exclusivity(unchecked) var outgoingBytes = 0
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
    /// On a server, what is asked for, until there is something to run: a handler begins once the one
    /// request is whole, or the first of many is there.
    @exclusivity(unchecked) var incoming: PendingCall?
    /// On a server, the one request, until its end is there as well.
    @exclusivity(unchecked) var request: ReceivedMessage?
    /// On a server, bytes of the one request that are held before its end is there, beyond those that
    /// credit counts.
    @exclusivity(unchecked) var requestBytes = 0
    /// On a server, bytes of the one request that its handler holds.
    @exclusivity(unchecked) var handlerBytes = 0
    /// On a server, bytes that the call takes as long as its stream or its handler lasts.
    @exclusivity(unchecked) var ownBytes = 0
    /// On a server, whether the handler has begun, or waits for its turn, and has not ended.
    @exclusivity(unchecked) var hasHandler = false
    /// Whether the stream has ended on both sides.
    @exclusivity(unchecked) var isRemoved = false
    /// On a server, what the call holds of the memory of the trusted proxy's client for whom it calls.
    @exclusivity(unchecked) var clientShare: MemoryShare?
    /// On a server, the account that calls, once that is known.
    @exclusivity(unchecked) var userID: String?
    /// On a server, what the call holds of the memory of that account, from the first flush on that
    /// finds the call holding something.
    @exclusivity(unchecked) var accountShare: MemoryShare?
    /// On a server, whether the connection remembers to settle these shares.
    @exclusivity(unchecked) var isUnsettled = false
    /// On a server, that of a handler that has begun and whose caller is known.
    @exclusivity(unchecked) var slot: CallSlot?
    /// What a handler that has waited for something counts against, until it ends. Boxed, as most
    /// handlers never wait.
    @exclusivity(unchecked) var share: Boxed<CallShare>?
    /// On a server, when there must be something to run; `distantFuture` once there is.
    @exclusivity(unchecked) var beginsBy = NIODeadline.distantFuture
    /// `distantFuture` for a call that may last.
    @exclusivity(unchecked) var deadline = NIODeadline.distantFuture
    /// On a server, whether the handler has returned and a reactor goes on.
    @exclusivity(unchecked) var isByTurns = false
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

    /// On a server, the client of a trusted proxy for whom it calls.
    var client: PeerUsage? { clientShare?.peer }

    /// What `keptCredit` says, to be given back.
    func takeKeptCredit() -> Int {
        defer { keptCredit = 0 }
        return keptCredit
    }

    /// Bytes that are held of the call.
    var heldBytes: Int {
        // What was received and sent goes with the stream.
        guard !isRemoved else { return ownBytes + handlerBytes }
        return ownBytes + handlerBytes + assembler.heldBytes + requestBytes + receiveCredit.held
            + unreadBytes + outgoingBytes
    }

    /// When the call ends if nothing happens.
    var nextDeadline: NIODeadline {
        min(deadline, beginsBy)
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
