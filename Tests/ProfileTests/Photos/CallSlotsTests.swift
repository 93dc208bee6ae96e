import RollcallCrypto
import Testing

@testable import Profile

@Suite struct CallSlotsTests {
    @Test func slotsAreCountedInAllAndForEachUser() throws {
        let ids = UUIDv7Generator { 0 }
        let (anna, berta) = try (ids.next(), ids.next())
        var slots = CallSlots<UUIDv7>(limit: 3, limitPerUser: 2)
        let steps: [(user: UUIDv7, isGivenBack: Bool, isTaken: Bool)] = [
            (anna, false, true), (anna, false, true), (anna, false, false),
            (berta, false, true), (berta, false, false),
            (anna, true, true), (berta, false, true),
            (anna, true, true), (anna, true, true), (anna, false, true), (anna, false, false),
        ]
        for (user, isGivenBack, isTaken) in steps {
            if isGivenBack {
                slots.release(for: user)
            } else {
                let wasTaken = slots.take(for: user)
                #expect(wasTaken == isTaken)
            }
        }
    }
}
