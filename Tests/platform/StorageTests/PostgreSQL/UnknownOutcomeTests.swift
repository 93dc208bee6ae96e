import TestPostgreSQL
import TestSupport
import Testing

@testable import Storage

/// A connection that breaks while it commits.
struct UnknownOutcomeTests {
    @Test(arguments: [true, false])
    func whoeverWritesIsToldThatNobodyKnows(isForwarded: Bool) async throws {
        let place = try await ServerStore()
        let proxy = try CuttingProxy(to: place.server.directory)
        let heard = Shared<[Int]>([])
        let store = try place.open(
            TemporaryStore.schema, ["host": proxy.directory],
            delivery: { events in heard.withLock { $0 += events } })
        try await store.insert(1)
        proxy.cutAtNextCommit(forwarding: isForwarded)
        await #expect(throws: StorageError.unknownOutcome) {
            try await store.write { transaction in
                try transaction.insertItem(2)
                transaction.tell(2)
            }
        }
        // The server may still be at it.
        try await eventually { try await store.ids() == (isForwarded ? [1, 2] : [1]) }
        try await store.write { $0.tell(3) }
        #expect(heard.withLock { $0 } == [3])
        #expect(place.failures.withLock { $0 }.isEmpty)
    }
}
