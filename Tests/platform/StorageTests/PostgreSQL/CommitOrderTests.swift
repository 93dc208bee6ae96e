import Foundation
import TestPostgreSQL
import TestSupport
import Testing

@testable import Storage

struct CommitOrderTests {
    @Test func whoHasTheEarlierTurnGoesFirst() async throws {
        let order = CommitOrder()
        let turns = (0..<10).map { _ in order.next() }
        let heard = Shared<[Int]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, turn) in turns.enumerated().reversed() {
                group.addTask {
                    try await blocking {
                        order.use(turn) { heard.withLock { $0.append(number) } }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(heard.withLock { $0 } == Array(0..<10))
    }

    /// The second has seen what the first has written: told first, it would be overwritten by the
    /// first in the memory of those who hear.
    @Test func aWriteIsToldBehindOneThatItHasSeenThoughItIsAcknowledgedFirst() async throws {
        let place = try await ServerStore()
        let proxy = try CuttingProxy(to: place.server.directory)
        let heard = Shared<[Int]>([])
        let store = try place.open(
            TemporaryStore.schema, ["host": proxy.directory],
            delivery: { events in heard.withLock { $0 += events } })
        proxy.holdAnswerToNextCommit()
        let first = Task {
            try await store.write { transaction in
                try transaction.insertItem(1)
                transaction.tell(1)
            }
        }
        let session = try place.session()
        try await eventually { try session.execute("SELECT count(*) FROM item") == "1" }
        let second = Task {
            try await store.write { transaction in
                transaction.tell(
                    try transaction.first(Query<Int>("SELECT max(id) + 1 FROM item")) ?? 0)
                try transaction.insertItem(2)
            }
        }
        try await eventually { try session.execute("SELECT count(*) FROM item") == "2" }
        // What tells nothing waits for nobody.
        try await store.insert(3)
        #expect(heard.withLock { $0 } == [])
        proxy.release()
        try await first.value
        try await second.value
        #expect(heard.withLock { $0 } == [1, 2])
    }
}
