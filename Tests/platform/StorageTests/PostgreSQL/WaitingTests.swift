import Foundation
import TestPostgreSQL
import TestSupport
import Testing

@testable import Storage

/// Calls that wait: for a connection, for a lock, for the end.
struct WaitingTests {
    @Test func aWriteThatWaitsIsWithdrawn() async throws {
        let place = try await ServerStore()
        let store = try place.open { $0.connections = 1 }
        let lock = try place.lockingItems()
        async let first: Void = store.insert(1)
        try await place.waitUntilBlocked()
        let second = Task { try await store.insert(2) }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        try lock.execute("COMMIT")
        try await first
        #expect(try await store.ids() == [1])
    }

    @Test func whoComesToAFullLineIsRefused() async throws {
        let place = try await ServerStore()
        let store = try place.open {
            $0.connections = 1
            $0.queueLimit = 1
            $0.readQueueLimit = 1
        }
        let lock = try place.lockingItems()
        async let first: Void = store.insert(1)
        try await place.waitUntilBlocked()
        // Of four at least two are refused, whichever come first; the others wait.
        let calls: [@Sendable () async throws -> Void] = [
            { try await store.insert(2) }, { _ = try await store.ids() },
            { _ = try await store.first(Query<Int>("SELECT id FROM item")) },
        ]
        for call in calls {
            let outcomes = Shared<[StorageError?]>([])
            let tasks = (1...4).map { _ in
                Task {
                    do {
                        try await call()
                        outcomes.withLock { $0.append(nil) }
                    } catch {
                        outcomes.withLock { $0.append(error as? StorageError) }
                    }
                }
            }
            try await eventually { outcomes.withLock { $0.count } >= 2 }
            #expect(outcomes.withLock { $0 }.allSatisfy { $0 == .overloaded })
            for task in tasks { task.cancel() }
        }
        try lock.execute("COMMIT")
        try await first
    }

    @Test func whatHasBegunWhenTheStoreClosesIsFinished() async throws {
        let place = try await ServerStore()
        let store = try place.open { $0.connections = 2 }
        let lock = try place.lockingItems()
        async let first: Void = store.insert(1)
        async let second: Void = store.insert(2)
        try await place.waitUntilBlocked(2)
        async let closed: Void = withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try store.close() }) }
        }
        try await eventually { store.trouble == .closed }
        await #expect(throws: StorageError.closed) { try await store.insert(3) }
        try lock.execute("COMMIT")
        _ = try await (first, second, closed)
        #expect(try await place.open().ids() == [1, 2])
    }

    @Test func aReadSeesOneSnapshotHoweverLongItTakes() async throws {
        let place = try await ServerStore()
        let store = try place.open()
        let count = Query<Int>("SELECT count(*) FROM item")
        let lock = try place.session()
        try lock.execute("CREATE TABLE gate (id BIGINT)")
        try lock.execute("BEGIN; LOCK TABLE gate")
        async let counts = store.read { snapshot in
            let first = try snapshot.first(count)
            _ = try snapshot.first(Query<Int>("SELECT count(*) FROM gate"))
            return try [first, snapshot.first(count)]
        }
        try await place.waitUntilBlocked()
        try await store.insert(1)
        try lock.execute("COMMIT")
        #expect(try await counts == [0, 0])
        #expect(try await store.ids() == [1])
    }

    @Test func aStatementThatTakesTooLongIsEnded() async throws {
        let store = try await ServerStore().open { $0.statementTimeout = .milliseconds(100) }
        let sleep = Query<Bool>("SELECT pg_sleep(60) IS NULL")
        await #expect(throws: StorageError.overloaded) { try await store.first(sleep) }
        await #expect(throws: StorageError.overloaded) {
            try await store.read { try $0.first(sleep) }
        }
        await #expect(throws: StorageError.overloaded) {
            try await store.write { transaction in
                try transaction.insertItem(1)
                _ = try transaction.first(sleep)
            }
        }
        #expect(try await store.ids() == [])
        #expect(store.trouble == nil)
    }

    @Test func aLockIsNotWaitedForWithoutEnd() async throws {
        let place = try await ServerStore()
        let store = try place.open(TemporaryStore.schema, ["options": "-c lock_timeout=50ms"])
        let lock = try place.lockingItems()
        await #expect(throws: StorageError.overloaded) { try await store.insert(1) }
        try lock.execute("COMMIT")
        try await store.insert(1)
    }

    @Test func aTransactionThatStandsStillIsEnded() async throws {
        let store = try await ServerStore().open(
            TemporaryStore.schema, ["options": "-c idle_in_transaction_session_timeout=50ms"])
        await #expect(
            performing: {
                try await store.write { transaction in
                    try transaction.insertItem(1)
                    usleep(300_000)
                    try transaction.insertItem(2)
                }
            }, throws: isUnavailable)
        #expect(try await store.ids() == [])
    }
}
