import RollcallBasics
import RollcallRPC

/// Runs `body`, and cancels it when it takes longer than `limit`.
///
/// - Throws: `RPCError` (`deadlineExceeded`), or what `body` throws.
func withTimeLimit(
    _ limit: Duration, _ body: @escaping @Sendable () async throws -> Void
) async throws {
    try await untilFirstEnds([
        body,
        {
            try await Task.sleep(for: limit)
            throw RPCError(.deadlineExceeded, "the call took longer than \(limit)")
        },
    ])
}
