import RollcallAPI
import RollcallCrypto
import Testing

@testable import Presence

/// While the file may have something that has not taken effect, or lacks something that has, no
/// watch goes on after a restart from what it was told meanwhile.
@Suite struct UnsettledChangeTests {
    private let anna: UUIDv7
    private let berta: UUIDv7
    private let now = Moment(monotonic: 1_000, wall: 1_800_000_000_000)
    private var roster: Roster

    init() throws {
        let ids = UUIDv7Generator { 1_800_000_000_000 }
        (anna, berta) = (try ids.next(), try ids.next())
        roster = Roster(
            configuration: PresenceConfiguration(), epoch: 1, firstLeaseID: 1, now: now)
        roster.blocks.isKnown = true
        roster.register(anna, at: 1_000)
    }

    @Test mutating func aSettingThatIsBeingWrittenHoldsLaterVersionsBack() throws {
        let (reserved, written) = roster.reserveSetting(.nobody, of: anna)
        #expect(written == reserved)
        roster.register(berta, at: 1_000)
        let first = try writtenVersion()
        #expect(try first == #require(reserved) - 1)
        roster.settleChange(reserved, of: anna)
        roster.erase(berta)
        let second = try writtenVersion()
        #expect(second == roster.watches.version)
    }

    /// Another device sets something else meanwhile, and the file has what was written last.
    @Test mutating func aSettingThatChangesNothingHoldsLaterVersionsBack() throws {
        let (reserved, written) = roster.reserveSetting(.everyone, of: anna)
        #expect(written == nil)
        let version = roster.watches.version
        roster.apply(Roster.Setting(user: anna, visibility: .nobody, number: 1))
        #expect(roster.watches.version > version)
        let held = try writtenVersion()
        #expect(held == version)
        roster.settleChange(reserved, of: anna)
        #expect(roster.journal.unwritten.settled(at: .max) == .max)
    }

    @Test mutating func aRecordOfAUserWhoCameBeforeItIsWrittenWithTheUsersVersion() throws {
        let (reserved, written) = roster.reserveSignUp(of: anna)
        #expect(reserved == nil)
        #expect(written == roster.lastChange(of: anna))
        #expect(written ?? 0 > 0)
        let (first, same) = roster.reserveSignUp(of: berta)
        #expect(first != nil)
        #expect(first == same)
    }

    @Test mutating func blocksThatAreNotWrittenHoldLaterVersionsBack() throws {
        let version = roster.watches.version
        roster.setBlocked([berta], by: anna)
        let held = try writtenVersion()
        #expect(held == version)
        // They are written, and then somebody else is seen.
        roster.journal.unwritten.noteBlocksWritten()
        roster.register(berta, at: 1_000)
        let latest = try writtenVersion()
        #expect(latest == roster.watches.version)
    }

    /// The batch that has the views may be lost, and the file then has the blocks without them.
    @Test mutating func blocksAreWrittenWithViewsOfABatchThatIsBeingWritten() throws {
        roster.setBlocked([berta], by: anna)
        let expected = roster.unwrittenViews(of: [anna]).views.count
        #expect(expected == 2)
        _ = try writtenVersion()
        #expect(roster.unwrittenViews(of: [anna]).views.count == expected)
    }

    /// One who was never seen leaves the tables, and the row of the status is still to be deleted.
    @Test mutating func theStatusOfAUserWhoHasLeftIsDeleted() throws {
        let wanted = LeaseRequest(
            device: DeviceKey(bits: 1), session: berta, duration: 5_000, mode: .invisible)
        let lease = try roster.goOnline(berta, wanted, at: now)
        let news = DeviceUpdate(status: .set(UserStatus(text: "busy", end: nil)))
        _ = try roster.renew(lease.id, of: berta, news, at: now)
        _ = roster.takeBatch(1_000, at: now)
        _ = try roster.renew(lease.id, of: berta, DeviceUpdate(status: .remove), at: now)
        roster.goOffline(lease.id, of: berta, at: now)
        #expect(roster.users.index(of: berta) == nil)
        let stranger = try UUIDv7Generator { 1_800_000_000_001 }.next()
        roster.register(stranger, at: 1_000)
        let taken = roster.takeBatch(1_000, at: now)
        #expect(taken?.statuses == [StoredStatus(user: berta, status: nil)])
        roster.putBack(try #require(taken))
        let again = roster.takeBatch(1_000, at: now)
        #expect(again?.statuses == taken?.statuses)
    }

    @Test func aRunBeginsAboveTheChangesOfARunThatIsNotInTheFile() {
        var stored = StoredHistory(epoch: 1)
        stored.runs = [VersionHistory.Run(base: 0, written: 0)]
        stored.versions = [UserVersion(user: anna, version: 5_000)]
        let run = VersionHistory(stored, epoch: 2, wall: 0)
        #expect(run.base > 5_000)
        #expect(!run.knows(5_000))
    }

    /// Up to where the next batch says that the file has everything.
    private mutating func writtenVersion() throws -> UInt64 {
        let taken = roster.takeBatch(1_000, at: now)
        return try #require(taken?.history).run.written
    }
}
