/// What a caller says about one call.
public struct CallOptions: Sendable {
    /// How long the caller waits for the end of the call. Nil: as long as the server allows.
    public var timeout: Duration?
    /// What is sent beside the messages.
    public var metadata: Metadata
    /// W3C Trace Context `traceparent`, or empty.
    public var traceparent: String
    /// How messages of 1 KiB and more are compressed, in both directions; nil for not at all. A
    /// server that does not know it sends and gets them as they are.
    public var compression: MessageCompression?
    /// Whether the call waits for a connection while none can be opened, within its timeout.
    /// Otherwise it then fails at once with `unavailable`.
    public var waitsForReady: Bool
    /// How often the call is tried. Nil: as the client is configured.
    public var attempts: AttemptPolicy?
    /// Takes down what the server says beside the answer of a unary call.
    var record: CallRecord?

    public init(
        timeout: Duration? = nil, metadata: Metadata = Metadata(), traceparent: String = "",
        compression: MessageCompression? = nil, waitsForReady: Bool = false,
        attempts: AttemptPolicy? = nil
    ) {
        self.timeout = timeout
        self.metadata = metadata
        self.traceparent = traceparent
        self.compression = compression
        self.waitsForReady = waitsForReady
        self.attempts = attempts
    }
}
