import AccessTokens
import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Follows Profile's stream of changes until it is cancelled, and reconnects after every loss. So
/// this process knows the blocks between users, and their names.
///
/// Changes take effect immediately and are written afterwards, so that blocks apply even while the
/// disk is full. While Profile is unreachable, the last known state stays in effect.
package struct BlockFollower: Sendable {
    /// How current the copy of the blocks is.
    package enum Health: Sendable, Hashable {
        /// Nothing is known yet, so no presence is shown.
        case starting
        /// A block arrives within a moment.
        case current
        /// Profile is unreachable or has not sent everything, so newer changes may be unknown.
        case lost
    }

    let profile: ProfilePeerServiceClient
    let hub: PresenceHub
    /// Nil with several instances: each reads all blocks when it starts.
    let store: PresenceStore?
    let pace: FollowingPace
    let logger: Logger

    /// Runs until it is cancelled. Reads everything first, then the changes. A lost stream
    /// continues from its cursor.
    ///
    /// - Parameter onHealthChange: called at the start and after every change of the health.
    func run(onHealthChange: @Sendable (Health) -> Void) async {
        var progress = Progress()
        onHealthChange(unknownHealth)
        let follower = Follower(
            pace, lost: "blocks are not followed",
            refused: """
                Profile does not take this process for a service: compare --auth and --deployment \
                of both
                """, logger)
        await follower.run { onCurrent in
            try await follow(&progress) { isFirst in
                onCurrent()
                guard isFirst else { return }
                hub.withRoster { roster, _ in roster.blocks.isCurrent = true }
                onHealthChange(.current)
            }
        } onEnd: { end in
            guard end == .lost else { return }
            hub.withRoster { roster, _ in roster.blocks.isCurrent = false }
            onHealthChange(unknownHealth)
        }
    }

    private var unknownHealth: Health {
        hub.withRoster { roster, _ in roster.blocks.isKnown } ? .lost : .starting
    }

    /// Follows one stream to its end.
    ///
    /// - Parameter onCurrent: called each time that the stream has no more to send, with whether
    ///   this is the first time.
    private func follow(
        _ progress: inout Progress, onCurrent: (_ isFirst: Bool) -> Void
    ) async throws {
        var isFirst = true
        let stream = try await profile.watchProfileChanges(
            WatchProfileChangesRequest(cursor: progress.cursor))
        while let response = try await stream.next(within: pace.silence) {
            let news = try ProfileNews(response)
            progress.note(hub.apply(news))
            progress.cursor = news.cursor
            if let store, !progress.unwritten.isEmpty || news.isCurrent && !progress.isWhole {
                let lists = Array(progress.unwritten.values)
                try await hub.keep(lists, isCurrent: news.isCurrent, in: store)
                (progress.unwritten, progress.isWhole) = ([:], news.isCurrent)
            }
            guard news.isCurrent else { continue }
            onCurrent(isFirst)
            isFirst = false
        }
    }
}

extension BlockFollower {
    /// How far the stream was received and written.
    struct Progress {
        var cursor: ProfileChangeCursor?
        /// The latest list of each user whose list takes effect, and could not be written.
        var unwritten: [UUIDv7: BlockList] = [:]
        /// Whether nothing that belongs with the written lists is missing.
        var isWhole = false

        /// Records lists that are to be written. They replace earlier ones of the same users.
        mutating func note(_ lists: [BlockList]) {
            for list in lists { unwritten[list.user] = list }
        }
    }
}
