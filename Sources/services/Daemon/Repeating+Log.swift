import Logging

/// Does something again and again until the task is cancelled, and once more then. That it fails is
/// logged once, and again after it did not.
///
/// - Parameter round: returns why it failed.
func repeating(
    every pause: Duration, _ logger: Logger, _ sentence: Logger.Message,
    _ round: () async -> String?
) async throws {
    var hasFailed = false
    while true {
        let failure = await round()
        if let failure, !hasFailed { logger.warning(sentence, metadata: ["error": "\(failure)"]) }
        hasFailed = failure != nil
        do {
            try await Task.sleep(for: pause)
        } catch {
            _ = await round()
            throw error
        }
    }
}
