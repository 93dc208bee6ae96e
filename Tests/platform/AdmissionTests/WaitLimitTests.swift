import Admission
import TestSupport
import Testing

/// Lines in simulated time, before a worker that serves one item in 10 ms.
struct WaitLimitTests {
    private static let pace = Duration.milliseconds(10)
    private static let target = Duration.milliseconds(500)

    private struct Outcome {
        var waits: [Duration] = []
        var refused = 0
        /// From the first arrival to the last turn.
        var time = Duration.zero

        /// How much was served of what the store could do.
        var throughput: Double { pace * waits.count / time }
    }

    /// - Parameters:
    ///   - load: how many come in the time that one takes, at random.
    ///   - count: how many come.
    ///   - stall: when the store stands still for a second.
    private func line(
        load: Double, count: Int, stall: Duration? = nil, seed: UInt64
    ) -> Outcome {
        var numbers = TestNumbers(seed: seed)
        var limit = WaitLimit(target: Self.target)
        var outcome = Outcome()
        var stall = stall
        let start = ContinuousClock.now
        var (arrival, turn) = (start, start)
        for _ in 0..<count {
            // Twice the mean at most: the gaps are as uneven as those of a crowd, and never long.
            arrival += Self.pace * Double.random(in: 0...2, using: &numbers) / load
            turn = max(turn, arrival)
            if let begin = stall, turn - start >= begin {
                turn += .seconds(1)
                stall = nil
            }
            if limit.refuses(arrival, at: turn) {
                outcome.refused += 1
            } else {
                outcome.waits.append(turn - arrival)
                turn += Self.pace
            }
        }
        outcome.time = turn - start
        return outcome
    }

    @Test(arguments: [0.5, 0.9], 1...10 as ClosedRange<UInt64>)
    func nothingIsRefusedOfWhatCanBeServed(load: Double, seed: UInt64) {
        let outcome = line(load: load, count: 5000, seed: seed)
        #expect(outcome.refused == 0)
    }

    @Test(arguments: [0.1, 0.25, 0.45], 1...10 as ClosedRange<UInt64>)
    func nothingIsRefusedWhenTheStoreStandsStillForASecond(load: Double, seed: UInt64) {
        let outcome = line(load: load, count: 5000, stall: .seconds(2), seed: seed)
        #expect(outcome.refused == 0)
        #expect(outcome.waits.contains { $0 > .milliseconds(900) })
    }

    @Test(arguments: [1, 1.1, 2, 10, 100], 1...10 as ClosedRange<UInt64>)
    func whatIsServedOfTooMuchHasWaitedForTheTargetAndTheInterval(load: Double, seed: UInt64) {
        let outcome = line(load: load, count: Int(3000 * load), seed: seed)
        #expect(outcome.waits.allSatisfy { $0 <= .milliseconds(1000) + Self.pace })
        // The store is never idle because something was refused.
        #expect(outcome.throughput > 0.98)
        #expect(load <= 1 || outcome.refused > 0)
    }

    @Test func onlyWhatIsAboveTheTargetIsRefused() {
        var limit = WaitLimit(target: Self.target)
        let start = ContinuousClock.now
        /// What becomes of an item whose turn comes after so many milliseconds.
        func refuses(waited wait: Int, at time: Int) -> Bool {
            let now = start + .milliseconds(time)
            return limit.refuses(now - .milliseconds(wait), at: now)
        }
        let refusals = [
            refuses(waited: 600, at: 0), refuses(waited: 9000, at: 499),
            refuses(waited: 501, at: 500), refuses(waited: 9000, at: 500),
            refuses(waited: 500, at: 500), refuses(waited: 501, at: 501),
            refuses(waited: 600, at: 1000), refuses(waited: 600, at: 1001),
        ]
        #expect(refusals == [false, false, true, true, false, false, false, true])
    }

    @Test func aBurstAfterAPauseIsServedLikeTheFirst() {
        var limit = WaitLimit(target: Self.target)
        for hour in 0..<3 {
            let burst = ContinuousClock.now + .seconds(3600 * hour)
            for number in 0..<90 {
                let isRefused = limit.refuses(burst, at: burst + Self.pace * number)
                #expect(!isRefused)
            }
        }
    }
}
