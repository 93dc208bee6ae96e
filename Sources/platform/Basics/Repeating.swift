/// Does something again and again until the task is cancelled.
///
/// - Parameters:
///   - pause: between two rounds.
///   - signal: ends a pause early.
///   - failed: is told why a round failed. The next round begins after the pause.
package func repeating(
    every pause: Duration, orAt signal: AsyncSignal? = nil, _ round: () async throws -> Void,
    failed: (any Error) -> Void
) async {
    while !Task.isCancelled {
        do {
            try await round()
        } catch is CancellationError {
            return
        } catch {
            failed(error)
        }
        if let signal {
            await signal.wait(atMost: pause)
        } else {
            try? await Task.sleep(for: pause)
        }
    }
}
