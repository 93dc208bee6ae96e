import NIOCore
import RollcallWire

/// A call as a server's interceptors and handlers have it: its context, and its messages, still
/// encoded.
public struct ServerCall: Sendable {
    /// The only message of the client, when it came whole with the beginning of the call.
    let request: ReceivedRequest?
    /// Nil for a unary call whose request came whole: nothing else is received or sent on it.
    let stream: StreamHandle?
    public var context: CallContext
    /// Where the call gets its slot; nil in a call that was made by hand, for a test.
    var admission: CallAdmission?
    /// What interceptors want to know of the messages; nil when they want nothing.
    var hooks: MessageHooks?

    init(
        request: ReceivedRequest?, stream: StreamHandle?, context: CallContext,
        admission: CallAdmission? = nil
    ) {
        self.admission = admission
        self.request = request
        self.stream = stream
        self.context = context
    }

    /// The stream of a call that has one.
    var openStream: StreamHandle {
        get throws {
            guard let stream else { throw RPCError(.internal, "the call has no stream") }
            return stream
        }
    }
}
