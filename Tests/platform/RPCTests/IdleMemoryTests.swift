import Testing

@testable import RollcallRPC

@Suite struct IdleMemoryTests {
    private static let worth = IdleMemory.worth

    /// What it says at one look after another.
    private func verdicts(_ idle: inout IdleMemory, _ kept: [Int]) -> [Bool] {
        kept.map { idle.isWorthReturning($0) }
    }

    @Test func whatIsFreeFromOneLookToTheNextIsReturned() {
        var idle = IdleMemory()
        let kept = [1_000, 1_000 + Self.worth, 1_000 + Self.worth]
        #expect(verdicts(&idle, kept) == [false, false, true])
    }

    @Test func whatIsInUseAgainAtTheNextLookStays() {
        var idle = IdleMemory()
        let kept = [1_000, 9 * Self.worth, 1_000, 9 * Self.worth, 1_000]
        #expect(!verdicts(&idle, kept).contains(true))
    }

    @Test func whatCannotBeReturnedIsNotAskedForAgain() {
        var idle = IdleMemory()
        #expect(verdicts(&idle, [0, 5 * Self.worth, 5 * Self.worth]) == [false, false, true])
        idle.wasReturned(leaving: 3 * Self.worth)
        let kept = [4 * Self.worth - 1, 4 * Self.worth - 1, 4 * Self.worth, 4 * Self.worth]
        #expect(verdicts(&idle, kept) == [false, false, false, true])
    }

    /// Such as the stack of a thread that has ended.
    @Test func whatGoesByItselfMakesRoomForMore() {
        var idle = IdleMemory()
        idle.wasReturned(leaving: 3 * Self.worth)
        #expect(verdicts(&idle, [0, Self.worth, Self.worth]) == [false, false, true])
    }
}
