import Logging
import RollcallRPC

/// Follows a stream of another service for as long as it runs, over every loss.
package struct Follower: Sendable {
    /// Why a stream is followed no more. Another one follows.
    package enum End: Sendable {
        /// The token of a current stream has expired. The next stream has a new one.
        case expired
        case lost
    }

    let pace: FollowingPace
    /// What is logged when the stream is lost, and when the other service takes this process for
    /// none.
    let lost, refused: String
    let logger: Logger

    package init(_ pace: FollowingPace, lost: String, refused: String, _ logger: Logger) {
        (self.pace, self.lost, self.refused, self.logger) = (pace, lost, refused, logger)
    }

    /// Runs until it is cancelled.
    ///
    /// - Parameters:
    ///   - follow: follows one stream to its end. It calls its argument when the stream has told
    ///     everything.
    ///   - onEnd: called after the end of each stream.
    package func run(
        _ follow: (_ onCurrent: () -> Void) async throws -> Void, onEnd: (End) -> Void
    ) async {
        var failures = 0
        var logged: String?
        while !Task.isCancelled {
            var isCurrent = false
            var reason: any Error = RPCError(.unavailable, "the other service has ended the stream")
            do {
                try await follow { (isCurrent, failures, logged) = (true, 0, nil) }
            } catch {
                reason = error
            }
            guard !Task.isCancelled else { return }
            let code = (reason as? RPCError)?.code
            if isCurrent, code == .unauthenticated {
                onEnd(.expired)
                try? await Task.sleep(for: pace.firstPause)
                continue
            }
            onEnd(.lost)
            failures += 1
            let isRefused = code == .unauthenticated || code == .permissionDenied
            let level = isRefused ? .error : pace.level(ofFailure: failures)
            // Once at each level, not at every attempt.
            if logged != "\(level) \(reason)" {
                logger.log(
                    level: level, "\(isRefused ? refused : lost)",
                    metadata: ["error": "\(reason)"])
            }
            logged = "\(level) \(reason)"
            try? await Task.sleep(for: pace.pause(afterFailures: failures))
        }
    }
}
