/// The limits of a client.
public struct ClientConfiguration: Sendable {
    public var connection: ConnectionConfiguration
    /// How long a connection may take to open, and again a TLS handshake. HELLO has its own time.
    public var connectTimeout: Duration
    /// The pause before a connection that could not be opened is tried again.
    public var reconnectBackoff = Backoff()
    /// Whether to connect to other machines without TLS. If not, calls there fail with
    /// `failedPrecondition`.
    public var allowsPlaintext = true
    /// Calls that wait for a connection; one more fails with `resourceExhausted`.
    public var maximumWaitingCalls = 10_000

    public init(
        connection: ConnectionConfiguration = ConnectionConfiguration(),
        connectTimeout: Duration = .seconds(5)
    ) {
        self.connection = connection
        self.connectTimeout = connectTimeout
    }
}
