extension ResponseStream {
    /// Gives each message to `body`, until the stream has ended in order.
    ///
    /// - Parameter silence: how long nothing may be heard before the stream counts as lost.
    /// - Throws: `RPCError`, `unavailable` when nothing was heard for too long; what `body` throws.
    package func readAll(
        silence: Duration, _ body: (Response) async throws -> Void
    ) async throws {
        let timer = SilenceTimer(silence)
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { if await timer.ends() { self.cancel() } }
            do {
                while let response = try await next() {
                    try await body(response)
                    timer.begin()
                }
            } catch  where timer.hasEnded {
                throw RPCError(.unavailable, "nothing was heard of the stream for too long")
            }
        }
    }
}
