import Glibc
import Synchronization

/// A shell that starts the processes, as it is told by a pipe. At the end of the pipe it kills them
/// and removes the directory. Nothing besides this process holds the other end, so that it comes
/// with the end of this process, however it ends.
final class Keeper: Sendable {
    private let directory: String
    private let orders: Mutex<UnsafeMutablePointer<FILE>>

    init(of directory: String) throws {
        self.directory = directory
        // Threads of Swift's tasks block signals; the shell needs them, to wait for its children.
        var (none, before) = (sigset_t(), sigset_t())
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        // In a session of its own: what ends this process from a terminal does not end the shell.
        let shell = popen("exec setsid sh -s \(directory) >/dev/null 2>&1", "we")
        guard let shell else { throw Failure(description: "no shell: \(errorText())") }
        orders = Mutex(shell)
        let names = Service.allCases.map { "$\($0)" }.joined(separator: " ")
        order("trap 'kill -KILL \(names); wait; rm -rf \"$1\"' EXIT")
    }

    /// - Parameter words: what `env` is given.
    func start(_ name: String, _ words: [String]) {
        let quoted = words.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
        let path = "\(directory)/\(name)"
        order("env \(quoted) >>\(path).log 2>&1 & \(name)=$!; echo $! >\(path).pid")
    }

    /// A process was killed, and its number may be another's from here on.
    func forget(_ name: String) {
        unlink("\(directory)/\(name).pid")
        order("wait $\(name); \(name)=")
    }

    func process(_ name: String) -> pid_t? {
        (try? String(contentsOfFile: "\(directory)/\(name).pid", encoding: .utf8))
            .flatMap { pid_t($0.dropLast()) }
    }

    /// Waits until all has ended and is removed.
    func end() { _ = orders.withLock { pclose($0) } }

    private func order(_ line: String) {
        orders.withLock { shell in
            fputs("\(line)\n", shell)
            fflush(shell)
        }
    }
}

/// Why the last system call has failed.
func errorText() -> String { String(cString: strerror(errno)) }
