import Glibc

/// Takes the lock of a file, as the stores of the services do. The kernel releases it when the
/// process ends, however it ends.
///
/// - Returns: a descriptor; to close it releases the lock. Nil while the lock is held elsewhere.
func takeLock(_ path: String) throws -> Int32? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Failure.system(path) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    defer { close(descriptor) }
    guard errno == EWOULDBLOCK || errno == EINTR else { throw Failure.system(path) }
    return nil
}
