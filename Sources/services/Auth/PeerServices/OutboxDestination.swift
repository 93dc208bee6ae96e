/// A service that is told of outcomes. Telling it again is no error.
protocol OutboxDestination: Sendable {
    /// For the log.
    static var name: String { get }
    /// What it is told of.
    static var kinds: [OutboxItem.Kind] { get }

    /// - Returns: when the service has forgotten the user, in milliseconds since 1970, if that is
    ///   what it was told.
    /// - Throws: `RPCError`: `unavailable` when the service does not answer, others when it
    ///   refuses.
    func deliver(_ item: OutboxItem) async throws -> Int64?
}
