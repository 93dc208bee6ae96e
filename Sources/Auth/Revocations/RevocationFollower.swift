import RollcallAPI
import RollcallCrypto

/// What one follower of the revocations has been told. A value: its handler keeps it.
struct RevocationFollower: Equatable, Sendable {
    /// Revocations in one message.
    static let partLimit = 1000

    /// Where it stands; `nil` when it has nothing that it can go on from.
    private var position: RevocationPosition?
    private var keyChanges: UInt64?

    /// - Parameter position: where an earlier stream ended.
    init(from position: RevocationPosition?) {
        self.position = position
    }

    /// A part of the stream.
    struct Part: Equatable, Sendable {
        /// What was told before is to be forgotten.
        var replaces: Bool
        var ids: [UUIDv7]
        /// Where the follower stands afterwards.
        var position: RevocationPosition
        var isCurrent: Bool
        var keysChanged: Bool
        fileprivate var keyChanges: UInt64
    }

    enum Step: Equatable, Sendable {
        case tell(Part)
        /// What comes next is only in the store: behind the one, and not beyond the other.
        case read(after: RevocationPosition, upTo: RevocationPosition)
    }

    func knowsAll(of log: RevocationLog, keyChanges: UInt64) -> Bool {
        position == log.position && self.keyChanges == keyChanges
    }

    /// What it is to be told next. That nothing has happened is worth telling, too.
    func step(_ log: RevocationLog, keyChanges: UInt64) -> Step {
        let start = start(log)
        guard let ids = log.ids(after: start.version, limit: Self.partLimit) else {
            return .read(after: start, upTo: log.position)
        }
        let end = start.version + UInt64(ids.count)
        return .tell(part(Array(ids), upTo: end, log, keyChanges))
    }

    /// The same, with what the store had.
    ///
    /// - Returns: `nil` when another epoch has begun since the store was asked.
    func part(
        _ stored: StoredRevocations, _ log: RevocationLog, keyChanges: UInt64
    ) -> Part? {
        guard stored.epoch == log.position.epoch else { return nil }
        // Without any, those between here and what is in memory were deleted: they do not matter.
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
            isCurrent: end == log.position, keysChanged: keyChanges != self.keyChanges,
            keyChanges: keyChanges)
    }
}
