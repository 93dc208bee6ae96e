import CHiredis
import Glibc

/// What wakes a thread that waits in `poll`: an eventfd(2).
final class Wakeup: Sendable {
    /// Can be read when the thread is woken. Without one (-1), a command is sent when `poll` has
    /// waited for its time.
    let descriptor = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))

    deinit {
        close(descriptor)
    }

    func wake() {
        eventfd_write(descriptor, 1)
    }

    /// Has the next `poll` wait again.
    func reset() {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
    }
}
