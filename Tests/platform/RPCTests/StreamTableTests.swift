import TestSupport
import Testing

@testable import RollcallRPC

@Suite struct StreamTableTests {
    @Test(arguments: [2, 8, 64, 1 << 20] as [UInt32])
    func itHoldsWhatADictionaryWouldHold(atStepsUpTo step: UInt32) {
        var random = TestNumbers(seed: UInt64(step))
        var table = StreamTable()
        var model: [UInt32: StreamRecord] = [:]
        var highest: UInt32 = 1
        for _ in 0..<20_000 {
            if model.count < 100, Bool.random(using: &random) {
                highest &+= UInt32.random(in: 1...step, using: &random)
                guard model[highest] == nil else { continue }
                let record = StreamRecord(
                    id: highest, receiver: nil, sendWindow: 0, ConnectionConfiguration())
                table.insert(record)
                model[highest] = record
            } else if let id = model.keys.randomElement(using: &random) {
                #expect(table.remove(id) === model.removeValue(forKey: id))
            }
            let probe = model.keys.randomElement(using: &random) ?? highest
            #expect(table[probe] === model[probe])
            #expect(table[probe &+ 1] === model[probe &+ 1])
            #expect(table.count == model.count)
        }
        #expect(Set(table.values.map(\.id)) == Set(model.keys))
    }

    @Test func whatIsNotThereIsNotRemoved() {
        var table = StreamTable()
        #expect(table.remove(1) == nil)
        table.insert(StreamRecord(id: 1, receiver: nil, sendWindow: 0, ConnectionConfiguration()))
        #expect(table.remove(3) == nil)
        #expect(table.count == 1)
    }
}
