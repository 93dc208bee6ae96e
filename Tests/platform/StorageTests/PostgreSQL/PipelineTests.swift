import TestPostgreSQL
import TestSupport
import Testing

@testable import Storage

/// Reads of one row that come together, and are sent together.
struct PipelineTests {
    private static let size = ReadBatchSize.most
    private static let echo = Query<String, String>("SELECT $1")
    private static let add = Query<Int, Int>("SELECT $1 + 1")
    private static let divide = Query<Int, Int>("SELECT 100 / $1")
    /// When the transaction began.
    private static let began = Query<String>("SELECT now()::text")

    /// Runs reads that all come while the only connection is in use.
    ///
    /// - Parameter first: what uses it: reads the items, which are locked meanwhile.
    private func together<T: Sendable>(
        _ place: ServerStore, _ store: Store<Int>, count: Int = size,
        behind first: @escaping @Sendable (Store<Int>) async throws -> Void = {
            _ = try await $0.ids()
        },
        _ read: @escaping @Sendable (Int) async throws -> T
    ) async throws -> [Task<T, any Error>] {
        let lock = try place.lockingItems()
        async let first: Void = first(store)
        try await place.waitUntilBlocked()
        let reads = (0..<count).map { number in Task { try await read(number) } }
        // After a moment all of them are in line. Their order does not matter.
        try await elapse(.milliseconds(100))
        try lock.execute("COMMIT")
        try await first
        return reads
    }

    private func open(_ place: ServerStore) throws -> Store<Int> {
        try place.open { ($0.connections, $0.firstReadBatch) = (1, Self.size) }
    }

    @Test func eachHearsItsOwnAnswerHoweverManyCome() async throws {
        let place = try await ServerStore()
        let store = try open(place)
        let reads = try await together(place, store, count: 500) { number in
            number % 2 == 0
                ? try await store.first(Self.add, number)
                : try await store.first(Self.echo, "\(number + 1)").flatMap(Int.init)
        }
        for (number, read) in reads.enumerated() { #expect(try await read.value == number + 1) }
    }

    @Test func theyAreOneTransactionForTheServer() async throws {
        let place = try await ServerStore()
        let store = try open(place)
        let reads = try await together(place, store) { _ in try await store.first(Self.began) }
        var beginnings = Set<String?>()
        for read in reads { try await beginnings.insert(read.value) }
        #expect(beginnings.count == 1)
    }

    /// Which would only be served one after the other there, while the other connections stand
    /// idle.
    @Test func readsThatTakeLongAreSpreadOverTheConnections() async throws {
        let place = try await ServerStore()
        let store = try place.open { ($0.connections, $0.firstReadBatch) = (4, Self.size) }
        let sleep = Query<Bool>("SELECT pg_sleep(0.2) IS NULL")
        // The first is counted soon after it is answered: before the second ends.
        for _ in 0..<2 { _ = try await store.first(sleep) }
        let start = ContinuousClock.now
        let reads = (0..<8).map { _ in Task { try await store.first(sleep) } }
        for read in reads { _ = try await read.value }
        // One connection takes 1.6 seconds, four take 0.4.
        #expect(ContinuousClock.now - start < .seconds(1.2))
    }

    @Test func oneThatFailsFailsAlone() async throws {
        let place = try await ServerStore()
        let store = try open(place)
        let reads = try await together(place, store) { try await store.first(Self.divide, $0 % 4) }
        for (number, read) in reads.enumerated() {
            if number % 4 == 0 {
                await #expect(
                    performing: { try await read.value },
                    throws: { if case StorageError.constraint = $0 { true } else { false } })
            } else {
                #expect(try await read.value == 100 / (number % 4))
            }
        }
        #expect(store.trouble == nil)
    }

    @Test func oneThatCannotBePreparedFailsAlone() async throws {
        let place = try await ServerStore()
        let store = try open(place)
        let wrong = Query<Int, Int>("SELECT missing FROM item WHERE id = $1")
        let reads = try await together(place, store) { number in
            try await store.first(number == 3 ? wrong : Self.add, number)
        }
        for (number, read) in reads.enumerated() where number != 3 {
            #expect(try await read.value == number + 1)
        }
        await #expect(throws: StorageError.self) { try await reads[3].value }
    }

    @Test func longOnesInBothDirectionsDoNotBlockEachOther() async throws {
        let place = try await ServerStore()
        let store = try open(place)
        let long = String(repeating: "x", count: 2_000_000)
        let reads = try await together(place, store) { number in
            try await store.first(Self.echo, "\(number)\(long)")
        }
        for (number, read) in reads.enumerated() {
            #expect(try await read.value == "\(number)\(long)")
        }
    }

    @Test func whoIsCancelledInLineHearsSoAtOnce() async throws {
        let place = try await ServerStore()
        let store = try open(place)
        let lock = try place.lockingItems()
        async let first = store.ids()
        try await place.waitUntilBlocked()
        let waiting = Task { try await store.first(Self.add, 1) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        try lock.execute("COMMIT")
        _ = try await first
    }

    @Test func allAreRefusedWhenTheirConnectionIsLostAndTheNextIsServed() async throws {
        let place = try await ServerStore()
        let store = try open(place)
        let other = try place.session()
        try other.execute("CREATE TABLE gate (id BIGINT)")
        let gate = Query<Int, Int>("SELECT $1 FROM (SELECT count(*) FROM gate) AS counted")
        try other.execute("BEGIN; LOCK TABLE gate")
        let reads = try await together(place, store) { try await store.first(gate, $0) }
        try await place.waitUntilBlocked()
        try place.terminateConnections()
        try other.execute("COMMIT")
        for read in reads {
            await #expect(performing: { try await read.value }, throws: isUnavailable)
        }
        #expect(try await store.first(gate, 7) == 7)
    }

    /// A pooler may have the server forget what was prepared: that costs one read, not those behind
    /// it.
    @Test func thoseBehindOneWhoseConnectionIsNoGoodAreServed() async throws {
        let place = try await ServerStore()
        let store = try place.open {
            ($0.connections, $0.firstReadBatch, $0.repeatsBodies) = (1, Self.size, false)
        }
        #expect(try await store.first(Self.add, 1) == 2)
        let reads = try await together(
            place, store,
            behind: { store in
                try await store.write { transaction in
                    _ = try transaction.run(PlainCommand("DEALLOCATE ALL"))
                    _ = try transaction.first(Query<Int>("SELECT count(*) FROM item"))
                }
            }, { try await store.first(Self.add, $0) })
        var refused = 0
        for (number, read) in reads.enumerated() {
            do {
                #expect(try await read.value == number + 1)
            } catch {
                #expect(isUnavailable(error))
                refused += 1
            }
        }
        #expect(refused == 1)
    }

    @Test func whoWaitsWhenTheStoreClosesIsTold() async throws {
        let place = try await ServerStore()
        let store = try open(place)
        let reads = (0..<200).map { number in Task { try await store.first(Self.add, number) } }
        try store.close()
        for (number, read) in reads.enumerated() {
            do { #expect(try await read.value == number + 1) } catch StorageError.closed {}
        }
    }
}
