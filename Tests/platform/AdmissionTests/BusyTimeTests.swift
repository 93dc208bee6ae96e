import Admission
import Testing

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

    @Test func whatWasLongStaysSoUntilARestHasUndoneAllOfIt() {
        var busy = BusyTime()
        func isLong(after time: Duration) -> Bool { busy.isLong(limit: limit, at: start + time) }
        busy.note(isBusy: true, limit: limit, now: start)
        #expect(!isLong(after: .milliseconds(499)))
        #expect(isLong(after: .milliseconds(500)))
        busy.note(isBusy: false, limit: limit, now: start + .milliseconds(500))
        #expect(isLong(after: .milliseconds(555)))
        busy.note(isBusy: true, limit: limit, now: start + .milliseconds(540))
        #expect(isLong(after: .milliseconds(541)))
        busy.note(isBusy: false, limit: limit, now: start + .milliseconds(550))
        #expect(!isLong(after: .milliseconds(570)))
        busy.note(isBusy: true, limit: limit, now: start + .milliseconds(570))
        #expect(!isLong(after: .milliseconds(1_069)))
    }

    /// Workers that are busy for less than nine tenths of the time stay far from the limit, however
    /// long.
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
