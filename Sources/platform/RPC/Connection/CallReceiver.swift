import NIOCore
import RollcallWire

/// The application's end of a call, as its connection feeds it, on the connection's event loop.
protocol CallReceiver: AnyObject, Sendable {
    /// The id of the call's stream, 0 while the call waits for its turn to be opened. It is read
    /// and set on the event loop of the connection only.
    var id: UInt32 { get set }

    /// - Returns: whether the message was taken at once, so that its credit goes back now.
    func deliver(_ message: ByteBuffer, cost: Int) -> Bool

    /// Ends the call once the messages that are there have been taken.
    ///
    /// - Parameter error: nil if it ends well.
    func end(_ error: RPCError?)

    /// Ends the call at once.
    func abort(_ error: RPCError)

    /// Whether a message waits that the application has not taken.
    var hasUnread: Bool { get }

    /// Whether the application gave the call up before it was opened.
    var isAborted: Bool { get }

    /// Why nothing can be sent on the call any more.
    var failure: RPCError { get }
}

/// The first and only message of a caller, which is encoded where it is sent from.
protocol RequestSource: AnyObject, Sendable {
    func writeRequest(into buffer: inout ByteBuffer)
}

extension CallReceiver {
    var hasUnread: Bool { false }

    var failure: RPCError {
        RPCError(.cancelled, "the call has ended")
    }
}

/// The only message of a unary or server-streaming call.
final class OnlyRequest<Request: Message>: RequestSource {
    private let request: Request

    init(_ request: Request) {
        self.request = request
    }

    func writeRequest(into buffer: inout ByteBuffer) {
        request.serialize(into: &buffer)
    }
}
