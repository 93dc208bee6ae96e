import GRDB
import Synchronization
import Testing

@testable import Storage

struct AfterCommitTests {
    let files = TemporaryStore()

    @Test func itSeesEachCommitBeforeItsWritersAreAnswered() async throws {
        let seen = Seen()
        let store = try files.open(afterCommit: { db in
            let ids = try Set(Int.fetchAll(db, sql: "SELECT id FROM row"))
            seen.ids.withLock { $0 = ids }
        })
        let writes = (0..<100).map { id in
            Task {
                try await store.write { try $0.insertRow(id) }
                return seen.ids.withLock { $0.contains(id) }
            }
        }
        for write in writes { #expect(try await write.value) }
    }

    private final class Seen: Sendable {
        let ids = Mutex<Set<Int>>([])
    }

    struct Refused: Error {}

    @Test func itsFailureIsTheWritersAndStopsTheStore() async throws {
        let store = try files.open(afterCommit: { db in
            if try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM row") == 2 { throw Refused() }
        })
        try await store.write { try $0.insertRow(1) }
        let reason = StorageError.failed("what belongs to a commit could not be done")
        for _ in 0..<2 {
            await #expect(throws: reason) { try await store.write { try $0.insertRow(2) } }
        }
        #expect(files.failures.withLock { $0 } == [reason])
    }

    @Test func whatOnlyNeedsTryingAgainIsFatalHere() async throws {
        let store = try files.open(afterCommit: { _ in throw StorageError.noSpace })
        await #expect(throws: StorageError.failed("after a commit: noSpace")) {
            try await store.write { try $0.insertRow(1) }
        }
    }
}
