import CWarmVFS
import Glibc
import Synchronization

/// Connections that read what the kernel has in memory, on the threads of those who ask.
///
/// Between two writes all reads see the same, so a connection keeps its snapshot from one read to the
/// next: to let it go and to take another costs two system calls. It goes when a write begins.
final class WarmReaders: Sendable {
    private struct State {
        var idle: [SQLiteConnection]
        /// How many read just now.
        var taken = 0
        var isOpen = true
        /// How many writes have begun.
        var writes: UInt64 = 0
        var isWriting = false
    }

    /// A connection that somebody reads with.
    struct Lease {
        fileprivate let connection: SQLiteConnection
        fileprivate let writes: UInt64
        /// Whether the snapshot may be kept, as far as was known at the beginning.
        fileprivate let mayKeep: Bool

        /// Runs a body on one snapshot.
        func read(isOne: Bool, _ body: (any Connection) throws -> Void) throws {
            guard mayKeep else { return try connection.snapshot(isOne: isOne, body) }
            try connection.keepingSnapshot(body)
        }
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
    func take() -> Lease? {
        state.withLock { state in
            guard let connection = state.idle.popLast() else { return nil }
            state.taken += 1
            return Lease(
                connection: connection, writes: state.writes, mayKeep: !state.isWriting)
        }
    }

    func release(_ lease: Lease) {
        let connection = lease.connection
        state.withLock { state in
            state.taken -= 1
            if state.isWriting || state.writes != lease.writes { connection.endTransaction() }
            if state.isOpen { state.idle.append(connection) } else { connection.close() }
        }
    }

    /// Lets all snapshots go, before the first change of a write: what is read from then on may be new,
    /// and the journal cannot be emptied while somebody reads in it.
    func beginWrite() {
        state.withLock { state in
            state.writes += 1
            state.isWriting = true
            for connection in state.idle { connection.endTransaction() }
        }
    }

    func endWrite() {
        state.withLock { $0.isWriting = false }
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
