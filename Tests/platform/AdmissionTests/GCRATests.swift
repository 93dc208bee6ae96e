import Admission
import TestSupport
import Testing

@Suite struct GCRATests {
    /// The rule as its definition has it, over all instants at which a unit was taken.
    private struct Model {
        var taken: [Int64] = []
        let rate: GCRA

        func wait(at now: Int64) -> Int64? {
            let ends = taken.enumerated().map { index, instant in
                instant + Int64(taken.count - index) * rate.spacing
            }
            let wait = (ends + [now]).max().map { $0 - now - rate.spacing * (rate.burst - 1) }
            return wait.flatMap { $0 > 0 ? $0 : nil }
        }
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func itAnswersAsAListOfInstantsDoes(seed: UInt64) {
        var random = TestNumbers(seed: seed)
        let rate = GCRA(
            .random(in: 1...20, using: &random), per: .random(in: 1...2000, using: &random),
            burst: .random(in: 1...12, using: &random))
        var (due, now, model) = (Int64.min, Int64(1_800_000_000_000), Model(rate: rate))
        for _ in 0..<300 {
            now += .random(in: 0...rate.spacing * 2, using: &random)
            let wait = rate.take(&due, now: now)
            #expect(wait == model.wait(at: now))
            guard wait == nil else { continue }
            if Bool.random(using: &random) {
                model.taken.append(now)
            } else {
                rate.refund(&due)
            }
        }
    }

    @Test func theNextUnitIsThereWhenTheAnswerSays() throws {
        let rate = GCRA(10, per: 900_000, burst: 10)
        var due = Int64.min
        for _ in 0..<10 { #expect(rate.take(&due, now: 1000) == nil) }
        let wait = try #require(rate.take(&due, now: 1000))
        #expect(wait == 90_000)
        #expect(rate.take(&due, now: 1000 + wait - 1) == 1)
        #expect(rate.take(&due, now: 1000 + wait) == nil)
    }

    @Test func aLimitIsNeverLooserThanItSays() {
        for (count, window) in [(7, 60_000), (3, 1000), (700, 1000), (1_000_000, 1000)] {
            let rate = GCRA(Int64(count), per: Int64(window), burst: 1)
            #expect(rate.spacing * Int64(count) >= window)
        }
    }

    /// Such as once in twelve days, and a million at once, in nanoseconds.
    @Test func noLimitIsSoLargeThatTheSumsOverflow() {
        let rate = GCRA(1, per: 1_000_000_000_000_000, burst: 1_000_000)
        var due = Int64.min
        #expect(rate.take(&due, now: .max / 4) == nil)
    }

    @Test func aClockThatIsSetBackMakesNobodyWaitLongerThanABurst() {
        let rate = GCRA(10, per: 900_000, burst: 10)
        var due = Int64.min
        for _ in 0..<10 { _ = rate.take(&due, now: 1_000_000_000) }
        #expect(rate.take(&due, now: 5000) == 90_000)
        #expect(rate.take(&due, now: 5000 + 90_000) == nil)
    }

    @Test func aMeterThatWasClearedMeanwhileStaysSo() {
        var due = Int64.min
        GCRA(1, per: 1000, burst: 1).refund(&due)
        #expect(due == .min)
    }
}
