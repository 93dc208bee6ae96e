/// What a handler knows about the call that it answers.
public struct CallContext: Sendable {
    /// `package.Service/Name`.
    public let method: String
    /// What the client sent beside its messages.
    public var metadata: Metadata
    /// When the call ends with DEADLINE_EXCEEDED, whoever is still at work.
    public let deadline: ContinuousClock.Instant?
    /// W3C Trace Context `traceparent`, or empty.
    public internal(set) var traceparent: String
    /// Who calls, as the authenticator found out.
    public internal(set) var caller: Caller = .anonymous

    public init(
        method: String,
        metadata: Metadata = Metadata(),
        deadline: ContinuousClock.Instant? = nil,
        traceparent: String = "",
        caller: Caller = .anonymous
    ) {
        self.method = method
        self.metadata = metadata
        self.deadline = deadline
        self.traceparent = traceparent
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
