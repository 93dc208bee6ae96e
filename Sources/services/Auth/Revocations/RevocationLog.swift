import RollcallCrypto

/// The newest revocations of an epoch, in memory. Followers that are up to date are served from it.
struct RevocationLog: Sendable {
    /// The revocations that are kept. Older ones are in the store as long as they matter.
    static let capacity = 100_000

    /// The present position of the stream.
    private(set) var position: RevocationPosition
    /// The revocations up to `position`, without a gap. There may be twice as many as are kept, so
    /// that dropping the older half moves each of them only once.
    private var ids: [UUIDv7]
    private let capacity: Int

    /// - Parameter ids: the last ones up to `position`.
    init(
        _ position: RevocationPosition, ids: [UUIDv7] = [], capacity: Int = Self.capacity
    ) {
        self.position = position
        self.ids = ids
        self.capacity = capacity
        trim()
    }

    /// The version before the oldest revocation here.
    var start: UInt64 { position.version - UInt64(ids.count) }

    mutating func append(_ more: [UUIDv7]) {
        ids += more
        position.version += UInt64(more.count)
        if ids.count >= 2 * capacity { trim() }
    }

    /// - Returns: the revocations after a version, oldest first; `nil` if some of them have been
    ///   dropped.
    func ids(after version: UInt64, limit: Int) -> ArraySlice<UUIDv7>? {
        guard version >= start, version <= position.version else { return nil }
        return ids[Int(version - start)...].prefix(limit)
    }

    private mutating func trim() {
        ids = Array(ids.suffix(capacity))
    }
}
