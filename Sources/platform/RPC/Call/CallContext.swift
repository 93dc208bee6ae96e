import NIOCore

/// What a handler knows about the call that it answers.
public struct CallContext: Sendable {
    /// `package.Service/Name`.
    public let method: String
    /// What the client sent beside its messages.
    public var metadata: Metadata
    /// When the call ends with DEADLINE_EXCEEDED, even if its handler has not.
    public var deadline: ContinuousClock.Instant? {
        // An event loop's clock is another than Swift's, and few handlers ask.
        end.map { .now + .nanoseconds(($0 - .now()).nanoseconds) }
    }
    @CompactInstant var end: NIODeadline?
    /// W3C Trace Context `traceparent`, or empty.
    public internal(set) var traceparent: String
    /// Who is at the other end of the connection, as far as the transport knows.
    public internal(set) var peer: PeerIdentity
    /// Who calls, as the authenticator found out.
    public internal(set) var caller: Caller {
        get { identified?.value ?? .anonymous }
        set { identified = newValue == .anonymous ? nil : Boxed(newValue) }
    }
    /// The caller, apart from a context that is copied often.
    private var identified: Boxed<Caller>?

    public init(
        method: String,
        metadata: Metadata = Metadata(),
        traceparent: String = "",
        peer: PeerIdentity = .unidentified,
        caller: Caller = .anonymous
    ) {
        self.method = method
        self.metadata = metadata
        self.traceparent = traceparent
        self.peer = peer
        self.caller = caller
    }

    /// The options for a call that is made on behalf of this one: it ends no later, and belongs to
    /// the same trace. The caller's metadata, and with it the token, is not passed on.
    public func onward(timeout: Duration? = nil) -> CallOptions {
        let remaining = deadline.map { ContinuousClock.now.duration(to: $0) }
        let shorter = [remaining, timeout].compactMap(\.self).min()
        return CallOptions(timeout: shorter, traceparent: traceparent)
    }
}
