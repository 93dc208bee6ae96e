import Glibc

/// The file system in which a directory lies.
struct DiskSpace: Sendable, Equatable {
    /// Bytes that this user can still write.
    let free: UInt64
    /// Bytes in all.
    let size: UInt64

    /// Nil when there is no such directory any more.
    init?(at path: String) {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        size = UInt64(status.f_blocks) * UInt64(status.f_frsize)
    }

    init(free: UInt64, size: UInt64) {
        self.free = free
        self.size = size
    }
}
