/// Whether a disk is full, as far as can be told from what was refused and from what is free: a
/// value.
///
/// It is full from the moment that something was refused for want of room, or that next to nothing
/// is free. It is so no longer once there is room for more than a little: a file that is written and
/// taken away again must not make it full and not full by turns.
struct DiskFullness: Sendable {
    /// Bytes without which it is full.
    static let least: UInt64 = 1 << 20

    private(set) var isFull = false
    /// Whether something was refused since the last look.
    private var hasNewRefusal = false

    /// Something was refused for want of room: it is full until the look after the next one, so that
    /// whoever looks learns of it.
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
