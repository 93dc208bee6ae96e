import RollcallCrypto
import TestPostgreSQL
import TestSupport
import Testing

@testable import Auth

/// Followers that come, read as slowly as they like, lose their stream and come again, while
/// sessions end, old revocations are forgotten and epochs begin: a follower that is told it is
/// current knows of every revocation that matters, and of none that never was.
@Suite(.onEachEngine) struct RevocationModelTests {
    /// A service that follows.
    private struct Reader {
        var position: RevocationPosition?
        var known: Set<UUIDv7> = []

        /// - Returns: whether it is current now.
        mutating func read(_ store: AuthStore) async throws -> Bool {
            let page = try await store.revocations(after: position)
            if page.end.epoch != position?.epoch { known = [] }
            known.formUnion(page.ids)
            position = page.end
            return page.isCurrent
        }
    }

    @Test(arguments: 0..<4)
    func whoIsCurrentKnowsAllThatMatters(seed: UInt64) async throws {
        try await withAuth { world in
            let store = world.auth.store
            let ids = UUIDv7Generator(clock: { 1 })
            var (chance, readers) = (TestNumbers(seed: seed), [Reader(), Reader(), Reader()])
            /// The revocations of the epoch, in their order, and how many of them are forgotten.
            var (revoked, forgotten, ever): ([UUIDv7], Int, Set<UUIDv7>) = ([], 0, [])
            for _ in 0..<200 {
                let index = Int.random(in: 0..<3, using: &chance)
                switch Int.random(in: 0..<20, using: &chance) {
                case 0..<7:
                    let isMany = Int.random(in: 0..<8, using: &chance) == 0
                    let count =
                        isMany ? RevocationPage.limit : Int.random(in: 1...3, using: &chance)
                    let new = try (0..<count).map { _ in try ids.next() }
                    try await store.write { tx in
                        for id in new { try tx.revoke(id, reason: .revoked, now: 1) }
                    }
                    revoked += new
                    ever.formUnion(new)
                case 7:
                    let limit = Int.random(in: 1...5, using: &chance)
                    let end = try #require(store.feed.position)
                    _ = try await store.deleteRevocations(upTo: end, limit: limit)
                    forgotten = min(forgotten + limit, revoked.count)
                case 8:
                    try await store.beginEpoch(now: 1)
                    (revoked, forgotten) = ([], 0)
                case 9: readers[index] = Reader()
                default:
                    if try await readers[index].read(store) {
                        #expect(readers[index].known.isSuperset(of: revoked[forgotten...]))
                        #expect(readers[index].position == store.feed.position)
                    }
                    #expect(ever.isSuperset(of: readers[index].known))
                }
            }
        }
    }
}
