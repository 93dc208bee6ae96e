import Logging
import RollcallRPC
import TestSupport

@testable import Storage

/// Work of tests.
struct Job: WorkItem, Equatable {
    let id: Int64
    let attempts: Int

    init(_ columns: inout Columns) throws {
        id = try columns.next()
        attempts = try columns.next()
    }

    static let schema = Schema(
        applicationID: 0x5243_0003,
        versions: [
            Schema.Version { sql in
                """
                CREATE TABLE job (id \(sql.integer) NOT NULL PRIMARY KEY, \(sql.work));
                CREATE INDEX jobDue ON job (dueAtMs);
                """
            }
        ])

    static let table = WorkTable<Job>("job", columns: "id, attempts", where: "TRUE")
}

typealias JobQueue = WorkQueue<Job, Int>

/// A table of jobs, and queues of the instances that work on them.
struct Jobs {
    let files: TemporaryStore
    let store: Store<Int>
    let clock = TestClock()

    init(_ engine: EngineUnderTest) async throws {
        files = try await TemporaryStore(engine)
        store = try files.open(Job.schema)
    }

    /// Of another instance, where there can be several.
    func queue(silence: Duration = .milliseconds(1), concurrency: Int = 4) -> JobQueue {
        let backoff = Backoff(
            initial: .seconds(1), multiplier: 2, maximum: .seconds(16), jitter: 0)
        var ofAll = backoff
        ofAll.initial = silence
        return JobQueue(
            "jobs", of: Job.table, in: store, concurrency: concurrency, backoff: backoff,
            silence: ofAll, lookout: .milliseconds(20), clock: clock.now,
            logger: Logger(label: "jobs", factory: { _ in SwiftLogNoOpLogHandler() }))
    }

    /// - Parameter claim: of the instance that works on it at once.
    func add(_ ids: [Int64], claim: WorkClaim? = nil) async throws {
        let add = Command<Int64, Int64, Int64?>(
            "INSERT INTO job (id, dueAtMs, claimedBy) VALUES ($1, $2, $3)")
        try await store.write { tx in
            for id in ids { try tx.run(add, id, claim?.dueAtMs ?? 0, claim?.claimedBy) }
        }
    }

    func remove(_ id: Int64) async throws {
        _ = try await store.write {
            try $0.run(Command<Int64>("DELETE FROM job WHERE id = $1"), id)
        }
    }

    func left() async throws -> Set<Int64> {
        try await Set(store.all(Query<Int64>("SELECT id FROM job")))
    }

    /// How long until a job is due.
    func pause(of id: Int64) async throws -> Duration {
        let due = try await store.first(
            Query<Int64, Int64>("SELECT dueAtMs FROM job WHERE id = $1"), id)
        return .milliseconds((due ?? 0) - clock.now())
    }
}
