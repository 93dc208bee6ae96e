/// What a caller says about one call.
public struct CallOptions: Sendable {
    /// How long the caller waits for the end of the call. Nil: as long as the server allows.
    public var timeout: Duration?
    /// What is sent beside the messages.
    public var metadata: Metadata
    /// W3C Trace Context `traceparent`, or empty.
    public var traceparent: String

    public init(
        timeout: Duration? = nil, metadata: Metadata = Metadata(), traceparent: String = ""
    ) {
        self.timeout = timeout
        self.metadata = metadata
        self.traceparent = traceparent
    }
}
