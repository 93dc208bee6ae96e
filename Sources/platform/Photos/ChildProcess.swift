import Glibc
import RollcallBasics
import Synchronization

/// One run of a program that reads some bytes and writes others, over a socket that is its standard
/// input and standard output. It gets nothing more: no environment, no file.
final class ChildProcess: Sendable {
    enum Ending: Equatable {
        case exited(Int32)
        case signalled(Int32)
        /// Killed by `stop`.
        case stopped(Stop)
    }

    enum Stop {
        case cancelled, timedOut, tooMuchOutput
    }

    private struct State {
        /// Nil before the start, and after the process was reaped, when its number may belong to
        /// another process.
        var process: pid_t?
        var stop: Stop?
    }

    private let state = Mutex(State())

    /// Kills the process, now or as soon as it has started. Does nothing once it has ended.
    func stop(_ cause: Stop) {
        state.withLock { state in
            state.stop = state.stop ?? cause
            if let process = state.process { kill(process, SIGKILL) }
        }
    }

    /// Runs the program from start to end. Blocks. Call it once.
    ///
    /// - Returns: the output, at most `outputLimit` bytes, and how the process ended.
    /// - Throws: `PhotoProgramError.notStarted`.
    func run(
        _ path: String, _ arguments: [String], input: [UInt8], outputLimit: Int,
        until deadline: ContinuousClock.Instant
    ) throws(PhotoProgramError) -> (output: [UInt8], ending: Ending) {
        let socket = try start(path, arguments)
        let (output, cause) = Self.exchange(
            input, over: socket, outputLimit: outputLimit, until: deadline)
        // Before its writing fails, of which it would die by itself.
        if let cause { stop(cause) }
        close(socket)
        return (output, reap(until: deadline))
    }

    /// - Returns: our end of the socket.
    private func start(
        _ path: String, _ arguments: [String]
    ) throws(PhotoProgramError) -> Int32 {
        var sockets: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &sockets) == 0 else { throw .notStarted(path, errno) }
        defer { close(sockets[1]) }
        var process: pid_t = 0
        let code = state.withLock { state in
            let code = Self.spawn(path, arguments, socket: sockets[1], &process)
            if code == 0 {
                state.process = process
                // `stop` was called before the start.
                if state.stop != nil { kill(process, SIGKILL) }
            }
            return code
        }
        guard code == 0 else {
            close(sockets[0])
            throw .notStarted(path, code)
        }
        return sockets[0]
    }

    private static func spawn(
        _ path: String, _ arguments: [String], socket: Int32, _ process: inout pid_t
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO)
        // The program first closes all other descriptors that exec has left open.
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)

        // Otherwise the program would inherit blocked and ignored signals.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        return posix_spawn(&process, path, &actions, &attributes, words, [nil])
    }

    /// Writes the input and reads the output, until the program closes its end.
    ///
    /// - Returns: the output, and why it is incomplete; nil if it is complete.
    private static func exchange(
        _ input: [UInt8], over socket: Int32, outputLimit: Int,
        until deadline: ContinuousClock.Instant
    ) -> (output: [UInt8], cause: Stop?) {
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var sent = 0
        if input.isEmpty { shutdown(socket, Int32(SHUT_WR)) }
        while true {
            var events = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            if sent < input.count { events.events |= Int16(POLLOUT) }
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { return (output, .timedOut) }
            let ready = poll(&events, 1, left.pollTimeout)
            guard ready > 0 else { continue }
            if events.revents & Int16(POLLOUT) != 0, sent < input.count {
                sent += send(input[sent...], over: socket)
                if sent == input.count { shutdown(socket, Int32(SHUT_WR)) }
            }
            guard events.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 else { continue }
            let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            // If the program ends with unread input, the socket reports an error instead of its
            // end.
            guard count > 0 else { return (output, nil) }
            guard output.count + count <= outputLimit else { return ([], .tooMuchOutput) }
            output += buffer[..<count]
        }
    }

    /// - Returns: how many bytes were sent; all of them if the program no longer reads.
    private static func send(_ bytes: ArraySlice<UInt8>, over socket: Int32) -> Int {
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        let count = bytes.withUnsafeBytes {
            Glibc.send(socket, $0.baseAddress, $0.count, flags)
        }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : bytes.count
    }

    /// Waits for the end of the process, which has closed its output or was killed.
    private func reap(until deadline: ContinuousClock.Instant) -> Ending {
        var pause: UInt32 = 100
        while true {
            if let ending = ending() { return ending }
            if ContinuousClock.now >= deadline { stop(.timedOut) }
            usleep(pause)
            pause = min(2 * pause, 10_000)
        }
    }

    private func ending() -> Ending? {
        state.withLock { state in
            guard let process = state.process else { return .exited(-1) }
            var status: Int32 = 0
            let found = waitpid(process, &status, WNOHANG)
            if found == 0 || found < 0 && errno == EINTR { return nil }
            state.process = nil
            // The status is unknown if this process ignores SIGCHLD.
            guard found == process else { return .exited(-1) }
            let signal = status & 0x7F
            if signal == 0 { return .exited(status >> 8 & 0xFF) }
            if let stop = state.stop, signal == SIGKILL { return .stopped(stop) }
            return .signalled(signal)
        }
    }
}

extension Duration {
    /// Milliseconds, rounded up.
    fileprivate var pollTimeout: Int32 {
        Int32(clamping: wholeMilliseconds + 1)
    }
}
