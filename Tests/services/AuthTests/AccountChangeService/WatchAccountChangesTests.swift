import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import TestServers
import Testing

@testable import Auth

/// What services are told of the accounts, by the call that changes them.
@Suite(.onEachEngine) struct WatchAccountChangesTests {
    @Test func whatAnOwnerDoesIsTold() async throws {
        try await withAuth { world in
            var games = AccountFollower()
            #expect(try await games.kinds(world) == [])
            let anna = try await world.client.signUp(.anna())
            #expect(try await games.kinds(world) == [.made])
            var state = AccountState(createdAtMs: world.clock.now(), hasEmail: true)
            #expect(games.accounts == [anna.id: state])

            let code = try await world.newest(.verifyAddress).code
            #expect(await world.verify(code, anna.tokens) == nil)
            #expect(try await games.kinds(world) == [.verified])
            state.isEmailVerified = true
            #expect(games.accounts == [anna.id: state])

            try await world.add("anna@example.org", anna.tokens)
            #expect(try await games.kinds(world) == [.addressChanged])
            try await world.makePrimary("anna@example.org", anna.tokens)
            let undo = try await world.newest(.addressChanged).linkToken
            #expect(try await games.kinds(world) == [.addressChanged])
            try await world.add("anna@example.net", anna.tokens)
            try await world.remove("anna@example.net", anna.tokens)
            #expect(try await games.kinds(world) == [.addressChanged, .addressChanged])
            #expect(await world.follow(undo) == nil)
            #expect(try await games.kinds(world) == [.addressChanged])

            let ben = try await world.newUser("ben")
            _ = try await world.auth.accountData.deleteAccount(
                DeleteAccountRequest(proof: .password("correct horse")),
                options: .bearer(ben.tokens))
            let changes = try await games.read(from: world.auth, world)
            #expect(changes.map(\.kind) == [.made, .deleted])
            #expect(changes.allSatisfy { $0.userID == ben.id && $0.account == nil })
            #expect(games.accounts == [anna.id: state])
        }
    }

    @Test func whateverElseProvesAnAddressIsTold() async throws {
        try await withAuth { world in
            var games = AccountFollower()
            _ = try await world.client.signUp(.anna())
            _ = try await games.kinds(world)
            let flow = try await world.requestReset()
            #expect(await world.reset(flow, try await world.newest(.resetPassword).code) == nil)
            #expect(try await games.kinds(world) == [.verified])
        }
        try await IdentityWorld.running { world in
            var games = AccountFollower()
            let anna = try await world.server.newUser("anna")
            _ = try await games.kinds(world.server)
            // The owner of the address comes with an identity.
            #expect(try await world.signIn().session?.userID == anna.id)
            #expect(try await games.kinds(world.server) == [.verified])
        }
    }

    @Test func whatAnAdministratorDoesIsTold() async throws {
        try await withAuth { world in
            var games = AccountFollower()
            let anna = try await world.newUser("anna")
            _ = try await games.kinds(world)
            let user = UserKey.id(anna.id)
            let end = world.clock.now() + 60_000
            _ = try await world.asOperator.disableUser(.init(user: user, endsAtMs: end))
            #expect(try await games.kinds(world) == [.disabled])
            #expect(games.accounts[anna.id]?.isDisabled == true)
            #expect(games.accounts[anna.id]?.disableEndsAtMs == end)
            _ = try await world.asOperator.disableUser(.init(user: user))
            #expect(try await games.kinds(world) == [.disabled])
            #expect(games.accounts[anna.id]?.isDisabled == true)
            #expect(games.accounts[anna.id]?.disableEndsAtMs == 0)
            _ = try await world.asOperator.enableUser(.init(user: user))
            #expect(try await games.kinds(world) == [.enabled])
            #expect(games.accounts[anna.id]?.isDisabled == false)
            // Of no account, or of no interest to services.
            _ = try await world.asOperator.revokeUserSessions(.init(user: user))
            for role in [Role.admin, .user] {
                _ = try await world.asOperator.setUserRole(.init(user: user, role: role))
            }
            _ = try await world.asOperator.beginEpoch(.init())
            #expect(try await games.kinds(world) == [])
            _ = try await world.asOperator.deleteUser(.init(user: user))
            #expect(try await games.kinds(world) == [.deleted])
            #expect(games.accounts.isEmpty)
        }
    }

    @Test func eachImportedUserIsTold() async throws {
        try await withAuth { world in
            var games = AccountFollower()
            _ = try await games.kinds(world)
            let users = [ImportedUser.elsewhere("carl"), .elsewhere("dora")]
            try await world.importUsers(users, dryRun: true)
            #expect(try await games.kinds(world) == [])
            let made = try await world.importUsers(users)
            let changes = try await games.read(from: world.auth, world)
            #expect(changes.map(\.kind) == [.made, .made])
            #expect(changes.map(\.userID) == made.map(\.userID))
            #expect(changes.allSatisfy { $0.account?.isEmailVerified == true })
            try await world.importUsers(users)
            #expect(try await games.kinds(world) == [])
        }
    }

    @Test func anAccountWithoutAnAddressIsToldUntilItGoesUnused() async throws {
        try await withAuth { world in
            var games = AccountFollower()
            _ = try await games.kinds(world)
            let upgraded = try await world.client.signUpAnonymously(.somebody(name: "dora"))
            let unused = try await world.client.signUpAnonymously(.somebody())
            #expect(try await games.kinds(world) == [.made, .made])
            #expect(games.accounts.values.allSatisfy { !$0.hasEmail })
            try await world.upgrade(upgraded.tokens, email: "dora@example.org")
            #expect(try await games.kinds(world) == [.addressChanged])
            #expect(games.accounts[upgraded.session?.userID ?? ""]?.hasEmail == true)
            try await world.auth.settle()
            world.clock.advance(.days(61))
            var ages = RevocationAges()
            try await world.auth.runtime.housekeeping().clean(&ages)
            let changes = try await games.read(from: world.auth, world)
            #expect(changes.map(\.kind) == [.deleted])
            #expect(changes.first?.userID == unused.session?.userID)
        }
    }

    @Test func aSignUpThatMakesNoAccountLeavesNothing() async throws {
        try await withAuth { world in
            _ = try await world.newUser("anna")
            var games = AccountFollower()
            _ = try await games.kinds(world)
            for request in [
                SignUpRequest.anna(email: "b@example.com"), .anna(name: "ben"),
                .anna(email: "c@example.com", password: "short", name: "carl"),
            ] {
                #expect(await failure { try await world.client.signUp(request) } != nil)
            }
            let id = try UUIDv7Generator(clock: world.clock.now).next()
            let pending = SignUpRecord(
                idempotencyKey: "0123456789abcdef", accountID: id, state: .pending,
                canonicalEmail: "dora@example.com", displayName: "dora")
            try await world.auth.store.begin([pending], now: world.clock.now())
            try await world.auth.store.abort([id])
            #expect(try await games.kinds(world) == [])
        }
    }

    @Test func aStreamGoesOnWhereItEndedAlsoAfterARestart() async throws {
        try await withAuth { world in
            var games = AccountFollower()
            let anna = try await world.newUser("anna")
            #expect(try await games.kinds(world) == [.listed])
            let ben = try await world.newUser("ben")
            _ = try await world.asOperator.deleteUser(.init(user: .id(anna.id)))
            try await world.stop()
            try await world.start()
            let carl = try await world.newUser("carl")
            let stream = try await world.followAccounts(from: games.cursor)
            let missed = try #require(try await stream.next())
            #expect(!missed.replaces && missed.isCurrent)
            #expect(missed.changes.map(\.kind) == [.made, .deleted, .made])
            #expect(missed.changes.map(\.userID) == [ben.id, anna.id, carl.id])
            stream.cancel()
        }
    }

    /// Each page of the listing has a cursor, too. What changes meanwhile is told behind it.
    @Test func allAccountsAreListedInPartsThatCanBeInterrupted() async throws {
        try await withAuth { world in
            let (limit, now) = (AccountChangePage.limit, world.clock.now())
            let ids = UUIDv7Generator(clock: world.clock.now)
            let all = try (0..<2 * limit + 50).map { _ in try ids.next() }
            try await world.auth.store.write { tx in
                for id in all {
                    _ = try tx.insert(
                        Account(id: id, email: nil, passwordHash: nil, locale: "", now: now))
                }
            }
            var games = AccountFollower()
            let stream = try await world.followAccounts()
            let first = try #require(try await stream.next())
            stream.cancel()
            #expect(first.replaces && !first.isCurrent)
            #expect(first.changes.map(\.userID) == all.prefix(limit).map(\.description))
            games.apply(first)
            _ = try await world.asOperator.deleteUser(.init(user: .id(all[0].description)))
            let ben = try await world.newUser("ben")
            let rest = try await world.followAccounts(from: games.cursor)
            var parts: [WatchAccountChangesResponse] = []
            while parts.last?.isCurrent != true, let part = try await rest.next() {
                parts.append(part)
                games.apply(part)
            }
            rest.cancel()
            #expect(parts.allSatisfy { !$0.replaces && $0.changes.count <= limit })
            #expect(parts.last?.changes.map(\.kind) == [.deleted, .made])
            #expect(
                Set(games.accounts.keys) == Set(all.dropFirst().map(\.description) + [ben.id]))
        }
    }

    /// It reads nothing while much happens, and costs only its place.
    @Test func aSlowFollowerIsToldAllInOrder() async throws {
        try await withAuth { world in
            let stream = try await world.followAccounts()
            #expect(try await stream.next()?.replaces == true)
            let (count, now) = (2 * AccountChangePage.limit + 50, world.clock.now())
            let ids = UUIDv7Generator(clock: world.clock.now)
            let all = try (0..<count).map { _ in try ids.next() }
            for id in all.prefix(20) {
                try await world.auth.store.write { try $0.note(.accountCreated, of: id, now: now) }
            }
            try await world.auth.store.write { tx in
                for id in all.dropFirst(20) {
                    try tx.note(.sessionOpened, of: id, now: now)
                    try tx.note(.accountDeleted, of: id, now: now)
                }
            }
            var told: [AccountChange] = []
            while told.count < count, let part = try await stream.next() {
                #expect(!part.replaces && part.changes.count <= AccountChangePage.limit)
                told += part.changes
            }
            #expect(told.map(\.userID) == all.map(\.description))
            #expect(told.map(\.kind).firstIndex(of: .deleted) == 20)
            stream.cancel()
        }
    }
}
