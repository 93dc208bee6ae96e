import Testing

@testable import Auth

@Suite struct FailureSpellTests {
    @Test func failuresThatLastAreWarnedOfOnce() {
        var spell = FailureSpell(warningTime: .seconds(60))
        let start = ContinuousClock.now
        func warnings(_ seconds: [Int]) -> [Bool] {
            seconds.map { spell.fail(at: start + .seconds($0)) }
        }
        #expect(warnings([0, 15, 59, 60, 75, 3600]) == [false, false, false, true, false, false])
        #expect(spell.count == 6)
        spell.end()
        #expect(spell.count == 0)
        #expect(warnings([4000, 4059, 4061]) == [false, false, true])
    }
}
