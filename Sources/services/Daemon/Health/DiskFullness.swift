/// Whether a disk is full, judged by refused writes and free bytes. It is a value.
///
/// The disk is full once a write was refused for lack of space, or almost no space is free. It
/// stays full until enough space is free. So a file that is written and removed repeatedly does not
/// toggle the state.
struct DiskFullness: Sendable {
    /// With fewer free bytes the disk counts as full.
    static let least: UInt64 = 1 << 20

    private(set) var isFull = false
    /// Whether a write was refused since the last check.
    private var hasNewRefusal = false

    /// A write was refused for lack of space. The disk then counts as full until the check after
    /// the next one, so that the next check reports it.
    mutating func wasRefused() {
        (isFull, hasNewRefusal) = (true, true)
    }

    /// - Parameter canTake: tries whether this many bytes can be allocated. It is called only while
    ///   the disk is full, as quotas may reserve free bytes for other users.
    mutating func look(at space: DiskSpace, canTake: (UInt64) -> Bool) {
        defer { hasNewRefusal = false }
        if space.free < Self.least || !space.hasInodes || hasNewRefusal {
            isFull = true
        } else if isFull {
            let enough = Self.enough(of: space.size)
            isFull = !(space.free >= enough && canTake(enough))
        }
    }

    /// The free bytes with which a disk is no longer full: the size of a large photo, or an eighth
    /// of a small disk.
    static func enough(of size: UInt64) -> UInt64 {
        max(least, min(16 << 20, size / 8))
    }
}
