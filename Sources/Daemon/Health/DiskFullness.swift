/// Whether a disk is full, by the writes that were refused and the bytes that are free: a value.
///
/// It is full from the moment that a write was refused for lack of room, or that next to nothing is free.
/// It stays full until there is room for more than a little, so that a file which is written and removed
/// again does not make it full and not full by turns.
struct DiskFullness: Sendable {
    /// Bytes without which it is full.
    static let least: UInt64 = 1 << 20

    private(set) var isFull = false
    /// Whether something was refused since the last look.
    private var hasNewRefusal = false

    /// A write was refused for lack of room. The disk then counts as full until the look after the next
    /// one, so that the next look reports it.
    mutating func wasRefused() {
        (isFull, hasNewRefusal) = (true, true)
    }

    /// - Parameter canTake: tries whether so many bytes can be had; called only while it is full, as
    ///   free bytes are not everybody's where there are quotas.
    mutating func look(at space: DiskSpace, canTake: (UInt64) -> Bool) {
        defer { hasNewRefusal = false }
        if space.free < Self.least || hasNewRefusal {
            isFull = true
        } else if isFull {
            let enough = Self.enough(of: space.size)
            isFull = !(space.free >= enough && canTake(enough))
        }
    }

    /// Bytes with which a disk of a size is no longer full: those of a large photo, or of a small
    /// disk an eighth.
    static func enough(of size: UInt64) -> UInt64 {
        max(least, min(16 << 20, size / 8))
    }
}
