import RollcallCrypto

/// The newest revocations of an epoch, in memory: what those who follow closely are told from.
struct RevocationLog: Sendable {
    /// Revocations that are kept; older ones are in the store, as long as they matter.
    static let capacity = 100_000

    /// Where the stream stands.
    private(set) var position: RevocationPosition
    /// Those before `position`, without a gap. Up to twice as many as are kept, so that dropping
    /// the older half costs each of them one move.
    private var ids: [UUIDv7]
    private let capacity: Int

    /// - Parameter ids: the last ones before `position`.
    init(
        _ position: RevocationPosition, ids: [UUIDv7] = [], capacity: Int = Self.capacity
    ) {
        self.position = position
        self.ids = ids
        self.capacity = capacity
        trim()
    }

    /// What is before the oldest one here.
    var start: UInt64 { position.version - UInt64(ids.count) }

    mutating func append(_ more: [UUIDv7]) {
        ids += more
        position.version += UInt64(more.count)
        if ids.count >= 2 * capacity { trim() }
    }

    /// - Returns: those behind a version, oldest first; `nil` if some of them are not here any more.
    func ids(after version: UInt64, limit: Int) -> ArraySlice<UUIDv7>? {
        guard version >= start, version <= position.version else { return nil }
        return ids[Int(version - start)...].prefix(limit)
    }

    private mutating func trim() {
        ids = Array(ids.suffix(capacity))
    }
}
