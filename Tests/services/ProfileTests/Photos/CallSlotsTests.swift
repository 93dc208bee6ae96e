import RollcallCrypto
import RollcallRPC
import Testing

@testable import Profile

@Suite struct CallSlotsTests {
    @Test func slotsAreCountedInAllAndForEachUser() throws {
        let ids = UUIDv7Generator { 0 }
        let (anna, berta) = try (ids.next(), ids.next())
        var slots = CallSlots(limit: 3, perUser: 2)
        let steps: [(user: UUIDv7, isGivenBack: Bool, isTaken: Bool)] = [
            (anna, false, true), (anna, false, true), (anna, false, false),
            (berta, false, true), (berta, false, false),
            (anna, true, true), (berta, false, true),
            (anna, true, true), (anna, true, true), (anna, false, true), (anna, false, false),
        ]
        for (user, isGivenBack, isTaken) in steps {
            if isGivenBack {
                slots.release(for: user, at: nil)
            } else {
                let wasTaken = slots.take(for: user, at: nil)
                #expect(wasTaken == isTaken)
            }
        }
    }

    @Test func anAddressWithManyUsersLeavesHalfToOthers() throws {
        let ids = UUIDv7Generator { 0 }
        let addresses = [ClientNetwork.v4(1), .v4(2), .v6(1)]
        var slots = CallSlots(limit: 16, perUser: 2)
        var taken = [0, 0, 0]
        var last = try ids.next()
        for (index, address) in addresses.enumerated() {
            for _ in 0..<16 {
                let user = try ids.next()
                guard slots.take(for: user, at: address) else { continue }
                (taken[index], last) = (taken[index] + 1, user)
            }
        }
        #expect(taken == [8, 4, 2])
        slots.release(for: last, at: addresses[2])
        let isFree = [
            slots.take(for: last, at: addresses[0]), slots.take(for: last, at: addresses[2]),
        ]
        #expect(isFree == [false, true])
    }
}
