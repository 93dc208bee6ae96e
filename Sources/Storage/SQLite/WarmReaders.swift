import CWarmVFS
import Glibc
import Synchronization

/// Connections that read what the kernel has in memory, on the threads of those who ask.
final class WarmReaders: Sendable {
    private struct State {
        var idle: [SQLiteConnection]
        /// How many read just now.
        var taken = 0
        var isOpen = true
    }

    private let state: Mutex<State>
    /// What they read by.
    private let file: CInt

    /// More threads than this that read at one instant are kept for the connections that wait.
    private static let count = 4

    /// - Throws: `StorageError`.
    init(path: String) throws {
        file = rollcall_warm_open(path)
        guard file >= 0 else { throw StorageError.system(path) }
        let file = file
        do {
            let connections = try (0..<Self.count).map { _ in
                try SQLiteConnection(path: path, .readingWarm(file: file))
            }
            state = Mutex(State(idle: connections))
        } catch {
            Glibc.close(file)
            throw error
        }
    }

    /// - Returns: `nil` if all of them read, or after `close`.
    func take() -> SQLiteConnection? {
        state.withLock { state in
            guard let connection = state.idle.popLast() else { return nil }
            state.taken += 1
            return connection
        }
    }

    func giveBack(_ connection: SQLiteConnection) {
        state.withLock { state in
            state.taken -= 1
            if state.isOpen { state.idle.append(connection) } else { connection.close() }
        }
    }

    /// Waits for the reads that run, which take a millisecond, and lets the file go. Not later than
    /// that: closing any descriptor of a file lets go of all locks that the process has on it
    /// (fcntl(2)), also of a store that was opened since.
    func close() {
        let isFirst = state.withLock { state in
            defer { state.isOpen = false }
            for connection in state.idle { connection.close() }
            state.idle = []
            return state.isOpen
        }
        guard isFirst else { return }
        while state.withLock({ $0.taken > 0 }) { usleep(100) }
        Glibc.close(file)
    }
}
