import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request that was sent, and its answer as it comes. One task reads it.
final class Exchange: Sendable {
    let incoming: Incoming
    private let task: URLSessionTask
    private let parts: Locked<AsyncThrowingStream<Part, any Error>.AsyncIterator>

    enum Part: Sendable {
        case head(AnswerHead)
        case bytes(Data)
    }

    init(_ task: URLSessionTask, limit: Int, sent: (@Sendable (Int64) -> Void)?) {
        let (stream, continuation) = AsyncThrowingStream<Part, any Error>.makeStream()
        self.task = task
        incoming = Incoming(continuation, limit: limit, sent: sent)
        parts = Locked(stream.makeAsyncIterator())
    }

    deinit { task.cancel() }

    /// The head, first; then bytes until the answer ends.
    ///
    /// - Throws: `RollcallError`.
    func next() async throws(RollcallError) -> Part? {
        var iterator = parts.withLock { $0 }
        do {
            let part = try await iterator.next()
            if part == nil, Task.isCancelled { throw CancellationError() }
            if case .bytes(let bytes) = part { incoming.wasRead(bytes.count) }
            return part
        } catch {
            throw RollcallError(error)
        }
    }

    /// Ends the exchange if a part of the work on it takes longer.
    func within<Result>(
        _ limit: Duration, _ work: () async throws(RollcallError) -> Result
    ) async throws(RollcallError) -> Result {
        let timer = Task { [incoming, task] in
            try await Task.sleep(for: limit)
            incoming.finish(RollcallError.late)
            task.cancel()
        }
        defer { timer.cancel() }
        return try await work()
    }

    /// What the session has received.
    final class Incoming: Sendable {
        private struct State {
            var hasHead = false
            var unread = 0
        }

        private let continuation: AsyncThrowingStream<Part, any Error>.Continuation
        private let limit: Int
        let sent: (@Sendable (Int64) -> Void)?
        private let state = Locked(State())

        fileprivate init(
            _ continuation: AsyncThrowingStream<Part, any Error>.Continuation, limit: Int,
            sent: (@Sendable (Int64) -> Void)?
        ) {
            (self.continuation, self.limit, self.sent) = (continuation, limit, sent)
        }

        /// - Returns: whether the rest shall be sent: not when it says itself that it is too large.
        @discardableResult func receive(head response: URLResponse) -> Bool {
            guard response.expectedContentLength <= Int64(limit) else {
                continuation.finish(throwing: RollcallError.tooLarge(limit))
                return false
            }
            let isFirst = state.withLock { state in
                defer { state.hasHead = true }
                return !state.hasHead
            }
            if isFirst, let response = response as? HTTPURLResponse {
                continuation.yield(.head(AnswerHead(response)))
            }
            return true
        }

        func receive(_ bytes: Data, of task: URLSessionTask) {
            let unread = state.withLock { state in
                state.unread += bytes.count
                return state.unread
            }
            guard unread <= limit else {
                continuation.finish(throwing: RollcallError.tooLarge(limit))
                return task.cancel()
            }
            continuation.yield(.bytes(bytes))
        }

        func finish(_ error: (any Error)?) { continuation.finish(throwing: error) }

        fileprivate func wasRead(_ count: Int) { state.withLock { $0.unread -= count } }
    }
}
