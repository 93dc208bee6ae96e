import RollcallRPC

/// Runs `body`, and cancels it when it takes longer than `limit`.
///
/// - Throws: `RPCError` (`deadlineExceeded`), or what `body` throws.
func withTimeLimit<Result: Sendable>(
    _ limit: Duration, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw RPCError(.deadlineExceeded, "the call took longer than \(limit)")
        }
        guard let result = try await group.next() else { throw CancellationError() }
        return result
    }
}
