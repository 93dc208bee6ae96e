import Glibc

/// The file system in which a directory lies.
struct DiskSpace: Sendable, Equatable {
    /// Bytes that this user can still write.
    let free: UInt64
    /// Bytes in all.
    let size: UInt64
    /// Whether files can be made: a file system may have bytes left, and no inodes.
    var hasInodes = true
}

extension DiskSpace {
    /// Nil when there is no such directory any more.
    init?(at path: String) {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        size = UInt64(status.f_blocks) * UInt64(status.f_frsize)
        // Some file systems make inodes as they are needed, and say 0 for all of them.
        hasInodes = status.f_favail > 0 || status.f_files == 0
    }
}
