import RollcallBasics

/// Runs what blocks on a thread of its own.
///
/// - Throws: what `body` throws.
func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        let code = startThread { continuation.resume(with: Result(catching: body)) }
        guard code != 0 else { return }
        continuation.resume(throwing: PhotoProgramError.notStarted("a thread", code))
    }
}
