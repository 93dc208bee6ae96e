import NIOCore
import Testing

@testable import RollcallRPC

@Suite struct AbuseCounterTests {
    private let now = NIODeadline.uptimeNanoseconds(1)
    private var counter = AbuseCounter(limit: 200, interval: .seconds(30))

    @Test mutating func moreCancelsThanTheLimitAreTooMany() {
        #expect(cancels(at: now) == 200)
    }

    @Test mutating func aCallThatEndsWellPaysForACancel() {
        let tooMany = (0..<10_000).filter { _ in
            counter.complete()
            return counter.cancel(at: now)
        }
        #expect(tooMany == [])
        #expect(cancels(at: now) == 200)
    }

    @Test mutating func callsThatEndedWellBeforePayForAsManyAsTheLimit() {
        for _ in 0..<10_000 { counter.complete() }
        #expect(cancels(at: now) == 400)
    }

    @Test mutating func anIntervalForgetsCancelsAndNoCallThatEndedWell() {
        #expect(cancels(at: now) == 200)
        #expect(cancels(at: now + .seconds(30)) == 200)
        for _ in 0..<301 { counter.complete() }
        #expect(cancels(at: now + .seconds(60)) == 300)
    }

    @Test mutating func noCallPaysForABrokenFrame() {
        for _ in 0..<200 {
            counter.complete()
            let isTooMany = counter.strike(at: now)
            #expect(!isTooMany)
        }
        let isTooMany = counter.strike(at: now)
        #expect(isTooMany)
        let isTooManyLater = counter.strike(at: now + .seconds(30))
        #expect(!isTooManyLater)
    }

    /// How many more calls may be cancelled.
    private mutating func cancels(at now: NIODeadline) -> Int {
        var count = 0
        while !counter.cancel(at: now) { count += 1 }
        return count
    }
}
