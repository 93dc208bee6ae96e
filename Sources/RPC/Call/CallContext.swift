import NIOCore

/// What a handler knows about the call that it answers.
public struct CallContext: Sendable {
    /// `package.Service/Name`.
    public let method: String
    /// What the client sent beside its messages.
    public let metadata: Metadata
    /// When the call ends with DEADLINE_EXCEEDED, whoever is still at work.
    public var deadline: ContinuousClock.Instant? { end?.instant }
    /// W3C Trace Context `traceparent`, or empty.
    public let traceparent: String
    /// Who calls, as the authenticator found out.
    public internal(set) var caller: Caller = .anonymous
    private let end: End?

    public init(
        method: String,
        metadata: Metadata = Metadata(),
        deadline: ContinuousClock.Instant? = nil,
        traceparent: String = "",
        caller: Caller = .anonymous
    ) {
        self.method = method
        self.metadata = metadata
        self.end = deadline.map(End.instant)
        self.traceparent = traceparent
        self.caller = caller
    }

    init(method: String, metadata: Metadata, end: NIODeadline?, traceparent: String) {
        self.method = method
        self.metadata = metadata
        self.end = end.map(End.onEventLoop)
        self.traceparent = traceparent
    }

    /// When the call ends. An event loop's clock is another than Swift's, and few handlers ask.
    private enum End: Sendable {
        case instant(ContinuousClock.Instant)
        case onEventLoop(NIODeadline)

        var instant: ContinuousClock.Instant {
            switch self {
            case .instant(let instant): instant
            case .onEventLoop(let end): .now + .nanoseconds((end - .now()).nanoseconds)
            }
        }
    }

    /// The options for a call that is made on behalf of this one: it ends no later, and belongs to
    /// the same trace. The caller's metadata, and with it the token, is not passed on.
    public func onward(timeout: Duration? = nil) -> CallOptions {
        let remaining = deadline.map { ContinuousClock.now.duration(to: $0) }
        let shorter = [remaining, timeout].compactMap(\.self).min()
        return CallOptions(timeout: shorter, traceparent: traceparent)
    }
}
