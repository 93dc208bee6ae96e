import RollcallRPC

extension CallOptions {
    /// How often the call is tried by a client that makes calls again. Nil: as that client is
    /// configured.
    public var attempts: AttemptPolicy? {
        get { (beyond as? Boxed<AttemptPolicy>)?.value }
        set { beyond = newValue.map(Boxed.init) }
    }

    /// - Parameter attempts: how often the call is tried by a client that makes calls again.
    public init(
        timeout: Duration? = nil, metadata: Metadata = Metadata(), traceparent: String = "",
        waitsForReady: Bool = false, attempts: AttemptPolicy
    ) {
        self.init(
            timeout: timeout, metadata: metadata, traceparent: traceparent,
            waitsForReady: waitsForReady)
        self.attempts = attempts
    }
}
