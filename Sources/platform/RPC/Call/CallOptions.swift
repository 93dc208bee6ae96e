/// What a caller says about one call.
public struct CallOptions: Sendable {
    /// How long the caller waits for the end of the call. Nil: as long as the server allows.
    public var timeout: Duration?
    /// What is sent beside the messages.
    public var metadata: Metadata
    /// W3C Trace Context `traceparent`, or empty.
    public var traceparent: String
    /// Whether the call waits for a connection while none can be opened, within its timeout.
    /// Otherwise it then fails at once with `unavailable`.
    public var waitsForReady: Bool
    /// What the caller says to a client that stands around that of the connections; it is only
    /// passed on.
    package var beyond: (any AnyObject & Sendable)?

    public init(
        timeout: Duration? = nil, metadata: Metadata = Metadata(), traceparent: String = "",
        waitsForReady: Bool = false
    ) {
        self.timeout = timeout
        self.metadata = metadata
        self.traceparent = traceparent
        self.waitsForReady = waitsForReady
    }
}
