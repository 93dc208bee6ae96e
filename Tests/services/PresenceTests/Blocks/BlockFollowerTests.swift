import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestSupport
import Testing

@testable import Presence

@Suite struct BlockFollowerTests {
    private let profile = ScriptedProfile()

    @Test func allBlocksAreHeardAndThenEachAsItIsMade() async throws {
        try await withFollower { server, health in
            let people = try Trio(server)
            try await eventually { health.last == .current }
            #expect(health.all == [.starting, .current])
            try await people.anna.goOnline()
            profile.block([people.ids[1]], by: people.ids[0])
            try await eventually { try await people.berta.state(of: people.anna) == .offline }
            profile.block([], by: people.ids[0])
            try await eventually { try await people.berta.state(of: people.anna) == .online }
        }
    }

    @Test func aLostStreamGoesOnFromWhereItWas() async throws {
        try await withFollower { server, health in
            let people = try Trio(server)
            try await people.anna.goOnline()
            profile.block([people.ids[1]], by: people.ids[0])
            try await eventually { try await people.berta.state(of: people.anna) == .offline }
            profile.set(.refuses(RPCError(.unavailable, "away")))
            profile.close()
            try await eventually { health.last == .lost }
            // What was known stands.
            #expect(try await people.berta.state(of: people.anna) == .offline)
            profile.block([people.ids[2]], by: people.ids[0])
            profile.set(.follows)
            try await eventually { try await people.clara.state(of: people.anna) == .offline }
            #expect(try await people.berta.state(of: people.anna) == .online)
            #expect(profile.cursors.last == ProfileChangeCursor(position: 1, number: 1))
            try await eventually { health.last == .current }
        }
    }

    @Test func aStreamWhoseTokenExpiresIsNoLoss() async throws {
        try await withFollower { server, health in
            try await eventually { health.last == .current }
            profile.close(isExpired: true)
            try await eventually { profile.cursors.count == 2 }
            let people = try Trio(server)
            try await people.anna.goOnline()
            profile.block([people.ids[1]], by: people.ids[0])
            try await eventually { try await people.berta.state(of: people.anna) == .offline }
            #expect(!health.all.contains(.lost))
        }
    }

    @Test func aSilentStreamIsGivenUp() async throws {
        var pace = FollowingPace.quick
        pace.silence = .milliseconds(50)
        try await withFollower(pace) { _, _ in
            profile.set(.isSilent)
            profile.close()
            try await eventually { profile.cursors.count >= 3 }
        }
    }

    @Test func afterARestartAllIsReadAgainAndWhatWasKnownIsShownMeanwhile() async throws {
        let folder = try TemporaryDirectory()
        var ids: [UUIDv7] = []
        try await withFollower(in: folder) { server, health in
            let people = try Trio(server)
            ids = people.ids
            profile.block([ids[1]], by: ids[0])
            try await eventually { try await server.store.blocks().lists.count == 1 }
        }
        profile.close()
        try await withFollower(in: folder) { [ids] server, health in
            #expect(health.all.first == .lost)
            try await eventually { health.last == .current }
            #expect(profile.cursors.last == .some(nil))
            #expect(
                try await server.store.blocks().lists
                    == [BlockList(user: ids[0], blocked: [ids[1]])])
        }
    }

    /// Profile keeps no blocks of a user who is gone, and Auth has not erased the user here yet.
    @Test func afterARestartTheBlocksOfAUserWhoIsGoneStayUntilTheErasure() async throws {
        let folder = try TemporaryDirectory()
        var ids: [UUIDv7] = []
        try await withFollower(in: folder) { server, _ in
            ids = try Trio(server).ids
            for user in [ids[0], ids[2]] { profile.block([ids[1]], by: user) }
            try await eventually { try await server.store.blocks().lists.count == 2 }
        }
        profile.close()
        profile.takeAway(ids[0])
        profile.block([], by: ids[2])
        try await withFollower(in: folder) { [ids] server, health in
            try await eventually { health.last == .current }
            let kept = BlockList(user: ids[0], blocked: [ids[1]])
            #expect(try await server.store.blocks().lists == [kept])
            let areApart = server.runtime.hub.withRoster { roster, _ in
                roster.blocks.areApart(roster.users.enter(ids[0]), roster.users.enter(ids[1]))
            }
            #expect(areApart)
        }
    }

    /// However often one user changes the list while nothing can be written.
    @Test func onlyTheLatestListOfEachUserWaitsToBeWritten() throws {
        let ids = UUIDv7Generator { 1_800_000_000_000 }
        let (anna, berta, clara) = (try ids.next(), try ids.next(), try ids.next())
        var progress = BlockFollower.Progress()
        for blocked in [[berta], [], [berta, clara]] {
            progress.note([BlockList(user: anna, blocked: blocked)])
        }
        progress.note([BlockList(user: berta, blocked: [])])
        #expect(
            progress.unwritten == [
                anna: BlockList(user: anna, blocked: [berta, clara]),
                berta: BlockList(user: berta, blocked: []),
            ])
    }

    /// Of its database, as an operator does after a loss.
    @Test func whenProfileIsSetBackToACopyItsListsCount() async throws {
        try await withFollower { server, health in
            let people = try Trio(server)
            try await people.anna.goOnline()
            profile.block([people.ids[1]], by: people.ids[0])
            try await eventually { try await people.berta.state(of: people.anna) == .offline }
            profile.setBack(to: [(people.ids[2], [people.ids[0]])])
            try await eventually { try await people.clara.state(of: people.anna) == .offline }
            try await eventually { try await people.berta.state(of: people.anna) == .online }
        }
    }

    @Test func aListThatNamesNobodyEndsTheStreamAndNothingElse() async throws {
        try await withFollower { server, health in
            try await eventually { health.last == .current }
            let part = WatchProfileChangesResponse(
                changes: [ProfileChange(userID: "x", now: .blocks(BlockedUsers()))])
            profile.tell(part)
            try await eventually { profile.cursors.count == 2 && health.last == .current }
            #expect(health.all.contains(.lost))
        }
    }

    private func withFollower(
        _ pace: FollowingPace = .quick, in folder: TemporaryDirectory? = nil,
        _ body: (PresenceServer, HeardHealth) async throws -> Void
    ) async throws {
        try await withPresenceServer(in: folder, knowsBlocks: false) { server in
            let (client, health) = (try profile.client(), HeardHealth())
            let calls = profile.cursors.count
            let work = Task {
                await server.runtime.followBlocks(of: client, pace: pace) { health.note($0) }
            }
            defer { work.cancel() }
            try await eventually { profile.cursors.count > calls }
            try await eventually {
                server.runtime.hub.withRoster { roster, _ in roster.blocks.isKnown }
            }
            try await body(server, health)
            work.cancel()
            await work.value
        }
    }
}

private struct Trio {
    let anna: Person
    let berta: Person
    let clara: Person
    let ids: [UUIDv7]

    init(_ server: PresenceServer) throws {
        (anna, berta, clara) = try (server.user(), server.user(), server.user())
        ids = try [anna, berta, clara].map { try #require(UUIDv7($0.id)) }
    }
}

private final class HeardHealth: Sendable {
    private let heard = Mutex<[BlockFollower.Health]>([])

    var all: [BlockFollower.Health] { heard.withLock { $0 } }
    var last: BlockFollower.Health? { all.last }

    func note(_ health: BlockFollower.Health) { heard.withLock { $0.append(health) } }
}

extension FollowingPace {
    /// With pauses that a test can wait for.
    fileprivate static var quick: FollowingPace {
        var pace = FollowingPace()
        pace.firstPause = .milliseconds(2)
        pace.longestPause = .milliseconds(10)
        return pace
    }
}
