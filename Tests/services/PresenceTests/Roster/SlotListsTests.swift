import TestSupport
import Testing

@testable import Presence

/// Lists of slots, held against a dictionary of sets.
@Suite struct SlotListsTests {
    @Test(arguments: 0..<5 as Range<UInt64>)
    func whateverIsAddedAndRemovedEachKeyHasItsSlots(seed: UInt64) {
        var numbers = TestNumbers(seed: seed)
        var lists = SlotLists<Int>()
        var model: [UInt32: Int] = [:]
        for _ in 0..<2_000 {
            let slot = UInt32.random(in: 0..<40, using: &numbers)
            if let key = model.removeValue(forKey: slot) {
                lists.remove(slot, from: key)
            } else {
                let key = Int.random(in: 0..<5, using: &numbers)
                lists.add(slot, to: key)
                model[slot] = key
            }
            for key in 0..<6 {
                let slots = Array(lists.slots(of: key))
                #expect(Set(slots) == Set(model.filter { $1 == key }.keys))
                #expect(Set(slots).count == slots.count)
            }
        }
    }
}
