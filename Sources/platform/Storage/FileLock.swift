import Glibc
import RollcallBasics

/// The right to write, held by one opener at a time (`flock`). The kernel gives it back when
/// the process dies, however it dies.
final class FileLock: Sendable {
    private let descriptor: CInt

    /// - Throws: `StorageError.lockedByAnother` at once, without a wait.
    init(path: String) throws(StorageError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isHeld = errno == EWOULDBLOCK
            let text = errorText()
            _ = Glibc.close(descriptor)
            throw isHeld ? .lockedByAnother : .unusablePath("\(path): \(text)")
        }
        self.descriptor = descriptor
    }

    deinit {
        // Closing is not enough. A child process that is being started has a copy of the descriptor
        // until its `exec`, and the lock would be held until then: the next opener would be
        // refused.
        _ = flock(descriptor, LOCK_UN)
        _ = Glibc.close(descriptor)
    }
}

extension StorageError {
    /// What `errno` says of a file or directory that cannot be opened, made or written.
    package static func system(_ path: String) -> StorageError {
        let code = errno
        let sentence = "\(path): \(errorText(code))"
        return switch code {
        case ENOSPC, EDQUOT: .noSpace
        case EROFS: .readOnly
        case EMFILE, ENFILE, ENOMEM: .exhausted(sentence)
        default: .unusablePath(sentence)
        }
    }
}
