import Foundation
import TestPostgreSQL
import TestSupport
import Testing

@testable import Storage

/// Stores that take long for each call, and get more of them than they can serve.
struct SlowStoreTests {
    enum Call: CaseIterable {
        case first, all, read, write
    }

    /// Runs 60 calls at once, and one alone behind them.
    private func overload(
        _ store: Store<Int>, _ call: @escaping @Sendable (Int) async throws -> Void
    ) async throws -> (served: Set<Int>, refused: Set<Int>) {
        let calls = (0..<60).map { number in Task { try await call(number) } }
        var (served, refused): (Set<Int>, Set<Int>) = ([], [])
        for (number, call) in calls.enumerated() {
            do {
                try await call.value
                served.insert(number)
            } catch StorageError.overloaded {
                refused.insert(number)
            }
        }
        try await call(60)
        return (served, refused)
    }

    /// Each write takes 200 ms, and is a group of its own.
    @Test func aLineOfWritesThatStandsIsRefusedAndNoneIsLost() async throws {
        var configuration = StoreConfiguration()
        (configuration.writeTargetWait, configuration.groupLimit) = (.milliseconds(100), 1)
        let files = TemporaryStore()
        let store = try files.openRunningOnce(configuration: configuration)
        let (served, refused) = try await overload(store) { number in
            try await store.write { transaction in
                usleep(200_000)
                try transaction.insertItem(number)
            }
        }
        #expect(served.count > 1 && refused.count > 1)
        #expect(try await store.ids() == served.union([60]))
    }

    @Test func whatIsRefusedWhileAStoreClosesIsTold() async throws {
        var configuration = StoreConfiguration()
        (configuration.writeTargetWait, configuration.groupLimit) = (.milliseconds(100), 1)
        let files = TemporaryStore()
        let store = try files.openRunningOnce(configuration: configuration)
        let writes = (0..<12).map { number in
            Task {
                try await store.write { transaction in
                    usleep(200_000)
                    try transaction.insertItem(number)
                }
            }
        }
        // In the midst of the first write, which takes 200 ms.
        try await elapse(.milliseconds(100))
        try await blocking { try store.close() }
        var served: Set<Int> = []
        for (number, write) in writes.enumerated() {
            do {
                try await write.value
                served.insert(number)
            } catch StorageError.overloaded {
            } catch StorageError.closed {}
        }
        #expect(!served.isEmpty)
        #expect(try await files.open().ids() == served)
    }

    /// Each read has too many steps for the thread of its caller, and takes 200 ms on the only one
    /// that waits.
    @Test func aLineOfReadsThatWaitIsRefused() async throws {
        var configuration = StoreConfiguration()
        (configuration.readTargetWait, configuration.readers) = (.milliseconds(100), 1)
        let store = try TemporaryStore().openRunningOnce(configuration: configuration)
        let manySteps = Query<Int>(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
            SELECT count(*) FROM n
            """)
        let (served, refused) = try await overload(store) { _ in
            try await store.read { snapshot in
                _ = try snapshot.first(manySteps)
                usleep(200_000)
            }
        }
        #expect(served.count > 1 && refused.count > 1)
    }

    @Test(arguments: Call.allCases)
    func aLineBeforeASlowServerIsRefused(_ kind: Call) async throws {
        let store = try await ServerStore().open {
            ($0.connections, $0.repeatsBodies) = (1, false)
            ($0.readTargetWait, $0.writeTargetWait) = (.milliseconds(100), .milliseconds(100))
        }
        let sleep = Query<Bool>("SELECT pg_sleep(0.2) IS NULL")
        let (served, refused) = try await overload(store) { number in
            switch kind {
            case .first: _ = try await store.first(sleep)
            case .all: _ = try await store.all(sleep)
            case .read: _ = try await store.read { try $0.first(sleep) }
            case .write:
                try await store.write { transaction in
                    _ = try transaction.first(sleep)
                    try transaction.insertItem(number)
                }
            }
        }
        #expect(served.count > 1 && refused.count > 1)
        if kind == .write { #expect(try await store.ids() == served.union([60])) }
        // Nothing is left unsettled, for which this would wait.
        try store.close()
    }
}
