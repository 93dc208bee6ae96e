import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import Testing

@testable import Auth

@Suite(.onEachEngine) struct UnusedAccountsTests {
    private func sweep(_ world: AuthServer) async throws {
        var ages = RevocationAges()
        try await world.auth.runtime.housekeeping().clean(&ages)
        try await world.auth.settle()
    }

    @Test func anAccountWithoutAWayInGoesWhenItWasUnusedForTheConfiguredTime() async throws {
        try await withAuth { world in
            let used = try await world.client.signUpAnonymously(.somebody(name: "anna"))
            _ = try await world.client.signUpAnonymously(.somebody(name: "ben"))
            let named = try await world.client.signUp(.anna(name: "carl"))
            let upgraded = try await world.client.signUpAnonymously(.somebody(name: "dora"))
            try await world.upgrade(upgraded.tokens, email: "dora@example.org")
            try await world.auth.settle()
            world.clock.advance(.days(29))
            let tokens = try await world.client.refresh(
                RefreshRequest(refreshToken: used.tokens?.refreshToken ?? "")
            ).tokens
            world.clock.advance(.days(31))
            try await sweep(world)
            try await world.expectWholeAccounts(count: 4)
            world.clock.advance(.milliseconds(1))
            try await sweep(world)
            // Its name is free at Profile, and a deletion is noted as any other.
            try await world.expectWholeAccounts(count: 3)
            #expect(try await world.auth.count("deletion") == 1)
            #expect(try await world.user(named.id) != nil)
            #expect(try await world.user(used.session?.userID ?? "") != nil)
            world.clock.advance(.days(29))
            try await sweep(world)
            try await world.expectWholeAccounts(count: 2)
            #expect(await world.end(of: tokens) != nil)
        }
    }

    @Test func noneGoesWhereTheyAreKeptForEver() async throws {
        try await withAuth { world in
            try await world.stop()
            try await world.start { $0.anonymousAccountLifetime = nil }
            _ = try await world.client.signUpAnonymously(.somebody())
            // What still waits then would be sent with a token of ten years ago.
            try await world.auth.settle()
            world.clock.advance(.days(3650))
            try await sweep(world)
            #expect(try await world.auth.count("account") == 1)
        }
    }

    /// The batch was read before they came back.
    @Test func anAccountThatIsUsedMeanwhileStays() async throws {
        try await withAuth { world in
            let user = try await world.client.signUpAnonymously(.somebody())
            let id = try #require(UUIDv7(user.session?.userID ?? ""))
            let time = world.clock.now() + 1
            let found = try await world.auth.store.unusedAnonymousAccounts(
                since: time, after: nil, limit: 10)
            #expect(found.unused == [id])
            world.clock.advance(.seconds(1))
            _ = try await world.client.refresh(
                RefreshRequest(refreshToken: user.tokens?.refreshToken ?? ""))
            let outcome = try await world.auth.runtime.deletion.delete(
                id, by: .ofNobody(since: time))
            guard case .refused = outcome else {
                Issue.record("it was deleted")
                return
            }
            #expect(await world.end(of: user.tokens) == nil)
        }
    }

    @Test func aSweepReadsAllInBatches() async throws {
        try await withAuth { world in
            for _ in 0..<5 { _ = try await world.client.signUpAnonymously(.somebody()) }
            let (store, time) = (world.auth.store, world.clock.now() + 1)
            var (last, count) = (UUIDv7?.none, 0)
            repeat {
                let found = try await store.unusedAnonymousAccounts(
                    since: time, after: last, limit: 2)
                #expect(found.unused.count <= 2)
                count += found.unused.count
                last = found.last
            } while last != nil
            #expect(count == 5)
        }
    }
}
