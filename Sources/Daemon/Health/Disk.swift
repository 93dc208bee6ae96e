import Glibc
import Storage
import Synchronization

/// The disk that the process's files are on.
final class Disk: Sendable {
    /// What stands in the health for it.
    static let name = "rollcall.disk"

    private let directory: String
    private let fullness = Mutex(DiskFullness())

    init(of directory: String) {
        self.directory = directory
    }

    /// Something was refused for want of room.
    func noteRefusal() {
        fullness.withLock { $0.wasRefused() }
    }

    /// Its space as it is now; nil when the directory is gone.
    var space: DiskSpace? { DiskSpace(at: directory) }

    /// Whether it is full, by a look at it.
    func isFull() -> Bool {
        guard let space else { return false }
        return fullness.withLock { fullness in
            fullness.look(at: space, canTake: canTake)
            return fullness.isFull
        }
    }

    /// Has the bytes set aside for a file without a name, which goes with its descriptor.
    private func canTake(_ bytes: UInt64) -> Bool {
        let file = open(directory, UnnamedFile.flags | O_WRONLY | O_CLOEXEC, 0o600)
        // Where there are no such files, what is free has to do.
        guard file >= 0 else { return errno == EOPNOTSUPP }
        defer { close(file) }
        return posix_fallocate(file, 0, off_t(clamping: bytes)) == 0
    }
}
