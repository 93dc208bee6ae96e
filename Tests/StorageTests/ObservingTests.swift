import Synchronization
import Testing

@testable import Storage

struct ObservingTests {
    let files = TemporaryStore()

    struct Refused: Error {}

    @Test func whoeverWaitsForRowsIsToldOfThoseThatWereCommitted() async throws {
        let store = try files.open()
        let seen = Mutex(0)
        store.onInsert(into: "row") { count in seen.withLock { $0 += count } }
        try await store.insert(1)
        #expect(seen.withLock { $0 } == 1)
        await #expect(throws: Refused.self) {
            try await store.write { db in
                try db.insertRow(2)
                throw Refused()
            }
        }
        #expect(seen.withLock { $0 } == 1)
        let writes = (10..<30).map { id in
            Task {
                try await store.write { db in
                    try db.insertRow(id)
                    if id.isMultiple(of: 2) { throw Refused() }
                }
            }
        }
        for write in writes { _ = await write.result }
        #expect(seen.withLock { $0 } == 11)
    }
}
