import Admission
import Dispatch
import NIOPosix
import RollcallBasics
import Synchronization

/// A database of a PostgreSQL server: connections with a thread each, on which transactions that
/// write are serializable.
///
/// Several processes may have it. An acknowledged write is as durable as the server's settings make
/// it (`fsync`, `synchronous_commit`: on, unless somebody has changed them).
final class PostgreSQLEngine: Engine {
    struct State {
        /// Reads of one row that nobody runs yet.
        var rowReads: BatchQueue<PendingRead>
        /// Other reads that were taken and have not ended.
        var reads = 0
        var readWaitLimit: WaitLimit
        /// Writes that nobody runs yet.
        var writes: BatchQueue<PendingWrite>
        /// Those that come in turn.
        var turns: BatchQueue<PendingWrite>
        /// Why every call is refused; `nil` while it is open.
        var refusal: StorageError?
    }

    let connections: PostgreSQLConnections
    let threads: NIOThreadPool
    /// For writes that come in turn: one runs, one waits at the server. So no other call waits for
    /// them.
    let turnThreads = NIOThreadPool(numberOfThreads: 2)
    let state: Mutex<State>
    let order = CommitOrder()
    let conflicts = ConflictRetry()
    /// Writes that are not settled.
    let unsettled = DispatchGroup()
    let readLimit: Int
    let delivery: AnyDelivery

    /// Connects, and brings the schema up to date. Blocks meanwhile.
    ///
    /// - Throws: `StorageError`. A foreign database is left as it is.
    init(
        _ url: PostgreSQLURL, schema: Schema, configuration: StoreConfiguration,
        deliver: @escaping AnyDelivery
    ) throws {
        connections = PostgreSQLConnections(
            PostgreSQLParameters(url, configuration), limit: configuration.connections)
        try connections.withConnection { connection in
            try connection.checkFitness()
            try schema.migrate(connection)
        }
        state = Mutex(
            State(
                rowReads: BatchQueue(
                    capacity: configuration.readQueueLimit,
                    batchLimit: configuration.firstReadBatch,
                    targetWait: configuration.readTargetWait),
                readWaitLimit: WaitLimit(target: configuration.readTargetWait),
                writes: BatchQueue(
                    capacity: configuration.queueLimit, batchLimit: 1,
                    targetWait: configuration.writeTargetWait),
                turns: BatchQueue(
                    capacity: configuration.queueLimit, batchLimit: 1,
                    targetWait: configuration.writeTargetWait, behind: 1 << 63)))
        readLimit = configuration.connections + configuration.readQueueLimit
        delivery = deliver
        threads = NIOThreadPool(numberOfThreads: configuration.connections)
        threads.start()
        turnThreads.start()
    }

    deinit {
        threads.shutdownGracefully { _ in }
        turnThreads.shutdownGracefully { _ in }
    }

    func onNotification(_ body: @escaping @Sendable () -> Void) {
        // Without the thread nothing is lost: followers look now and then, too.
        _ = startThread { [connections] in connections.listen(body) }
    }

    /// Does nothing: the server's log and dead rows are its own.
    func emptyJournal() {}

    var trouble: StorageError? {
        if let refusal = state.withLock({ $0.refusal }) { return refusal }
        if connections.wantsProbe {
            threads.submit { [connections] _ in connections.probe() }
        }
        return connections.trouble
    }

    /// Why a call is refused that has waited too long: for connections, if the server does not
    /// answer.
    var lateness: StorageError {
        if case .unavailable? = connections.trouble { return connections.trouble ?? .overloaded }
        return .overloaded
    }

    func close() throws {
        state.withLock { $0.refusal = $0.refusal ?? .closed }
        unsettled.wait()
        connections.close()
        threads.shutdownGracefully { _ in }
        turnThreads.shutdownGracefully { _ in }
    }
}
