import Testing

@testable import RollcallCrypto

@Suite struct BusyTimeTests {
    private let start = ContinuousClock().now
    private let limit = Duration.milliseconds(500)

    @Test func itGrowsWithTheTimeAndARestTakesItOffNineTimesFaster() {
        var busy = BusyTime()
        #expect(busy.length(at: start) == .zero)
        busy.note(isBusy: true, limit: limit, now: start)
        #expect(busy.length(at: start + .milliseconds(90)) == .milliseconds(90))
        busy.note(isBusy: false, limit: limit, now: start + .milliseconds(90))
        #expect(busy.length(at: start + .milliseconds(96)) == .milliseconds(36))
        #expect(busy.length(at: start + .seconds(9)) == .zero)
    }

    @Test func noMoreThanTheLimitIsToBeUndone() {
        var busy = BusyTime()
        busy.note(isBusy: true, limit: limit, now: start)
        let late = start + .seconds(3600)
        #expect(busy.length(at: late) == .seconds(3600))
        busy.note(isBusy: false, limit: limit, now: late)
        #expect(busy.length(at: late + .milliseconds(56)) == .zero)
    }

    /// Whoever is busy for less than nine tenths of the time stays far from the limit, however long.
    @Test func aLoadThatCanBeServedNeverGetsFar() {
        var (busy, now, longest) = (BusyTime(), start, Duration.zero)
        for _ in 0..<10_000 {
            busy.note(isBusy: true, limit: limit, now: now)
            now += .milliseconds(80)
            longest = max(longest, busy.length(at: now))
            busy.note(isBusy: false, limit: limit, now: now)
            now += .milliseconds(20)
        }
        #expect(longest == .milliseconds(80))
    }
}
