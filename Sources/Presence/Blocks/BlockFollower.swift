import AccessTokens
import Logging
import RollcallAPI
import RollcallRPC

/// Follows Profile's stream of changes for as long as it runs, over every loss, and so knows who has
/// blocked whom, and how users are called.
///
/// What is told takes effect at once, and is then written: while the disk is full, blocks take effect all
/// the same. While Profile is out of reach, what was known last stands.
package struct BlockFollower: Sendable {
    /// How much is known.
    package enum Health: Sendable, Hashable {
        /// Nothing yet, so nobody's presence is shown.
        case starting
        /// Every block is known within a moment.
        case current
        /// Profile is out of reach, so what has changed since is not known.
        case lost
    }

    /// A place that is not yet written is written after so long, when nothing else is: to be told again
    /// what is no block costs little.
    private static let longestUnwritten = Duration.seconds(30)

    let profile: ProfileServiceClient
    let hub: PresenceHub
    /// Nil where several instances run: each reads all blocks when it starts.
    let store: PresenceStore?
    let pace: FollowingPace
    let logger: Logger

    /// Until it is cancelled.
    ///
    /// - Parameter onHealthChange: hears how much is known, at first and whenever that has changed.
    func run(
        from stored: ProfileCursor?, onHealthChange: @Sendable (Health) -> Void
    ) async {
        let names = NameReader(profile: profile, hub: hub, pace: pace, logger: logger)
        await withDiscardingTaskGroup { group in
            // Without a cursor the changes tell all names themselves.
            if stored != nil { group.addTask { await names.run() } }
            await followChanges(from: stored, onHealthChange: onHealthChange)
        }
    }

    private func followChanges(
        from stored: ProfileCursor?, onHealthChange: @Sendable (Health) -> Void
    ) async {
        var progress = Progress(written: stored)
        var failures = 0
        var told: String?
        onHealthChange(unknownHealth)
        while !Task.isCancelled {
            var isCurrent = false
            do {
                try await follow(&progress) {
                    if !isCurrent {
                        hub.withRoster { roster, _ in roster.followsProfile = true }
                        onHealthChange(.current)
                    }
                    (isCurrent, failures, told) = (true, 0, nil)
                }
                // In order: this process is to show anew that it is a service.
                try await Task.sleep(for: pace.firstPause)
            } catch {
                guard !Task.isCancelled else { return }
                hub.withRoster { roster, _ in roster.followsProfile = false }
                onHealthChange(unknownHealth)
                // Once, not at every attempt.
                if told != "\(error)" { log(error) }
                told = "\(error)"
                failures += 1
                let pause = pace.pause(afterFailures: failures, chance: .random(in: 0..<1))
                try? await Task.sleep(for: pause)
            }
        }
    }

    private var unknownHealth: Health {
        hub.withRoster { roster, _ in roster.knowsBlocks } ? .lost : .starting
    }

    /// Follows one stream to its end.
    ///
    /// - Parameter onCurrent: called as often as nothing is left to be told.
    private func follow(_ progress: inout Progress, onCurrent: () -> Void) async throws {
        let stream = try await profile.watchProfileChanges(
            WatchProfileChangesRequest(cursor: progress.told))
        while let response = try await stream.next(within: pace.silence) {
            let (news, names) = (try BlockNews(response), try NameNews(response))
            // A block before a name, which it may hide.
            hub.apply(news)
            hub.withRoster { roster, _ in roster.apply(names, from: .changes) }
            progress.told = news.cursor
            if let store, progress.needsWriting(news, after: Self.longestUnwritten) {
                do {
                    try await hub.keep(news, in: store)
                } catch {
                    // It is told again.
                    progress.told = progress.written
                    throw error
                }
                progress.noteWritten(news)
            }
            if news.isCurrent { onCurrent() }
        }
    }

    private func log(_ error: any Error) {
        let code = (error as? RPCError)?.code
        if code == .unauthenticated || code == .permissionDenied {
            logger.error(
                "Profile does not take this process for a service: compare --auth and --deployment of both",
                metadata: ["error": "\(error)"])
        } else {
            logger.warning("blocks are not followed", metadata: ["error": "\(error)"])
        }
    }
}

/// How far the stream was told, and how much of that is written.
private struct Progress {
    var told: ProfileCursor?
    private(set) var written: ProfileCursor?
    private var writtenAt = ContinuousClock.now
    /// Whether a copy that begins anew is not whole yet, as far as this run knows.
    private var isUnderWay = true

    init(written: ProfileCursor?) {
        (told, self.written) = (written, written)
    }

    func needsWriting(_ news: BlockNews, after longest: Duration) -> Bool {
        if !news.lists.isEmpty || news.replaces || isUnderWay { return true }
        return news.cursor != written && writtenAt + longest < .now
    }

    mutating func noteWritten(_ news: BlockNews) {
        (written, writtenAt) = (news.cursor, .now)
        isUnderWay = !news.isCurrent
    }
}
