import Synchronization
import Testing

@testable import RollcallCrypto

struct UUIDv7GeneratorTests {
    static let zeros = [UInt8](repeating: 0, count: UUIDv7Sequence.randomByteCount)
    static let ones = [UInt8](repeating: 0xff, count: UUIDv7Sequence.randomByteCount)

    @Test func withinAMillisecondTheCounterRises() {
        var sequence = UUIDv7Sequence()
        let ids = (0..<100).map { _ in sequence.next(milliseconds: 7, random: Self.zeros) }
        #expect(zip(ids, ids.dropFirst()).allSatisfy(<))
        #expect(ids.allSatisfy { $0.milliseconds == 7 })
    }

    @Test func theCounterStartsInItsLowerHalf() {
        var sequence = UUIDv7Sequence()
        let id = sequence.next(milliseconds: 7, random: Self.ones)
        #expect(id.high & 0xfff == 0x7ff)
    }

    @Test func aSpentCounterBorrowsTheNextMillisecond() {
        var sequence = UUIDv7Sequence()
        let ids = (0...0x1000).map { _ in sequence.next(milliseconds: 7, random: Self.zeros) }
        #expect(zip(ids, ids.dropFirst()).allSatisfy(<))
        #expect(ids.last?.milliseconds == 8)
    }

    @Test func aClockThatStepsBackIsNotFollowed() {
        var sequence = UUIDv7Sequence()
        let before = sequence.next(milliseconds: 3_600_000, random: Self.ones)
        let after = sequence.next(milliseconds: 0, random: Self.zeros)
        #expect(after > before)
        #expect(after.milliseconds == 3_600_000)
    }

    @Test func aClockBefore1970CountsAsZero() {
        var sequence = UUIDv7Sequence()
        let id = sequence.next(milliseconds: -5, random: Self.zeros)
        #expect(id.milliseconds == 0)
    }

    @Test func tasksThatShareAGeneratorNeverGetTheSame() async throws {
        let time = Atomic<Int64>(1000)
        let generator = UUIDv7Generator { time.wrappingAdd(1, ordering: .relaxed).newValue / 50 }
        let ids: [UUIDv7] = try await withThrowingTaskGroup(of: [UUIDv7].self) { group in
            for _ in 0..<8 {
                group.addTask { try (0..<500).map { _ in try generator.next() } }
            }
            return try await group.reduce(into: []) { all, ids in
                #expect(zip(ids, ids.dropFirst()).allSatisfy(<))
                all += ids
            }
        }
        #expect(Set(ids).count == 4000)
    }

    @Test func withoutRandomnessThereIsNoIdentifier() {
        let generator = UUIDv7Generator(
            random: RandomSource { _ in throw CryptoError.noRandomness }, clock: { 0 })
        #expect(throws: CryptoError.noRandomness) { try generator.next() }
    }
}
