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

    /// Why it does not take what is to be written.
    enum Trouble {
        case full, readOnly
    }

    /// By a look at it; nil if it takes what is to be written.
    func trouble() -> Trouble? {
        guard let space else { return nil }
        if isReadOnly { return .readOnly }
        let isFull = fullness.withLock { fullness in
            fullness.look(at: space, canTake: canTake)
            return fullness.isFull
        }
        return isFull ? .full : nil
    }

    /// What statvfs(3) says is how it was mounted, not how it has become.
    private var isReadOnly: Bool {
        let file = open(directory, UnnamedFile.flags | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else { return errno == EROFS }
        close(file)
        return false
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
