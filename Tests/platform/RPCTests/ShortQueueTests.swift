import TestSupport
import Testing

@testable import RollcallRPC

@Suite struct ShortQueueTests {
    @Test func itIsFirstInFirstOut() {
        var random = TestNumbers(seed: 1)
        var queue = ShortQueue<Int>()
        var model: [Int] = []
        for number in 0..<5_000 {
            if model.count < 9, Bool.random(using: &random) {
                queue.append(number)
                model.append(number)
            } else {
                #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
            }
            #expect(queue.first == model.first)
            #expect(queue.last == model.last)
            #expect(queue.isEmpty == model.isEmpty)
        }
        #expect(queue.removeAll() == model)
        #expect(queue.isEmpty)
    }
}
