import RollcallBasics
import Testing

@Suite struct BinarySearchTests {
    @Test func thePlaceIsBehindAllThatKeepTheCondition() {
        for count in 0..<9 {
            let numbers = Array(0..<count)
            for limit in 0...count {
                #expect(numbers.firstIndex(behindAll: { $0 < limit }) == limit)
            }
        }
    }
}
