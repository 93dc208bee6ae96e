import RollcallCrypto
import Testing

@testable import Presence

@Suite struct BacklogTests {
    /// The file has the older lease. A batch that had its end alone would leave the device without
    /// any.
    @Test func theLeaseThatReplacesAnotherIsWrittenBeforeTheEndOfTheOther() {
        for limit in 1...3 {
            var backlog = Backlog()
            for device: UInt64 in 0..<50 {
                backlog.leaseEnded(device)
                backlog.leaseBegan(100 + device)
            }
            var written: Set<UInt64> = []
            while !backlog.isEmpty {
                for lease in backlog.take(limit).leases {
                    if lease < 100 { #expect(written.contains(100 + lease)) }
                    written.insert(lease)
                }
            }
            #expect(written.count == 100)
        }
    }

    @Test func devicesThatComeAndGoAreUrgentUntilTheyAreTaken() throws {
        var backlog = Backlog()
        backlog.leaseChanged(1)
        backlog.userSeen(1)
        backlog.statusChanged(try UUIDv7Generator { 1_800_000_000_000 }.next())
        #expect(!backlog.isUrgent)
        for id: UInt64 in [2, 3, 3] { backlog.leaseBegan(id) }
        backlog.leaseEnded(2)
        #expect(backlog.isUrgent)
        backlog.leaseEnded(3)
        #expect(!backlog.isUrgent)
        // The file has it.
        backlog.leaseEnded(1)
        #expect(backlog.isUrgent)
        backlog.leaseBegan(4)
        _ = backlog.take(2)
        #expect(backlog.isUrgent)
        _ = backlog.take(10)
        #expect(!backlog.isUrgent && backlog.isEmpty)
    }

    @Test func aLeaseThatEndsBeforeItWasWrittenIsNotWrittenAtAll() {
        var backlog = Backlog()
        backlog.leaseBegan(1)
        backlog.leaseChanged(1)
        backlog.leaseEnded(1)
        #expect(backlog.isEmpty)
    }

    @Test func whetherTheFileHasALeaseThatCouldNotBeWrittenIsNotKnown() {
        var backlog = Backlog()
        backlog.leaseBegan(1)
        _ = backlog.take(10)
        backlog.putBack(held: [1], ended: [], users: [], statuses: [])
        backlog.leaseEnded(1)
        #expect(backlog.take(10).leases == [1])
    }
}
