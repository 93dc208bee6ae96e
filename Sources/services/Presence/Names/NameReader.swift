import AccessTokens
import Logging
import RollcallAPI
import RollcallRPC

/// Reads the names of all users once, while they are missing: after a start nobody's name is known, though
/// blocks are. A full read is about two messages for each thousand users.
struct NameReader: Sendable {
    let profile: ProfileServiceClient
    let hub: PresenceHub
    let pace: FollowingPace
    let logger: Logger

    /// Until all names are known, or it is cancelled.
    func run() async {
        var failures = 0
        while !Task.isCancelled, hub.withRoster({ roster, _ in roster.names.progress.isMissing }) {
            do {
                try await read()
                failures = 0
            } catch {
                guard !Task.isCancelled else { return }
                // Why it failed, the stream of changes says.
                logger.debug("names were not read", metadata: ["error": "\(error)"])
                failures += 1
                let pause = pace.pause(afterFailures: failures, chance: .random(in: 0..<1))
                try? await Task.sleep(for: pause)
            }
        }
    }

    private func read() async throws {
        let stream = try await profile.watchProfileChanges(WatchProfileChangesRequest())
        defer { stream.cancel() }
        while let response = try await stream.next(within: pace.silence) {
            let news = try NameNews(response)
            let isMissing = hub.withRoster { roster, _ in
                roster.apply(news, from: .everybody)
                return roster.names.progress.isMissing
            }
            // What comes now, the other stream tells, too.
            if !isMissing { break }
        }
        try await Task.sleep(for: pace.firstPause)
    }
}
