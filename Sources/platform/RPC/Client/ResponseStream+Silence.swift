extension ResponseStream {
    /// The next message, or nil at the end. A server that says neither for a while is given up: the
    /// call may last for as long as messages come. If the connection was silent too, the next calls
    /// take another.
    ///
    /// - Parameter silence: how long to wait for the message.
    /// - Throws: `RPCError`: `deadlineExceeded` when nothing came, and the call is cancelled then;
    ///   as `next()` otherwise.
    public func next(within silence: Duration) async throws -> Response? {
        try await withThrowingTaskGroup(of: Response?.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await self.next() }
            group.addTask {
                try await Task.sleep(for: silence)
                throw RPCError(.deadlineExceeded, "the server has said nothing for \(silence)")
            }
            do {
                return try await group.next() ?? nil
            } catch {
                let isSilence = (error as? RPCError)?.code == .deadlineExceeded
                stream.cancel(isSilence ? .deadlineExceeded : .cancelled)
                throw error
            }
        }
    }
}
