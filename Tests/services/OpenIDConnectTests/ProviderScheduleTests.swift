import TestSupport
import Testing

@testable import OpenIDConnect

@Suite struct ProviderScheduleTests {
    @Test(
        arguments: [
            (nil, 300_000), (0, 300_000), (-5, 300_000), (3600, 3_600_000),
            (10_000_000, 86_400_000), (.max, 86_400_000), (.min, 300_000),
        ] as [(Int64?, Int64)])
    func documentsAreFreshForFiveMinutesToADay(maxAge: Int64?, lifetime: Int64) {
        var schedule = ProviderSchedule()
        schedule.began(at: 1_000_000)
        schedule.ended(at: 1_000_000, maxAge: maxAge)
        #expect(!schedule.mustFetch(isKnown: true, at: 1_000_000 + lifetime - 1))
        #expect(schedule.mustFetch(isKnown: true, at: 1_000_000 + lifetime))
    }

    /// Whatever happens in whatever order, two fetches are never closer than they may be.
    @Test func fetchesKeepTheirDistance() {
        var numbers = TestNumbers(seed: 1)
        for _ in 0..<200 {
            var (schedule, now, fetches) = (ProviderSchedule(), Int64(1_000_000), [Int64]())
            for _ in 0..<200 {
                now += Int64.random(in: 0...30_000, using: &numbers)
                let isUsable = schedule.isUsable(at: now)
                if schedule.mustFetch(isKnown: numbers.chance(1, in: 2), at: now) {
                    if let last = fetches.last {
                        #expect(now - last >= (isUsable ? 60_000 : 2_000))
                    }
                    fetches.append(now)
                    schedule.began(at: now)
                    if numbers.chance(1, in: 2) {
                        let maxAge = Int64.random(in: 0...90_000, using: &numbers)
                        schedule.ended(at: now, maxAge: maxAge)
                    }
                }
            }
        }
    }

    @Test func aClockThatWasSetBackPreventsNoFetch() {
        var schedule = ProviderSchedule()
        schedule.began(at: 100_000_000)
        schedule.ended(at: 100_000_000, maxAge: 86_400)
        #expect(schedule.mustFetch(isKnown: false, at: 1_000))
        #expect(schedule.mustFetch(isKnown: true, at: 1_000))
    }
}
