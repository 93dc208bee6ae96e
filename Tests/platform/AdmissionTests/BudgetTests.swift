import Admission
import Testing

@Suite struct BudgetTests {
    @Test func whatFitsIsTakenUntilItIsReleased() {
        var budget = Budget(10)
        let taken = [6, 5, 4, 1].map { budget.take($0) }
        #expect(taken == [true, false, true, false])
        budget.release(6)
        #expect(budget.free == 6 && budget.taken == 4)
    }
}
