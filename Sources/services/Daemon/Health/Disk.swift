import Glibc
import Storage
import Synchronization

/// The disk with the process's files.
final class Disk: Sendable {
    /// Its name in the health.
    static let name = "rollcall.disk"

    private let directory: String
    private let fullness = Mutex(DiskFullness())

    init(of directory: String) {
        self.directory = directory
    }

    /// A write was refused for lack of space.
    func noteRefusal() {
        fullness.withLock { $0.wasRefused() }
    }

    /// The present space; nil if the directory is gone.
    var space: DiskSpace? { DiskSpace(at: directory) }

    /// Why the disk cannot be written to.
    enum Trouble: String {
        case full = "is full"
        case withoutInodes = "has no inodes left (df -i)"
        case readOnly = "takes no writes"
    }

    /// Checks the disk. Returns nil if it can be written to.
    func trouble() -> Trouble? {
        guard let space else { return nil }
        if isReadOnly { return .readOnly }
        let isFull = fullness.withLock { fullness in
            fullness.look(at: space, canTake: canTake)
            return fullness.isFull
        }
        guard isFull else { return nil }
        return space.hasInodes ? .full : .withoutInodes
    }

    /// statvfs(3) reports how the disk was mounted, and not its present state.
    private var isReadOnly: Bool {
        let file = open(directory, UnnamedFile.flags | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else { return errno == EROFS }
        close(file)
        return false
    }

    /// Allocates the bytes in a file without a name, which disappears with its descriptor.
    private func canTake(_ bytes: UInt64) -> Bool {
        let file = open(directory, UnnamedFile.flags | O_WRONLY | O_CLOEXEC, 0o600)
        // If such files are not supported, the free bytes must suffice.
        guard file >= 0 else { return errno == EOPNOTSUPP }
        defer { close(file) }
        return posix_fallocate(file, 0, off_t(clamping: bytes)) == 0
    }
}
