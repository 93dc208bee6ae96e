import Admission
import CSQLite
import NIOPosix
import Synchronization

/// Connections with a thread each, for reads that wait for the disk or take long.
final class WaitingReaders: Sendable {
    private struct State {
        var idle: [SQLiteConnection]
        /// Those that read, by the numbers of their reads.
        var running: [UInt64: SQLiteConnection] = [:]
        var lastNumber: UInt64 = 0
        /// Reads that were taken and have not ended.
        var count = 0
        var waitLimit: WaitLimit
        var isOpen = true
    }

    private let threads: NIOThreadPool
    private let limit: Int
    private let state: Mutex<State>

    /// - Throws: `StorageError`.
    init(path: String, _ configuration: StoreConfiguration) throws {
        let connections = try (0..<configuration.readers).map { _ in
            try SQLiteConnection(path: path, .reading)
        }
        state = Mutex(
            State(
                idle: connections, waitLimit: WaitLimit(target: configuration.readTargetWait)))
        limit = configuration.readers + configuration.readQueueLimit
        threads = NIOThreadPool(numberOfThreads: configuration.readers)
        threads.start()
    }

    /// - Throws: `StorageError`; `overloaded` if it read for so long that the journal ran full, or
    ///   if too many wait, or for too long; `CancellationError`, interrupting the statement that
    ///   runs; what `body` throws.
    func read<T: Sendable>(
        isOne: Bool, _ body: @escaping @Sendable (any Connection) throws -> T
    ) async throws -> T {
        let arrival = ContinuousClock.now
        let number = try state.withLock { state in
            guard state.isOpen else { throw StorageError.closed }
            guard state.count < limit else { throw StorageError.overloaded }
            state.count += 1
            state.lastNumber += 1
            return state.lastNumber
        }
        defer { state.withLock { $0.count -= 1 } }
        return try await withTaskCancellationHandler {
            do {
                return try await threads.runIfActive {
                    let connection = try self.take(for: number, since: arrival)
                    defer { self.release(from: number) }
                    return try connection.snapshot(isOne: isOne, body)
                }
            } catch is SQLiteStopped {
                try Task.checkCancellation()
                throw StorageError.overloaded
            }
        } onCancel: {
            interrupt(number)
        }
    }

    /// There are as many connections as threads.
    private func take(
        for number: UInt64, since arrival: ContinuousClock.Instant
    ) throws -> SQLiteConnection {
        try state.withLock { state in
            guard !state.waitLimit.refuses(arrival, at: .now) else { throw StorageError.overloaded }
            guard let connection = state.idle.popLast() else { throw StorageError.closed }
            state.running[number] = connection
            return connection
        }
    }

    private func release(from number: UInt64) {
        state.withLock { state in
            guard let connection = state.running.removeValue(forKey: number) else { return }
            if state.isOpen { state.idle.append(connection) } else { connection.close() }
        }
    }

    /// A connection that is in the table is open, and is not given back meanwhile.
    private func interrupt(_ number: UInt64) {
        state.withLock { state in
            if let connection = state.running[number] { sqlite3_interrupt(connection.handle) }
        }
    }

    /// Stops the reads that run.
    func interrupt() {
        state.withLock { state in
            for connection in state.running.values { sqlite3_interrupt(connection.handle) }
        }
    }

    /// Stops the reads that run, and lets the file go.
    func close() {
        state.withLock { state in
            state.isOpen = false
            for connection in state.running.values { sqlite3_interrupt(connection.handle) }
            for connection in state.idle { connection.close() }
            state.idle = []
        }
        threads.shutdownGracefully { _ in }
    }
}
