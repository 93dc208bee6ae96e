import Admission
import Testing

@Suite struct RateTableTests {
    private let rate = GCRA(10, per: 1000, burst: 10)

    @Test func eachCallerHasALimitOfItsOwn() {
        var table = RateTable<String>(GCRA(1, per: 1000, burst: 1), maximumCount: 10)
        let waits = ["ann", "bob", "ann", "bob"].map { table.take($0, now: 0) }
        #expect(waits == [nil, nil, 1000, 1000])
    }

    @Test func callersThatHaveUsedLeastAreForgottenFirst() {
        var table = RateTable<Int>(rate, maximumCount: 4)
        for caller in 1...4 {
            for _ in 0..<caller { _ = table.take(caller, now: 0) }
        }
        _ = table.take(5, now: 0)
        #expect(table.count == 3)
        // The fourth has six permits left, and the first all of them.
        let ofFourth = (0..<7).map { _ in table.take(4, now: 0) }
        #expect(ofFourth == [nil, nil, nil, nil, nil, nil, 100])
        let ofFirst = (0..<10).map { _ in table.take(1, now: 0) }
        #expect(ofFirst.allSatisfy { $0 == nil })
    }
}
