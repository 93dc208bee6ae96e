import NIOCore
import RollcallWire

/// A call as a server's interceptors and handlers have it: its context, and the stream of its
/// messages, still encoded.
public struct ServerCall: Sendable {
    let stream: StreamHandle
    public var context: CallContext

    init(stream: StreamHandle, context: CallContext) {
        self.stream = stream
        self.context = context
    }
}
