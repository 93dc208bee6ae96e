/// The known versions: those of this run, and the written ones of earlier runs.
///
/// Versions rise over all runs of one store. A run begins far above everything that the previous
/// run may have sent without writing it. It also begins no lower than its wall-clock time, in which
/// a millisecond is 2^20 versions. So a store that was restored from a backup does not reuse
/// versions. The first version of a run is written before any version is sent
/// (`PresenceStore.begin`).
struct VersionHistory: Sendable, Equatable {
    /// A run of the service.
    struct Run: Sendable, Equatable {
        /// The version at which it began.
        var base: UInt64
        /// The version up to which its changes were written.
        var written: UInt64
    }

    private static let runLimit = 1_000
    /// More versions than a run uses between two writes.
    private static let gap: UInt64 = 1 << 40

    /// Identifies the store.
    let epoch: UInt64
    /// The version at which this run began.
    let base: UInt64
    /// Changes below this version are unknown.
    var floor: UInt64
    /// Earlier runs, in order.
    private let earlier: [Run]

    /// The first history of a store.
    init(epoch: UInt64, base: UInt64 = 0) {
        (self.epoch, self.base, floor, earlier) = (epoch, base, base, [])
    }

    /// A later run.
    ///
    /// - Parameter epoch: for a store that has no epoch yet.
    init(_ stored: StoredHistory, epoch: UInt64, wall: Int64) {
        self.epoch = stored.epoch ?? epoch
        // A run may have written changes even if its beginning was not written.
        let changes = [stored.versions.last?.version, stored.views.last?.version].compactMap(\.self)
        let top = (stored.runs.map { max($0.base, $0.written) } + changes).max()
        base = max(UInt64(max(0, wall)) << 20, top.map { $0 + Self.gap } ?? 0)
        earlier = stored.runs.sorted { $0.base < $1.base }.suffix(Self.runLimit)
        floor = stored.isWhole ? stored.floor : base
    }

    /// This run, before any version was sent.
    var beginning: Run { Run(base: base, written: base) }

    /// The same run under another epoch, in which no cursor of an earlier run is known.
    func forgetting(_ epoch: UInt64) -> VersionHistory {
        VersionHistory(epoch: epoch, base: base)
    }

    /// Whether all changes since a version are known.
    ///
    /// - Parameter version: at most the present one.
    func knows(_ version: UInt64) -> Bool {
        guard version >= floor else { return false }
        if version >= base { return true }
        return earlier.last { $0.base <= version }.map { version <= $0.written } ?? false
    }
}
