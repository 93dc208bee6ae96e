import RollcallCrypto
import TestPostgreSQL
import TestSupport
import Testing

@testable import Auth

/// Followers that come, read as slowly as they like, lose their stream and come again, while
/// sessions end, old revocations are forgotten and epochs begin: a follower that is told it is
/// current knows of every revocation that matters, and of none that never was.
@Suite(.onEachEngine) struct RevocationModelTests {
    /// The service, as far as followers see it.
    private struct Model {
        var log = RevocationLog(RevocationPosition(epoch: 1, version: 0), capacity: 4)
        /// The table: revocations of the epoch that are kept, by version.
        var table: [UInt64: UUIDv7] = [:]
        var keyChanges: UInt64 = 0

        mutating func revoke(_ ids: [UUIDv7]) {
            for (index, id) in ids.enumerated() {
                table[log.position.version + UInt64(index) + 1] = id
            }
            log.append(ids)
        }

        mutating func forget(_ count: Int) {
            for version in table.keys.sorted().prefix(count) { table[version] = nil }
        }

        mutating func beginEpoch() {
            table = [:]
            log = RevocationLog(
                RevocationPosition(epoch: log.position.epoch + 1, version: 0), capacity: 4)
        }

        func stored(
            after start: RevocationPosition, upTo end: RevocationPosition, limit: Int
        ) -> StoredRevocations {
            let versions = table.keys.sorted().filter { $0 > start.version && $0 <= end.version }
                .prefix(limit)
            return StoredRevocations(
                epoch: log.position.epoch, ids: versions.compactMap { table[$0] },
                lastVersion: versions.last)
        }
    }

    /// A service that follows.
    private struct Reader {
        var follower = RevocationFollower(from: nil)
        var cursor: RevocationPosition?
        var known: Set<UUIDv7> = []

        /// - Returns: whether it is current now.
        mutating func read(_ model: Model, storeLimit: Int) -> Bool {
            let part: RevocationFollower.Part
            switch follower.step(model.log, keyChanges: model.keyChanges) {
            case .tell(let next): part = next
            case .read(let start, let end):
                let stored = model.stored(after: start, upTo: end, limit: storeLimit)
                guard let next = follower.part(stored, model.log, keyChanges: model.keyChanges)
                else { return false }
                part = next
            }
            follower.wasTold(part)
            if part.replaces { known = [] }
            known.formUnion(part.ids)
            cursor = part.position
            return part.isCurrent
        }

        /// Its stream is lost, and sometimes what it knew as well.
        mutating func reconnect(remembering: Bool) {
            if !remembering { (cursor, known) = (nil, []) }
            follower = RevocationFollower(from: cursor)
        }
    }

    @Test(arguments: 0..<20)
    func whoIsCurrentKnowsAllThatMatters(seed: UInt64) throws {
        var chance = TestNumbers(seed: seed)
        let ids = UUIDv7Generator(clock: { 1 })
        var (model, readers) = (Model(), [Reader(), Reader(), Reader()])
        var everRevoked: Set<UUIDv7> = []
        for _ in 0..<2000 {
            switch Int.random(in: 0..<40, using: &chance) {
            case 0..<12:
                let new = try (0..<Int.random(in: 1...3, using: &chance)).map { _ in
                    try ids.next()
                }
                everRevoked.formUnion(new)
                model.revoke(new)
            case 12..<14: model.forget(Int.random(in: 0...5, using: &chance))
            case 14: model.beginEpoch()
            case 15: model.keyChanges += 1
            case 16..<19:
                readers[Int.random(in: 0..<3, using: &chance)].reconnect(
                    remembering: Bool.random(using: &chance))
            default:
                let index = Int.random(in: 0..<3, using: &chance)
                let storeLimit = Int.random(in: 1...5, using: &chance)
                if readers[index].read(model, storeLimit: storeLimit) {
                    #expect(readers[index].known.isSuperset(of: model.table.values))
                    let isDone = readers[index].follower.knowsAll(
                        of: model.log, keyChanges: model.keyChanges)
                    #expect(isDone)
                }
                #expect(everRevoked.isSuperset(of: readers[index].known))
            }
        }
        for index in readers.indices {
            let isCurrent = (0..<200).contains { _ in readers[index].read(model, storeLimit: 2) }
            #expect(isCurrent, "it never ends")
        }
    }

    @Test func aLogKeepsNoMoreThanTwiceItsCapacity() throws {
        let ids = UUIDv7Generator(clock: { 1 })
        var log = RevocationLog(RevocationPosition(epoch: 1, version: 7), capacity: 10)
        for count in 1...100 {
            log.append([try ids.next()])
            #expect(log.position.version == 7 + UInt64(count))
            #expect(log.position.version - log.start <= 20)
            #expect(log.position.version - log.start >= UInt64(min(count, 10)))
        }
        #expect(log.ids(after: log.start, limit: 3)?.count == 3)
        #expect(log.ids(after: log.start - 1, limit: 3) == nil)
        #expect(log.ids(after: log.position.version, limit: 3)?.isEmpty == true)
        #expect(log.ids(after: log.position.version + 1, limit: 3) == nil)
    }
}
