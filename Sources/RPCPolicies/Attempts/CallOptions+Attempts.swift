import RollcallRPC

extension CallOptions {
    /// How often the call is tried by a client that makes calls again. Nil: as that client is configured.
    public var attempts: AttemptPolicy? {
        get { (beyond as? Choice)?.attempts }
        set { beyond = newValue.map(Choice.init) }
    }

    /// - Parameter attempts: how often the call is tried by a client that makes calls again.
    public init(
        timeout: Duration? = nil, metadata: Metadata = Metadata(), traceparent: String = "",
        compresses: Bool = false, waitsForReady: Bool = false,
        attempts: AttemptPolicy
    ) {
        self.init(
            timeout: timeout, metadata: metadata, traceparent: traceparent,
            compresses: compresses, waitsForReady: waitsForReady)
        self.attempts = attempts
    }

    /// A policy, apart from the options, which are copied often and mostly have none.
    private final class Choice: Sendable {
        let attempts: AttemptPolicy

        init(_ attempts: AttemptPolicy) {
            self.attempts = attempts
        }
    }
}
