import RollcallAPI
import RollcallBasics
import RollcallCrypto
import RollcallRPC
import TestServers
import Testing

@testable import Auth

/// Who may follow the accounts, from where, and until when.
@Suite struct AccountChangeStreamTests {
    /// Of other data, as the database was set back; or made up.
    @Test func aCursorThatIsNotOfThisDatabaseBeginsAnew() async throws {
        try await withAuth { world in
            try await world.stop()
            let copy = try world.copyAtRest()
            try await world.start()
            var games = AccountFollower()
            let anna = try await world.newUser("anna")
            _ = try await games.kinds(world)
            let real = try #require(games.cursor)
            // With two whole hashes, a follower could try which network an entry came from.
            var flipped = real.hash
            #expect(flipped.count == 16)
            flipped[15] ^= 1
            for cursor in [
                AccountChangeCursor(), AccountChangeCursor(number: 0, hash: real.hash),
                AccountChangeCursor(number: real.number, hash: flipped),
                AccountChangeCursor(number: real.number + 1, hash: real.hash),
                AccountChangeCursor(number: .max, hash: real.hash),
                AccountChangeCursor(number: real.number + 9),
            ] {
                let stream = try await world.followAccounts(from: cursor)
                let first = try #require(try await stream.next())
                #expect(first.replaces && first.changes.map(\.userID) == [anna.id])
                stream.cancel()
            }
            // A copy that was put back, and has as many entries by now.
            try await world.stop()
            try await world.start(path: copy)
            let others = try await [world.newUser("ben"), world.newUser("carl")]
            #expect(try await games.kinds(world) == [.listed, .listed])
            #expect(Set(games.accounts.keys) == Set(others.map(\.id)))
        }
    }

    @Test func aCursorThatIsOlderThanTheLogBeginsAnew() async throws {
        try await withAuth { world in
            let (anna, ben) = try await (world.newUser("anna"), world.newUser("ben"))
            var (games, shop) = (AccountFollower(), AccountFollower())
            _ = try await (games.kinds(world), shop.kinds(world))
            world.clock.advance(.days(200))
            _ = try await world.asOperator.deleteUser(.init(user: .id(anna.id)))
            #expect(try await shop.kinds(world) == [.deleted])
            world.clock.advance(.days(166))
            var ages = RevocationAges()
            try await world.auth.runtime.housekeeping().clean(&ages)
            #expect(try await games.kinds(world) == [.listed])
            #expect(Array(games.accounts.keys) == [ben.id])
            // What is behind its cursor is kept.
            #expect(try await shop.kinds(world) == [])
        }
    }

    /// What a crash at that instant leaves is what the answer has promised.
    @Test func noChangeThatWasAnsweredIsLostInACrash() async throws {
        try await withAuth { world in
            var games = AccountFollower()
            let anna = try await world.newUser("anna")
            _ = try await games.kinds(world)
            _ = try await world.asOperator.disableUser(.init(user: .id(anna.id)))
            let ben = try await world.newUser("ben")
            let copy = try world.copy()
            try await world.stop()
            try await world.start(path: copy)
            let changes = try await games.read(from: world.auth, world)
            #expect(changes.map(\.kind) == [.disabled, .made])
            #expect(changes.map(\.userID) == [anna.id, ben.id])
        }
    }

    @Test func aChangeIsToldWhenItIsMadeAndSilenceIsBrokenByEmptyMessages() async throws {
        try await withAuth { world in
            var handler = world.auth.runtime.accountChanges
            handler.heartbeat = .milliseconds(5)
            let (client, server) = try world.serve(handler)
            let stream = try await client.watchAccountChanges(
                WatchAccountChangesRequest(), options: world.serviceOptions())
            #expect(try await stream.next()?.replaces == true)
            for _ in 0..<3 {
                let beat = try #require(try await stream.next())
                #expect(beat.isCurrent && beat.changes.isEmpty && !beat.replaces)
                #expect(beat.sentAtMs == world.clock.now())
            }
            let anna = try await world.newUser("anna")
            var told: [AccountChange] = []
            var last: AccountChangeCursor?
            while told.isEmpty, let part = try await stream.next() {
                (told, last) = (part.changes, part.cursor)
            }
            #expect(told.map(\.userID) == [anna.id])
            // Entries that are about no account move the cursor.
            _ = try await world.signIn()
            while let part = try await stream.next(), part.cursor == last {}
            stream.cancel()
            await server.drain()
        }
    }

    @Test func itEndsWhenTheServiceIsAboutToStop() async throws {
        try await withAuth { world in
            let stream = try await world.followAccounts()
            _ = try await stream.next()
            world.auth.runtime.beginDrain()
            let error = try await failure { while try await stream.next() != nil {} }
            #expect(error.code == .unavailable)
        }
    }

    @Test func onlyServicesMayFollowAndNotTooMany() async throws {
        try await withAuth { world in
            let user = try await world.client.signUp(.anna()).tokens
            for (options, code) in [
                (CallOptions(), StatusCode.unauthenticated),
                (try CallOptions.bearer(user), .permissionDenied),
            ] {
                let error = await failure {
                    let stream = try await world.auth.accountChanges.watchAccountChanges(
                        WatchAccountChangesRequest(), options: options)
                    return try await stream.next()
                }
                #expect(error?.code == code)
            }
            let followers = world.auth.store.accountFollowers
            let places = try (0..<64).map { number in
                try followers.enter(
                    CallingService(caller: .service("\(number / 16)"), userID: nil))
            }
            #expect(throws: RPCError.self) {
                try followers.enter(CallingService(caller: .service("0"), userID: nil))
            }
            let error = await failure {
                let stream = try await world.followAccounts()
                return try await stream.next()
            }
            #expect(error?.code == .unavailable && error?.reasons == [.overloaded])
            for place in places { followers.leave(place) }
            let stream = try await world.followAccounts()
            _ = try await stream.next()
            stream.cancel()
        }
    }

    /// A stream goes on no longer than its caller could begin another.
    @Test func itEndsWithTheServiceThatItWasBegunBy() async throws {
        try await withAuth { world in
            var handler = world.auth.runtime.accountChanges
            handler.heartbeat = .milliseconds(5)
            let (client, server) = try world.serve(handler)
            let added = try await world.asOperator.addService(AddServiceRequest(name: "games"))
            let token = try await world.client.getServiceToken(
                GetServiceTokenRequest(credential: added.credential)
            ).token
            let stream = try await client.watchAccountChanges(
                WatchAccountChangesRequest(), options: .bearer(Tokens(accessToken: token)))
            #expect(try await stream.next() != nil)
            _ = try await world.asOperator.removeService(RemoveServiceRequest(name: "games"))
            let error = try await failure { while try await stream.next() != nil {} }
            #expect(error.is(.unauthenticated, .accessTokenInvalid))
            await server.drain()
        }
    }
}

extension AuthServer {
    /// Another server of the same service, for a handler that is set differently.
    fileprivate func serve(
        _ handler: AccountChangeHandler
    ) throws -> (AccountChangeServiceClient, TestServer) {
        let server = try TestServer(
            authenticator: auth.runtime.authenticator, logger: log.logger
        ) { $0.add(handler) }
        return (AccountChangeServiceClient(server.connection), server)
    }
}
