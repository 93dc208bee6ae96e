import Admission
import Foundation
import TestSupport
import Testing

@testable import Auth

@Suite struct TokenBucketsTests {
    private let rate = GCRA(10, per: 900_000, burst: 10)
    private let now: Int64 = 1_800_000_000_000

    private func key(_ random: inout TestNumbers) -> LimitKey {
        LimitKey(name: .account, high: random.next(), low: random.next())
    }

    /// How many keys come; `ROLLCALL_METER_KEYS` sets it, such as 10000000.
    private static let keys =
        ProcessInfo.processInfo.environment["ROLLCALL_METER_KEYS"].flatMap { Int($0) }

    @Test func tenMillionKeysStayInTheirMemoryAndForgetNoAttacker() {
        var random = TestNumbers(seed: 1)
        let maximum = Self.keys == nil ? 4096 : TokenBuckets.maximum
        var table = TokenBuckets(maximum: maximum)
        let early = key(&random)
        while table.take(early, at: rate, now: now) == nil {}
        for _ in 0..<(Self.keys ?? 100_000) { _ = table.take(key(&random), at: rate, now: now) }
        #expect(table.capacity == maximum)
        #expect(table.take(early, at: rate, now: now) == 90_000)
        // Who comes in the middle of it is counted all the same.
        let late = key(&random)
        var count = 0
        while table.take(late, at: rate, now: now) == nil { count += 1 }
        #expect(count <= 10)
        for _ in 0..<1000 { _ = table.take(key(&random), at: rate, now: now) }
        #expect(table.take(late, at: rate, now: now) != nil)
    }

    @Test func whenAFloodIsOverEverybodyHasTheirOwnMeterAgain() {
        var random = TestNumbers(seed: 2)
        var table = TokenBuckets(maximum: 1024)
        for _ in 0..<50_000 { _ = table.take(key(&random), at: rate, now: now) }
        let later = now + 900_000
        for _ in 0..<100 {
            let key = key(&random)
            for _ in 0..<10 { #expect(table.take(key, at: rate, now: later) == nil) }
            #expect(table.take(key, at: rate, now: later) == 90_000)
        }
    }

    /// A caller that was counted in an overflow meter does not begin anew when there is room again.
    @Test func aPlaceThatComesFreeIsNoNewStart() {
        var random = TestNumbers(seed: 3)
        let brief = GCRA(10, per: 1000, burst: 10)
        var table = TokenBuckets(maximum: TokenBuckets.ways)
        for _ in 0..<TokenBuckets.ways { _ = table.take(key(&random), at: brief, now: now) }
        let key = key(&random)
        while table.take(key, at: rate, now: now) == nil {}
        #expect(table.row(of: key).key.overflowIndex != nil)
        #expect(table.take(key, at: rate, now: now + 1000) == 89_000)
        #expect(table.row(of: key).key == key)
    }

    @Test func aTableGrowsAsItFillsAndLosesNothing() {
        var random = TestNumbers(seed: 4)
        var table = TokenBuckets(maximum: 65_536)
        let small = table.capacity
        let keys = (0..<5000).map { _ in key(&random) }
        for key in keys {
            for _ in 0..<10 { #expect(table.take(key, at: rate, now: now) == nil) }
        }
        #expect(table.capacity > small)
        for key in keys { #expect(table.take(key, at: rate, now: now) == 90_000) }
    }

    @Test func whatIsGivenBackCanBeTakenAgain() {
        var random = TestNumbers(seed: 5)
        var table = TokenBuckets()
        let key = key(&random)
        for _ in 0..<100 {
            #expect(table.take(key, at: rate, now: now) == nil)
            table.refund(key, at: rate, now: now)
        }
        while table.take(key, at: rate, now: now) == nil {}
        table.clear(key)
        #expect(table.take(key, at: rate, now: now) == nil)
    }

    @Test func whatWasWrittenDownComesBack() {
        var random = TestNumbers(seed: 6)
        var table = TokenBuckets(maximum: TokenBuckets.ways)
        let keys = (0..<40).map { _ in key(&random) }
        for key in keys { while table.take(key, at: rate, now: now) == nil {} }
        let rows = keys.map { table.row(of: $0) }
        #expect(rows.contains { $0.key.overflowIndex != nil })
        var other = TokenBuckets(maximum: TokenBuckets.ways)
        for row in rows { other.restore(row, now: now) }
        for key in keys { #expect(other.take(key, at: rate, now: now) == 90_000) }
    }

    /// By the name that it is kept under, whichever key has used it.
    @Test func anOverflowMeterIsFoundByItsName() {
        var random = TestNumbers(seed: 7)
        var table = TokenBuckets(maximum: TokenBuckets.ways)
        let keys = (0..<100).map { _ in key(&random) }
        for key in keys { while table.take(key, at: rate, now: now) == nil {} }
        let rows = keys.map { table.row(of: $0) }.filter { $0.key.overflowIndex != nil }
        #expect(!rows.isEmpty)
        for row in rows {
            #expect(table.row(of: row.key) == row)
            #expect(row.due > now)
        }
    }

    @Test func theLimitsOfAKeyAreApart() {
        var table = TokenBuckets()
        let keys = LimitName.allCases.map { LimitKey(name: $0, high: .max - 1, low: 1) }
        #expect(Set(keys.map(\.name)).count == keys.count)
        let key = LimitKey(name: .address, bytes: Array(0..<16))
        #expect(LimitKey(name: .address, bytes: key.bytes) == key)
        while table.take(key, at: rate, now: now) == nil {}
        #expect(table.row(of: key).due > now)
    }
}
