import Admission
import NIOCore
import Testing

@testable import RollcallRPC

@Suite struct RateLimitTests {
    @Test func aBurstIsAllowedAndThenTheSteadyRate() {
        let limiter = RateLimiter<String>(RateLimit(10, per: .seconds(1), burst: 3))
        let waits = [0, 0, 0, 0, 60, 100, 199].map {
            limiter.count("ann", at: .milliseconds($0))
        }
        let expected: [Duration?] = [
            nil, nil, nil, .milliseconds(100), .milliseconds(40), nil, .milliseconds(1),
        ]
        #expect(waits == expected)
    }

    @Test func theWaitThatIsNamedIsTheWaitThatIsNeeded() throws {
        let rate = RateLimit(7, per: .seconds(3), burst: 2).rate
        var table = RateTable<String>(rate, maximumCount: 10)
        var now: Int64 = 0
        for _ in 0..<1000 {
            now += .random(in: 0...700_000_000)
            guard let wait = table.take("ann", now: now) else { continue }
            var other = table
            let early = other.take("ann", now: now + wait - 1)
            #expect(early != nil)
            let inTime = other.take("ann", now: now + wait)
            #expect(inTime == nil)
        }
    }

    /// In no span of time are there more calls than the rate and the burst together.
    @Test func noSpanHoldsMoreThanTheLimit() {
        let limiter = RateLimiter<String>(RateLimit(100, per: .seconds(1), burst: 20))
        var allowed: [Int] = []
        for now in 0..<5000 {
            for _ in 0..<Int.random(in: 0...3)
            where limiter.count("ann", at: .milliseconds(now)) == nil {
                allowed.append(now)
            }
        }
        for (index, start) in allowed.enumerated() {
            let within = allowed[index...].prefix { $0 < start + 1000 }.count
            #expect(within <= 120)
        }
    }

    @Test func eachCallerHasALimitOfItsOwn() {
        let limiter = RateLimiter<String>(RateLimit(1, per: .seconds(1)), maximumCount: 10)
        let now = NIODeadline.milliseconds(0)
        let first = ["ann", "bob"].map { limiter.count($0, at: now) }
        #expect(first == [nil, nil])
        let second = ["ann", "bob"].map { limiter.count($0, at: now) }
        #expect(second == [.seconds(1), .seconds(1)])
    }

    @Test func strangersWithoutNumberDoNotFillTheMemoryNorFreeWhoIsHeld() {
        let limiter = RateLimiter<Int>(RateLimit(10, per: .seconds(10)), maximumCount: 100)
        let now = NIODeadline.milliseconds(0)
        for _ in 0..<10 { _ = limiter.count(-1, at: now) }
        for stranger in 0..<10_000 {
            _ = limiter.count(stranger, at: now)
            #expect(limiter.table.withLock { $0.count } <= 100)
        }
        let held = limiter.count(-1, at: now)
        #expect(held != nil)
    }
}
