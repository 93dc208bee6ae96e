import CWarmVFS
import Glibc
import Synchronization

/// Connections that read only what the kernel has in memory, on the callers' threads.
///
/// Between two writes all reads see the same state, so a connection keeps its snapshot between
/// reads. Ending a snapshot and starting another costs two system calls. A write ends the snapshots
/// when it begins.
final class WarmReaders: Sendable {
    private struct State {
        var idle: [SQLiteConnection]
        /// How many connections are reading now.
        var taken = 0
        var isOpen = true
        /// How many writes have begun.
        var writes: UInt64 = 0
        var isWriting = false
    }

    /// A connection in use by a reader.
    struct Lease {
        fileprivate let connection: SQLiteConnection
        fileprivate let writes: UInt64
        /// Whether the snapshot may be kept, as known at the beginning of the read.
        fileprivate let mayKeep: Bool

        /// Runs a body on one snapshot.
        func read(isOne: Bool, _ body: (any Connection) throws -> Void) throws {
            guard mayKeep else { return try connection.snapshot(isOne: isOne, body) }
            try connection.keepingSnapshot(body)
        }
    }

    private let state: Mutex<State>
    /// The descriptor that the connections read with.
    private let file: CInt

    /// Further simultaneous readers use the connections that wait for the disk.
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

    /// - Returns: `nil` if all connections are in use, or after `close`.
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

    /// Ends all snapshots before the first change of a write. Later reads may have to see new data,
    /// and the journal cannot be emptied while a snapshot uses it.
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

    /// Waits for the running reads, which take a millisecond, and closes the file. It must not be
    /// closed later: closing any descriptor of a file releases all locks of the process on it
    /// (fcntl(2)), also those of a store that was opened since.
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
