import Glibc

/// What wakes a thread that waits in `poll`: a pipe.
final class Wakeup: Sendable {
    /// What is read when the thread is woken.
    let descriptor: CInt
    private let input: CInt

    init() {
        var ends: [CInt] = [-1, -1]
        // Without one, a command is sent when `poll` has waited for its time.
        _ = pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (descriptor, input) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(input)
    }

    func wake() {
        var byte: UInt8 = 0
        _ = write(input, &byte, 1)
    }

    /// Has the next `poll` wait again.
    func reset() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &bytes, bytes.count) == bytes.count {}
    }
}
