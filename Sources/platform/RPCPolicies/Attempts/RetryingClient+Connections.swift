import RollcallRPC

/// What a client of connections does beside making calls.
extension RetryingClient where Base == NetworkClient {
    /// How the client stands to its servers.
    public var connectivity: ConnectivityState { base.connectivity }

    /// Opens connections before there are calls for them: see `NetworkClient.connect`.
    ///
    /// - Throws: `RPCError` (`unavailable`, `deadlineExceeded`).
    public func connect(
        connections: Int = 1, timeout: Duration? = nil, waitsForReady: Bool = false
    ) async throws {
        try await base.connect(
            connections: connections, timeout: timeout, waitsForReady: waitsForReady)
    }

    /// Ends the connections and their calls, and takes no more.
    public func close() {
        base.close()
    }
}
