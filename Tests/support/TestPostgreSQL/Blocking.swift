import Foundation

/// Runs what blocks on a thread of its own: tasks have as many threads as there are processors, and
/// other tests would stand still.
package func blocking<T: Sendable>(
    _ body: @escaping @Sendable () throws -> T
) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
}
