import RollcallCrypto
import TestSupport
import Testing

@testable import AccessTokens

@Suite struct RevokedSessionsTests {
    private let ids = UUIDv7Generator { 1_800_000_000_000 }
    private let rules = RevokedSessions.Rules(lifetime: 1000)

    private func moment(_ time: Int64) -> RevokedSessions.Moment { .init(steady: time, wall: time) }

    @Test func aSessionIsRememberedForALifeAndNoLongerThanTwo() throws {
        for seed in 0..<5 {
            var random = TestNumbers(seed: UInt64(seed))
            var revoked = RevokedSessions(rules)
            var model: [(session: UUIDv7, at: Int64)] = []
            var now: Int64 = 0
            for _ in 0..<300 {
                now += Int64.random(in: 0...200, using: &random)
                let session = try ids.next()
                revoked.insert([session], at: moment(now))
                model.append((session, now))
                for (session, at) in model where now - at < 1000 {
                    #expect(revoked.contains(session))
                }
                for (session, at) in model where now - at >= 2200 {
                    #expect(!revoked.contains(session))
                }
                #expect(revoked.count <= model.count { now - $0.at < 2200 })
            }
        }
    }

    @Test func timeAloneEmptiesIt() throws {
        var revoked = RevokedSessions(rules)
        revoked.insert([try ids.next()], at: moment(0))
        for now in [999, 1000, 1999] as [Int64] {
            revoked.forget(at: moment(now))
            #expect(revoked.count == 1)
        }
        revoked.forget(at: moment(2000))
        #expect(revoked.count == 0)
    }

    @Test func aSessionThatIsToldTwiceIsOne() throws {
        var revoked = RevokedSessions(rules)
        let session = try ids.next()
        revoked.insert([session, session], at: moment(0))
        revoked.insert([session], at: moment(1))
        #expect(revoked.count == 1)
    }

    /// A token that was good when its session ended is good for as much longer as a clock is set
    /// back.
    @Test func aSessionIsRememberedForAsMuchLongerAsAClockIsSetBack() throws {
        let session = try ids.next()
        for ended in [0, 500, 899] as [Int64] {
            var revoked = RevokedSessions(rules)
            revoked.forget(at: moment(0))
            revoked.insert([session], at: moment(ended))
            for time in stride(from: 900, through: 1600 + ended, by: 1) as StrideThrough<Int64> {
                revoked.forget(at: .init(steady: time, wall: time - 600))
                #expect(revoked.contains(session))
            }
        }
    }

    /// What was signed before is good again, and the session that had ended may be forgotten.
    @Test func afterAClockWasAheadNoTokenOfBeforeIsTaken() throws {
        var revoked = RevokedSessions(rules)
        revoked.insert([try ids.next()], at: moment(100_000))
        #expect(revoked.signedUntil == .min)
        for time in stride(from: 100_000, to: 110_000, by: 100) as StrideTo<Int64> {
            revoked.forget(at: .init(steady: time, wall: time + 1_000_000))
        }
        #expect(revoked.count == 0 && revoked.signedUntil == .min)
        revoked.forget(at: moment(110_000))
        #expect(revoked.signedUntil == 105)
        // By less it may be corrected.
        for time in stride(from: 110_000, to: 200_000, by: 5_000) as StrideTo<Int64> {
            revoked.forget(at: .init(steady: time, wall: time - (time - 110_000) / 5))
            #expect(revoked.signedUntil == 105)
        }
    }

    @Test func beyondTheLimitAllTokensOfBeforeAreRefused() throws {
        var revoked = RevokedSessions(.init(lifetime: 10_000, limit: 10, leeway: 5))
        revoked.insert(try (0..<10).map { _ in try ids.next() }, at: moment(0))
        #expect(revoked.count == 10 && revoked.signedUntil == .min)
        revoked.insert([try ids.next()], at: moment(3000))
        #expect(revoked.count == 0 && revoked.signedUntil == 8)
        revoked.insert([try ids.next()], at: moment(4000))
        #expect(revoked.count == 1)
        for time in [4000, 13_000, 22_999] as [Int64] {
            revoked.forget(at: moment(time))
            #expect(revoked.signedUntil == 8)
        }
        revoked.forget(at: moment(23_000))
        #expect(revoked.count == 0 && revoked.signedUntil == .min)
    }
}
