import RollcallAPI
import RollcallCrypto
import TestSupport
import Testing

@testable import Presence

/// What watches that come back are told of users who were erased meanwhile.
@Suite struct ErasureTests {
    private let anna, berta, carla: UUIDv7
    private var roster = Roster(
        configuration: PresenceConfiguration(), epoch: 7, firstLeaseID: 1, now: now)
    private static let now = Moment(monotonic: 1_000, wall: 1_800_000_000_000)

    init() throws {
        let ids = UUIDv7Generator { 1_800_000_000_000 }
        (anna, berta, carla) = (try ids.next(), try ids.next(), try ids.next())
        roster.blocks.isKnown = true
    }

    /// An earlier run has told the watch a name, and this run has not read it yet.
    @Test func untilNamesAreReadAWatchThatComesBackIsToldWhoDisappeared() throws {
        var roster = roster
        let cursor = PresenceCursor(epoch: roster.epoch, version: roster.watches.version)
        roster.erase(anna)
        #expect(try told(of: anna, since: cursor, &roster) == [.unknown(anna)])
    }

    @Test func onceNamesAreReadNobodyIsToldWhoDisappearedUnseen() throws {
        var roster = roster
        roster.applyNames(ProfileNews(replaces: true, isCurrent: true))
        let cursor = PresenceCursor(epoch: roster.epoch, version: roster.watches.version)
        roster.erase(anna)
        #expect(try told(of: anna, since: cursor, &roster) == [])
    }

    /// Users who hide themselves had no name that a watch was told.
    @Test func nobodyIsToldThatAHiddenUserDisappeared() throws {
        var roster = roster
        roster.restore(Roster.Setting(user: anna, visibility: .nobody, number: 1))
        let cursor = PresenceCursor(epoch: roster.epoch, version: roster.watches.version)
        roster.erase(anna)
        #expect(try told(of: anna, since: cursor, &roster) == [])
    }

    /// The erased user's place in the tables is the next user's, and keeps no version.
    @Test func aUserIsNoNewsForTakingThePlaceOfAnErasedOne() throws {
        var roster = roster
        // Comes into sight without being seen: the device that goes is invisible until then.
        let hidden = try goOnline(1, .invisible, &roster)
        _ = try goOnline(2, .online, &roster)
        roster.goOffline(hidden.id, of: anna, at: Self.now)
        let cursor = PresenceCursor(epoch: roster.epoch, version: roster.watches.version)
        roster.erase(anna)
        #expect(roster.users.index(of: anna) == nil)
        #expect(try told(of: carla, since: cursor, &roster) == [])
        #expect(roster.users.places == 1)
    }

    private func goOnline(
        _ device: UInt64, _ mode: DeviceMode, _ roster: inout Roster
    ) throws -> Lease {
        let wanted = LeaseRequest(
            device: DeviceKey(bits: device), session: berta, duration: 30_000, mode: mode)
        return try roster.goOnline(anna, wanted, at: Self.now)
    }

    private func told(
        of user: UUIDv7, since cursor: PresenceCursor, _ roster: inout Roster
    ) throws -> [Roster.Entry] {
        let caller = WatchCaller(user: berta, session: berta, end: .max)
        let watch = try roster.openWatch(
            WatchChange(added: [user], cursor: cursor), by: caller)
        let taken = roster.takeUpdate(of: watch)
        let update = try #require(taken)
        #expect(!update.isSnapshot)
        return try update.entries
    }
}
