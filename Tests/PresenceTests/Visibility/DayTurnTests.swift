import Testing

@testable import Presence

@Suite struct DayTurnTests {
    @Test func everybodyIsLookedAtOnceSomeAtATime() {
        var turn = DayTurn(Day(number: 7))
        for (day, before) in [(7, nil), (8, Day(number: 7)), (9, Day(number: 8))] {
            var seen: [UserTable.Index] = []
            var longest = 0
            for _ in 0..<6 {
                let some = turn.take(of: 200_001, on: Day(number: UInt16(day)))
                if !some.isEmpty { #expect(turn.before == before) }
                seen += some
                longest = max(longest, some.count)
            }
            #expect(seen == Array(0..<200_001))
            #expect(longest == 50_000)
        }
    }

    /// Some were told of the one day, and some of the other.
    @Test func afterADayThatEndsEarlyNobodyIsTrustedToKnow() {
        var turn = DayTurn(Day(number: 7))
        #expect(turn.take(of: 10, on: Day(number: 7)) == 0..<10)
        #expect(turn.take(of: 100_000, on: Day(number: 8)) == 0..<50_000)
        #expect(turn.before == Day(number: 7))
        // The clock is set back.
        #expect(turn.take(of: 100_000, on: Day(number: 7)) == 0..<50_000)
        #expect(turn.before == nil)
        #expect(turn.take(of: 100_000, on: Day(number: 7)) == 50_000..<100_000)
        #expect(turn.take(of: 100_000, on: Day(number: 7)).isEmpty)
    }
}
