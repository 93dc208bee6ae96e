import RollcallBasics
import TestPostgreSQL
import TestSupport
import Testing

@testable import Auth

@Suite(.onEachEngine) struct KeyScheduleTests {
    private let schedule = KeySchedule(lifetime: .days(30))

    /// The keys after a plan, as the store would have them.
    private func apply(
        _ plan: KeySchedule.Plan, to keys: [KeySchedule.Key], now: Int64
    ) -> [KeySchedule.Key] {
        var keys = keys.filter { !plan.forgotten.contains($0.id) }
        for index in keys.indices where plan.retired.contains(keys[index].id) {
            keys[index].retiredAt = now
        }
        if let start = plan.newKeySignsFrom {
            let id = "\(start)-\(keys.count)"
            keys.append(KeySchedule.Key(id: id, createdAt: now, signsFrom: start))
        }
        return keys.sorted { ($0.signsFrom, $0.id) < ($1.signsFrom, $1.id) }
    }

    @Test func theFirstKeySignsAtOnce() {
        #expect(schedule.plan([], now: 1000).newKeySignsFrom == 1000)
    }

    /// Looked at at least once a minute: a token that is good is always one whose key is served,
    /// and each key was served before it signed.
    @Test(arguments: 0..<10)
    func everyTokensKeyIsServedAsLongAsTheTokenLives(seed: UInt64) throws {
        let lifetime = Duration.seconds(6 * 3600)
        let (schedule, pause) = (KeySchedule(lifetime: lifetime), KeyRotation.pause)
        var chance = TestNumbers(seed: seed)
        var (now, keys): (Int64, [KeySchedule.Key]) = (1_800_000_000_000, [])
        keys = apply(schedule.plan(keys, now: now), to: keys, now: now)
        /// When the last token of a key dies.
        var deaths: [String: Int64] = [:]
        var signers: [String] = []
        let tokenLife = AuthConfiguration.longestAccessTokenLifetime.wholeMilliseconds
        for _ in 0..<3500 {
            now += Int64.random(in: 1...pause.wholeMilliseconds, using: &chance)
            let served = Set(keys.map(\.id))
            keys = apply(schedule.plan(keys, now: now), to: keys, now: now)
            let signing = try #require(KeySchedule.signing(keys, now: now))
            #expect(signing.retiredAt == nil)
            #expect(served.contains(signing.id))
            #expect(now - signing.signsFrom <= (lifetime + pause).wholeMilliseconds)
            if signers.last != signing.id { signers.append(signing.id) }
            deaths[signing.id] = now + tokenLife
            for (id, death) in deaths where death > now {
                #expect(keys.contains { $0.id == id })
            }
            #expect(keys.count <= 3)
        }
        #expect(signers.count == Set(signers).count && signers.count > 3)
    }

    @Test func withoutALifetimeAKeySignsForEver() {
        let schedule = KeySchedule(lifetime: nil)
        let key = KeySchedule.Key(id: "a", createdAt: 0, signsFrom: 0)
        #expect(schedule.plan([key], now: .max / 2) == KeySchedule.Plan())
    }

    /// However the clock is set, once it runs no key signs for longer than it should, and the
    /// number of keys is what it always is.
    @Test(arguments: 0..<5)
    func aClockThatIsSetCostsAKeyNoMoreThanItsLife(seed: UInt64) throws {
        var chance = TestNumbers(seed: seed)
        var (now, keys): (Int64, [KeySchedule.Key]) = (1_800_000_000_000, [])
        func look() {
            let before = keys
            keys = KeySchedule.corrected(keys, now: now)
            #expect(keys.map(\.id) == before.map(\.id))
            #expect(KeySchedule.corrected(keys, now: now) == keys)
            keys = apply(schedule.plan(keys, now: now), to: keys, now: now)
        }
        for _ in 0..<10 {
            now += Int64.random(in: -400...400, using: &chance) * 86_400_000
            for _ in 0..<Int.random(in: 1...5, using: &chance) {
                now += Int64.random(in: 0...7_200_000, using: &chance)
                look()
            }
            let signer = try #require(KeySchedule.signing(keys, now: now))
            #expect(signer.createdAt <= now && keys.allSatisfy { $0.retiredAt ?? now <= now })
            for _ in 0..<(30 * 24 + 2) {
                now += 3_600_000
                look()
            }
            #expect(KeySchedule.signing(keys, now: now)?.id != signer.id)
            #expect(keys.count <= 3)
        }
    }

    @Test func keysThatTheClockWasRightForAreLeftAsTheyAre() {
        let keys = [
            KeySchedule.Key(id: "a", createdAt: 10, signsFrom: 10, retiredAt: 50),
            KeySchedule.Key(id: "b", createdAt: 20, signsFrom: 3_600_020),
        ]
        #expect(KeySchedule.corrected(keys, now: 50) == keys)
    }

    @Test func aClockThatWasSetBackLeavesAKeyThatSigns() {
        let keys = [
            KeySchedule.Key(id: "a", createdAt: 0, signsFrom: 10, retiredAt: 50),
            KeySchedule.Key(id: "b", createdAt: 0, signsFrom: 50),
            KeySchedule.Key(id: "c", createdAt: 0, signsFrom: 90),
        ]
        #expect(KeySchedule.signing(keys, now: -1000)?.id == "b")
        #expect(schedule.plan(keys, now: -1000) == KeySchedule.Plan())
    }
}
