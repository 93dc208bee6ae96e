import Admission
import Testing

@Suite struct SlotsTests {
    @Test func slotsAreCountedInAllAndForEachKey() {
        var slots = Slots<String>(3, ofKey: 2)
        let taken = ["ann", "ann", "ann", "bob", "bob"].map { slots.take(for: $0) }
        #expect(taken == [true, true, false, true, false])
        #expect(slots.free == 0)
        slots.release(for: "ann")
        let again = slots.take(for: "bob")
        #expect(again)
    }

    @Test func severalAreTakenTogetherOrNotAtAll() {
        var slots = Slots<String>(10, ofKey: 6)
        let taken = [6, 5, 4].map { slots.take($0, for: "\($0)") }
        #expect(taken == [true, false, true])
        slots.release(6, for: "6")
        #expect(slots.count == 4)
    }

    @Test func whatAKeyDoesNotHaveIsNotReleased() {
        var slots = Slots<String>(2)
        let isTaken = slots.take(for: "ann")
        slots.release(for: "bob")
        #expect(isTaken && slots.count == 1)
    }
}
