import RollcallAPI
import RollcallCrypto

/// The state of one follower of the revocations, as a value. Its handler keeps it.
struct RevocationFollower: Equatable, Sendable {
    /// The most revocations in one message.
    static let partLimit = 1000

    /// The follower's position; `nil` if it cannot continue from one.
    private var position: RevocationPosition?
    private var keyChanges: UInt64?

    /// - Parameter position: the end of an earlier stream.
    init(from position: RevocationPosition?) {
        self.position = position
    }

    /// A part of the stream.
    struct Part: Equatable, Sendable {
        /// Whether the follower must drop everything that it was told before.
        var replaces: Bool
        var ids: [UUIDv7]
        /// The follower's position afterwards.
        var position: RevocationPosition
        var isCurrent: Bool
        var hasNewKeys: Bool
        fileprivate var keyChanges: UInt64
    }

    enum Step: Equatable, Sendable {
        case tell(Part)
        /// The next revocations are only in the store: after the first position, up to the second.
        case read(after: RevocationPosition, upTo: RevocationPosition)
    }

    /// The next step. An empty part is also sent, as a sign that nothing has happened.
    func step(_ log: RevocationLog, keyChanges: UInt64) -> Step {
        let start = start(log)
        guard let ids = log.ids(after: start.version, limit: Self.partLimit) else {
            return .read(after: start, upTo: log.position)
        }
        let end = start.version + UInt64(ids.count)
        return .tell(part(Array(ids), upTo: end, log, keyChanges))
    }

    /// The next part, with the revocations from the store.
    ///
    /// - Returns: `nil` if another epoch has begun since the store was read.
    func part(
        _ stored: StoredRevocations, _ log: RevocationLog, keyChanges: UInt64
    ) -> Part? {
        guard stored.epoch == log.position.epoch else { return nil }
        // Without any, those up to the ones in memory were deleted, as they no longer matter.
        let end = stored.lastVersion ?? max(start(log).version, log.start)
        return part(stored.ids, upTo: end, log, keyChanges)
    }

    mutating func wasTold(_ part: Part) {
        position = part.position
        keyChanges = part.keyChanges
    }

    private func start(_ log: RevocationLog) -> RevocationPosition {
        if let position, position.epoch == log.position.epoch { return position }
        return RevocationPosition(epoch: log.position.epoch, version: 0)
    }

    private func part(
        _ ids: [UUIDv7], upTo version: UInt64, _ log: RevocationLog, _ keyChanges: UInt64
    ) -> Part {
        let end = RevocationPosition(epoch: log.position.epoch, version: version)
        return Part(
            replaces: position?.epoch != end.epoch, ids: ids, position: end,
            isCurrent: end == log.position, hasNewKeys: keyChanges != self.keyChanges,
            keyChanges: keyChanges)
    }
}
