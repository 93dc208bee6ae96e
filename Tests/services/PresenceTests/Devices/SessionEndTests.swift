import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization
import TestServers
import TestSupport
import Testing

@testable import Presence

/// A23.
@Suite(.withEachLeaseEngine) struct SessionEndTests {
    @Test func aWatchEndsWithItsSession() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            var elsewhere = anna
            elsewhere.session = try server.user().id
            let (ended, other) = (try await anna.watch([anna]), try await elsewhere.watch([anna]))
            try await ended.read()
            try await other.read()
            await server.endSessions(.sessions(["nonsense", anna.session]))
            let error = try await ended.end()
            #expect(error.is(.unauthenticated, .sessionEnded))
            try await anna.goOnline()
            try await other.read(until: anna, is: .online)
        }
    }

    @Test func aDeviceIsOfflineWithItsSessionAndWasLastSeenWhenItWasHeard() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let watch = try await berta.watch([anna])
            let (phone, laptop) = (
                try await anna.goOnline("phone"), try await anna.goOnline("laptop")
            )
            let seen = server.clock.now()
            try await watch.read(until: anna, is: .online)
            server.clock.advance(400)
            await server.endSessions(.sessions(["nonsense", anna.session]))
            try await watch.read(until: anna, is: .offline)
            #expect(try await berta.presence(of: anna).lastSeenAtMs == seen)
            for lease in [phone, laptop] {
                let error = try await failure { try await anna.heartbeat(lease) }
                #expect(error.is(.notFound, .leaseEnded))
            }
        }
    }

    @Test func devicesOfOtherSessionsStayOnline() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            var elsewhere = anna
            elsewhere.session = try server.user().id
            try await anna.goOnline("phone")
            let laptop = try await elsewhere.goOnline("laptop")
            // A device that signs in anew belongs to the new session.
            try await anna.goOnline("tablet")
            let tablet = try await elsewhere.goOnline("tablet")
            await server.endSessions(.sessions([anna.session, berta.session]))
            #expect(try await berta.state(of: anna) == .online)
            try await elsewhere.setState(laptop, .away)
            try await elsewhere.setState(tablet, .away)
            #expect(try await berta.state(of: anna) == .away)
            await server.endSessions(.sessions([elsewhere.session]))
            #expect(try await berta.state(of: anna) == .offline)
        }
    }

    @Test func aNewEpochEndsEveryLease() async throws {
        try await withPresenceServer { server in
            let users = try (0..<3).map { _ in try server.user() }
            for user in users { try await user.goOnline() }
            await server.endSessions(.all)
            let states = try await users[0].presence(of: users.map(\.id)).map(\.state)
            #expect(states == [.offline, .offline, .offline])
            try await users[0].goOnline()
            #expect(try await users[1].state(of: users[0]) == .online)
        }
    }

    @Test(arguments: [true, false])
    func aSessionThatEndsWhilePresenceIsDownTakesItsDevicesWithIt(endsInOrder: Bool) async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        var people: [Person] = []
        try await withPresenceServer(in: folder, clock: clock, endsInOrder: endsInOrder) { server in
            people = [try server.user(), try server.user()]
            for person in people { try await person.goOnline() }
            await server.write()
        }
        try await withPresenceServer(in: folder, clock: clock) { [people] server in
            let (ids, other) = (people.map(\.id), try server.user())
            #expect(try await other.presence(of: ids).map(\.state) == [.online, .online])
            await server.endSessions(.sessions([people[0].session]))
            #expect(try await other.presence(of: ids).map(\.state) == [.offline, .online])
        }
    }

    /// As if the session ended after the token was checked, before the lease was there.
    @Test func aDeviceIsNotOnlineForASessionThatHasJustEnded() async throws {
        try await withPresenceServer(authenticator: OnceOnly()) { server in
            let anna = try server.user()
            let error = try await failure { try await anna.goOnline() }
            #expect(error.is(.unauthenticated, .sessionEnded))
            let id = try #require(UUIDv7(anna.id))
            let leases = server.runtime.hub.withRoster { roster, _ in roster.leases(of: id) }
            #expect(leases.isEmpty)
        }
    }

    enum Arrival: CaseIterable {
        case attach, goOnline
    }

    /// As in the instant in which Auth no longer answers: the server has let the call in.
    @Test(arguments: Arrival.allCases)
    func aDeviceThatComesWhenNobodyKnowsWhoseSessionGoesOnKeepsItsLease(
        arrival: Arrival
    ) async throws {
        let authenticator = ScriptedAuthenticator()
        try await withPresenceServer(authenticator: authenticator) { server in
            let anna = try server.user()
            let phone = try await anna.attach()
            authenticator.follow([{}, { throw RPCError.sessionInDoubt }])
            let error = try await failure { try await anna.come(arrival) }
            #expect(error.is(.unavailable))
            #expect(try await anna.devices().map(\.leaseID) == [phone.lease])
            try await phone.say(AttachRequest(state: .away))
            try await eventually { try await anna.state(of: anna) == .away }
        }
    }

    @Test(arguments: Arrival.allCases)
    func aDeviceIsNotOnlineForASessionThatEndsWhileItIsChecked(arrival: Arrival) async throws {
        let authenticator = ScriptedAuthenticator()
        try await withPresenceServer(authenticator: authenticator) { server in
            let anna = try server.user()
            authenticator.follow([
                {}, { await server.endSessions(.sessions([anna.session])) },
                { throw RPCError.sessionEnded },
            ])
            let error = try await failure { try await anna.come(arrival) }
            #expect(error.is(.unauthenticated, .sessionEnded))
            #expect(server.runtime.hub.counts.leases == 0)
        }
    }

    @Test(arguments: Arrival.allCases)
    func aDeviceIsOnlineThoughTheSessionOfAnotherEndsMeanwhile(arrival: Arrival) async throws {
        let authenticator = ScriptedAuthenticator()
        try await withPresenceServer(authenticator: authenticator) { server in
            let (anna, berta) = (try server.user(), try server.user())
            authenticator.follow([{}, { await server.endSessions(.sessions([berta.session])) }])
            try await anna.come(arrival)
            #expect(try await berta.state(of: anna) == .online)
        }
    }

    @Test func aNewEpochEndsEveryWatch() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let watches = [try await anna.watch([berta]), try await berta.watch([anna])]
            for watch in watches { try await watch.read() }
            await server.endSessions(.all)
            for watch in watches {
                let error = try await watch.end()
                #expect(error.is(.unauthenticated, .sessionEnded))
            }
            let again = try await anna.watch([berta])
            try await again.read()
        }
    }

    /// As when Auth has not answered for too long.
    @Test(.tags(.localLeases)) func everyWatchEndsWhenNobodyKnowsWhoseSessionGoesOn() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let watches = [try await anna.watch([berta]), try await berta.watch([berta])]
            for watch in watches { try await watch.read() }
            server.suspendWatches()
            for watch in watches {
                let error = try await watch.end()
                #expect(error.is(.unavailable))
            }
            // Once it is known again.
            try await berta.goOnline()
            let resumed = try await anna.watch([berta], from: watches[0].cursor)
            try await resumed.read(until: berta, is: .online)
            #expect(resumed.snapshots == 0)
        }
    }

    /// As if the session ended after the token was checked, before the watch was there.
    @Test func aWatchIsNotOpenedForASessionThatHasJustEnded() async throws {
        try await withPresenceServer(authenticator: OnceOnly()) { server in
            let anna = try server.user()
            let error = try await anna.watch([anna]).end()
            #expect(error.is(.unauthenticated, .sessionEnded))
        }
    }

    @Test func aSessionThatIsUnknownEndsNothing() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let watch = try await anna.watch([anna])
            try await watch.read()
            await server.endSessions(.sessions([try server.user().id]))
            try await anna.goOnline()
            try await watch.read(until: anna, is: .online)
        }
    }

    /// The table of watches, held against a list: any order of opening, closing and ending.
    @Test(arguments: 0..<5 as Range<UInt64>)
    func theWatchesOfASessionAreFoundWhateverWasClosed(seed: UInt64) throws {
        var numbers = TestNumbers(seed: seed)
        let ids = UUIDv7Generator { 1_800_000_000_000 }
        let sessions = try (0..<4).map { _ in try ids.next() }
        var table = WatchTable()
        var open: [WatchTable.ID: (session: UUIDv7, hasEnded: Bool)] = [:]
        for _ in 0..<400 {
            let session = try #require(sessions.randomElement(using: &numbers))
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0..<4:
                let caller = WatchCaller(user: sessions[0], session: session, end: .max)
                open[table.open(by: caller, .snapshot)] = (session, false)
            case 4..<7:
                guard let id = open.keys.sorted().randomElement(using: &numbers) else { continue }
                _ = table.close(id)
                open[id] = nil
            default:
                let ended = table.end([session])
                #expect(Set(ended) == Set(open.filter { $1.session == session }.keys))
                #expect(Set(ended).count == ended.count)
                for id in ended { open[id]?.hasEnded = true }
            }
            for (id, watch) in open {
                let ending: WatchTable.Ending? = watch.hasEnded ? .session : nil
                #expect(table.ending(of: id) == ending)
            }
        }
    }
}

extension Person {
    fileprivate func come(_ arrival: SessionEndTests.Arrival) async throws {
        switch arrival {
        case .attach: _ = try await attach()
        case .goOnline: try await goOnline()
        }
    }
}

/// Trusts everybody, once it has followed a script: a step for each time that it is asked. Of a
/// call of a device that comes, the server asks first, and then the handler.
final class ScriptedAuthenticator: Authenticator {
    typealias Step = @Sendable () async throws -> Void

    private let steps = Mutex<[Step]>([])

    func follow(_ steps: [Step]) {
        self.steps.withLock { $0 = steps }
    }

    func authenticate(_ context: CallContext) async throws -> Caller {
        let step = steps.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        try await step?()
        return try await NamedCallers().authenticate(context)
    }
}

/// Knows the caller when it is asked first.
final class OnceOnly: Authenticator {
    private let wasAsked = Atomic(false)

    func authenticate(_ context: CallContext) async throws -> Caller {
        guard !wasAsked.exchange(true, ordering: .relaxed) else { throw RPCError.sessionEnded }
        return try await NamedCallers().authenticate(context)
    }
}
