import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestServers
import Testing

@testable import Auth

@Suite struct WatchRevocationsTests {
    private func id(_ response: SignInResponse) throws -> [UInt8] {
        try #require(UUIDv7(response.session?.sessionID ?? "")).bytes
    }

    private func signOut(_ response: SignInResponse, _ world: AuthServer) async throws {
        _ = try await world.client.signOut(SignOutRequest(), options: .bearer(response.tokens))
    }

    @Test func whoFollowsIsToldOfEverySessionThatEnds() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let (before, after) = try await (world.signIn(), world.signIn())
            try await signOut(before, world)
            let stream = try await world.follow()
            let snapshot = try #require(try await stream.next())
            #expect(snapshot.replaces && snapshot.isCurrent && snapshot.hasNewKeys)
            #expect(snapshot.sessionIDs == [try id(before)])
            try await signOut(after, world)
            let change = try #require(try await stream.nextNews())
            #expect(!change.replaces && change.isCurrent && !change.hasNewKeys)
            #expect(change.sessionIDs == [try id(after)])
            stream.cancel()
        }
    }

    @Test func aStreamGoesOnWhereItEndedAlsoAfterARestart() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let sessions = try await (world.signIn(), world.signIn(), world.signIn())
            try await signOut(sessions.0, world)
            let stream = try await world.follow()
            let cursor = try #require(try await stream.next()?.cursor)
            stream.cancel()
            try await signOut(sessions.1, world)
            try await world.stop()
            try await world.start()
            try await signOut(sessions.2, world)
            let again = try await world.follow(from: cursor)
            let missed = try #require(try await again.next())
            #expect(!missed.replaces && missed.isCurrent)
            #expect(missed.sessionIDs == [try id(sessions.1), try id(sessions.2)])
            again.cancel()
        }
    }

    @Test func aLongAbsenceIsMadeUpForInParts() async throws {
        try await withAuth { world in
            let count = 2 * RevocationPage.limit + 500
            let ids = UUIDv7Generator(clock: world.clock.now)
            let now = world.clock.now()
            let all = try (0..<count).map { _ in try ids.next() }
            try await world.auth.store.write { tx in
                for id in all { try tx.revoke(id, reason: .revoked, now: now) }
            }
            let stream = try await world.follow()
            var told: [[UInt8]] = []
            while let part = try await stream.next() {
                #expect(part.replaces == told.isEmpty)
                #expect(part.sessionIDs.count <= RevocationPage.limit)
                told += part.sessionIDs
                if part.isCurrent { break }
            }
            #expect(told == all.map(\.bytes))
            stream.cancel()
        }
    }

    @Test func silenceIsBrokenByEmptyMessages() async throws {
        try await withAuth { world in
            var handler = world.auth.runtime.revocations
            handler.heartbeat = .milliseconds(5)
            let (client, server) = try world.serve(handler)
            let stream = try await client.watchRevocations(
                WatchRevocationsRequest(), options: world.serviceOptions())
            let first = try #require(try await stream.next())
            for _ in 0..<3 {
                let beat = try #require(try await stream.next())
                #expect(beat.cursor == first.cursor && beat.isCurrent)
                #expect(beat.sessionIDs.isEmpty && !beat.replaces && !beat.hasNewKeys)
            }
            stream.cancel()
            await server.drain()
        }
    }

    @Test func itEndsWhenTheServiceIsAboutToStop() async throws {
        try await withAuth { world in
            let stream = try await world.follow()
            _ = try await stream.next()
            world.auth.runtime.beginDrain()
            let error = await failure { try await stream.next() }
            #expect(error?.code == .unavailable)
            let late = await failure {
                let stream = try await world.follow()
                return try await stream.next()
            }
            #expect(late?.code == .unavailable)
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
                    let stream = try await world.auth.revocations.watchRevocations(
                        WatchRevocationsRequest(), options: options)
                    return try await stream.next()
                }
                #expect(error?.code == code)
            }
            let followers = world.auth.store.feed.followers
            let places = try (0..<RevocationFeed.followerLimit).map { number in
                try followers.enter(
                    CallingService(caller: .service("\(number / 64)"), userID: nil))
            }
            let error = await failure {
                let stream = try await world.follow()
                return try await stream.next()
            }
            #expect(error?.code == .unavailable && error?.reasons == [.overloaded])
            for place in places { followers.leave(place) }
            let stream = try await world.follow()
            _ = try await stream.next()
            stream.cancel()
        }
    }

    /// Those that come by the unix socket share a name: they are told apart by their users.
    @Test func noServiceTakesAllPlaces() async throws {
        try await withAuth { world in
            let followers = world.auth.store.feed.followers
            let local = CallingService(caller: .service("local"), userID: 7)
            let places = try (0..<RevocationFeed.followerLimitOfService).map { _ in
                try followers.enter(local)
            }
            #expect(throws: RPCError.self) { try followers.enter(local) }
            for other in [
                CallingService(caller: .service("local"), userID: 8),
                CallingService(caller: .service("auth"), userID: nil),
            ] {
                followers.leave(try followers.enter(other))
            }
            followers.leave(places[0])
            followers.leave(try followers.enter(local))
        }
    }

    /// A cursor that is ahead ends everybody's sessions: no service is believed that invents one.
    @Test func aCursorThatWasNotGivenOutIsAnsweredByASnapshot() async throws {
        try await withAuth { world in
            let live = try await world.client.signUp(.anna()).tokens
            let ended = try await world.signIn()
            try await signOut(ended, world)
            let stream = try await world.follow()
            let real = try #require(try await stream.next()?.cursor)
            stream.cancel()
            let flipped = real.code.indices.map { index in
                var code = real.code
                code[index] ^= 1
                return code
            }
            let codes = [[], Array(real.code.dropLast()), real.code + [0], real.code] + flipped
            for code in codes {
                for version in [real.version, real.version + 1, .max] {
                    let cursor = RevocationCursor(epoch: real.epoch, version: version, code: code)
                    guard cursor != real else { continue }
                    let stream = try await world.follow(from: cursor)
                    let first = try #require(try await stream.next())
                    #expect(first.replaces && first.cursor == real)
                    #expect(first.sessionIDs == [try id(ended)])
                    stream.cancel()
                }
            }
            #expect(world.auth.store.feed.epoch == real.epoch)
            #expect(await world.end(of: live) == nil)
        }
    }

    /// A stream goes on no longer than its caller could begin another.
    @Test func itEndsWithTheTokenOrTheServiceThatItWasBegunBy() async throws {
        try await withAuth { world in
            var handler = world.auth.runtime.revocations
            handler.heartbeat = .milliseconds(5)
            let (client, server) = try world.serve(handler)
            let added = try await world.asOperator.addService(AddServiceRequest(name: "games"))
            func follow() async throws -> ResponseStream<WatchRevocationsResponse> {
                let token = try await world.client.getServiceToken(
                    GetServiceTokenRequest(credential: added.credential)
                ).token
                let stream = try await client.watchRevocations(
                    WatchRevocationsRequest(),
                    options: .bearer(Tokens(accessToken: token)))
                for _ in 0..<3 { #expect(try await stream.next() != nil) }
                return stream
            }
            let expiring = try await follow()
            // Calls are accepted for five seconds longer, as clocks differ.
            world.clock.advance(.seconds(300))
            try await expectUnauthenticated(expiring)
            let withdrawn = try await follow()
            let rotation = RotateSigningKeyRequest(withdrawOthers: true)
            _ = try await world.asOperator.rotateSigningKey(rotation)
            try await expectUnauthenticated(withdrawn)
            let removed = try await follow()
            _ = try await world.asOperator.removeService(RemoveServiceRequest(name: "games"))
            try await expectUnauthenticated(removed)
            await server.drain()
        }
    }

    private func expectUnauthenticated(
        _ stream: ResponseStream<WatchRevocationsResponse>
    ) async throws {
        let error = try await failure { while try await stream.next() != nil {} }
        #expect(error.is(.unauthenticated, .accessTokenInvalid))
    }
}

extension ResponseStream<WatchRevocationsResponse> {
    /// The next message that is more than a sign of life.
    func nextNews() async throws -> WatchRevocationsResponse? {
        while let response = try await next() {
            if !response.sessionIDs.isEmpty || response.replaces || response.hasNewKeys {
                return response
            }
        }
        return nil
    }
}

extension AuthServer {
    /// The options of a call that a service makes.
    func serviceOptions() throws -> CallOptions {
        try auth.runtime.peers.names.credential.options(timeout: .seconds(60))
    }

    /// A service that follows the revocations.
    func follow(
        from cursor: RevocationCursor? = nil
    ) async throws -> ResponseStream<WatchRevocationsResponse> {
        try await auth.revocations.watchRevocations(
            WatchRevocationsRequest(cursor: cursor), options: serviceOptions())
    }

    /// Another server of the same service, for a handler that is set differently.
    func serve(_ handler: RevocationHandler) throws -> (RevocationServiceClient, TestServer) {
        let server = try TestServer(
            authenticator: auth.runtime.authenticator, logger: log.logger
        ) { $0.add(handler) }
        return (RevocationServiceClient(server.connection), server)
    }
}
