import Testing

@testable import RollcallRPC

@Suite struct BackoffTests {
    @Test func pausesGrowUpToTheMaximum() {
        let backoff = Backoff(
            initial: .milliseconds(100), multiplier: 2, maximum: .seconds(1), jitter: 0.2)
        let pauses = (0...7).map { backoff.pause(after: $0, random: 0.5) }
        let expected = [0, 100, 200, 400, 800, 1000, 1000, 1000].map { Duration.milliseconds($0) }
        #expect(pauses == expected)
    }

    @Test func aPauseVariesByTheJitterAndNoMore() {
        let backoff = Backoff(initial: .seconds(1), maximum: .seconds(1), jitter: 0.25)
        #expect(backoff.pause(after: 1, random: 0) == .milliseconds(750))
        #expect(backoff.pause(after: 1, random: 1) == .milliseconds(1250))
        let pauses = Set((0..<100).map { _ in backoff.pause(after: 9) })
        #expect(pauses.count > 50)
        #expect(pauses.allSatisfy { (.milliseconds(750)...(.milliseconds(1250))).contains($0) })
    }

    @Test func whatSomebodyMisconfiguresStaysFinite() {
        let backoff = Backoff(initial: .seconds(5), multiplier: 0, maximum: .seconds(1), jitter: 0)
        #expect(backoff.pause(after: .max) == .seconds(1))
        let still = Backoff(initial: .zero, multiplier: 1, maximum: .seconds(1))
        #expect(still.pause(after: 1000) == .zero)
    }
}
