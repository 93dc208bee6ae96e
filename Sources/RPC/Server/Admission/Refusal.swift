import Metrics
import NIOCore
import RollcallWire

/// A call that was not taken up, as the interceptors around the check of it see that.
struct RefusedCall: Error {
    let refusal: Refusal
}

/// Why a server does not take a call up. The CLOSE that says so is encoded once.
struct Refusal: Sendable {
    let error: RPCError
    /// The meta of the CLOSE.
    let meta: ByteBuffer
    private let counter: Counter

    /// - Parameters:
    ///   - reason: a value of the dimension `reason` of `rpc.server.calls.refused`.
    ///   - pause: how long the client waits before it tries again.
    private init(_ reason: String, _ code: StatusCode, _ message: String, pause: Duration) {
        var error = RPCError(code, message, wasNotProcessed: true)
        error.pushBack(by: pause)
        self.error = error
        self.meta = Close(error).buffer
        self.counter = Counter(
            label: "rpc.server.calls.refused", dimensions: [("reason", reason)])
    }

    func count() {
        counter.increment()
    }

    /// All that a server has.
    struct Reasons: Sendable {
        let overload = Refusal(
            "overload", .unavailable, "the server is overloaded; wait before the next attempt",
            pause: .milliseconds(100))
        let concurrency = Refusal(
            "concurrency", .unavailable, "too many calls of this RPC run at once",
            pause: .milliseconds(100))
        let handlers = Refusal(
            "handlers", .unavailable, "too many calls run at once on this server",
            pause: .milliseconds(100))
        let share = Refusal(
            "share", .unavailable, "too many calls of this address or account run at once",
            pause: .milliseconds(100))
        let streams = Refusal(
            "streams", .resourceExhausted, "too many calls at once on this connection",
            pause: .milliseconds(10))
    }
}
