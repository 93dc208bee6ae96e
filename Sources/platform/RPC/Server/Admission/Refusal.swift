import Metrics
import NIOCore
import RollcallWire

/// Thrown for a call that is not taken up, through the interceptors that have let it pass.
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
    private init(
        _ reason: String, _ message: String, pause: Duration, _ details: AnswerDetails
    ) {
        var error = details.completing(.overload(message, retryAfter: pause))
        error.wasNotProcessed = true
        self.error = error
        self.meta = Close(error).buffer
        self.counter = Counter(
            label: "rpc.server.calls.refused", dimensions: [("reason", reason)])
    }

    func count() {
        counter.increment()
    }

    /// All that a server has. To a client they are all the same: there is too much to do.
    struct Reasons: Sendable {
        let overload: Refusal
        let concurrency: Refusal
        let handlers: Refusal
        let share: Refusal
        let streams: Refusal

        init(_ details: AnswerDetails) {
            overload = Refusal(
                "overload", "the server is overloaded; wait before the next attempt",
                pause: .milliseconds(100), details)
            concurrency = Refusal(
                "concurrency", "too many calls of this RPC run at once",
                pause: .milliseconds(100), details)
            handlers = Refusal(
                "handlers", "too many calls run at once on this server",
                pause: .milliseconds(100), details)
            share = Refusal(
                "share", "too many calls of this address or account at once",
                pause: .milliseconds(100), details)
            streams = Refusal(
                "streams", "too many calls at once on this connection",
                pause: .milliseconds(10), details)
        }
    }
}
