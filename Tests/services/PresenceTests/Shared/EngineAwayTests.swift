import Foundation
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestRedis
import TestServers
import TestSupport
import Testing

@testable import Presence

/// A21: the engine that instances share does not answer for a while, or has lost what it had.
@Suite struct EngineAwayTests {
    @Test func whatWasKnownIsShownWithItsAge() async throws {
        let redis = try RedisServer(isDurable: true)
        try await withTwoInstances(on: redis) { one, two in
            let anna = try one.user()
            let phone = try await anna.attach()
            let watch = try await two.user().watch([anna])
            try await watch.read()
            #expect(watch.staleSince == 0)
            let left = one.clock.now()
            try redis.kill()
            while watch.staleSince == 0 { try await watch.read() }
            #expect(watch.staleSince == left)
            #expect(watch.presences[anna.id]?.state == .online)
            let read = try await two.user().answer(of: [anna.id])
            #expect(read.presences.map(\.state) == [.online])
            #expect(read.becameStaleAtMs == left)
            #expect(two.runtime.hub.counts.becameStaleAtMs == left)
            // What changes something says that it was not done.
            let refused = try await failure { try await anna.goOnline("tablet") }
            #expect(refused.code == .unavailable)
            #expect(refused.retryPause != nil)

            // An attached device stays, and what it says is not lost.
            try await phone.say(AttachRequest())
            try await phone.say(AttachRequest(state: .away))
            for server in [one, two] { await server.tick(seconds: 60) }
            try redis.start()
            try await watch.read(until: anna, is: .away)
            // The engine does not know whether it has lost anything: that is certain after a lease.
            await two.tick(seconds: 20)
            try await phone.say(AttachRequest())
            await two.tick(seconds: 12)
            while watch.staleSince != 0 { try await watch.read() }
            #expect(watch.changeLists.joined().allSatisfy { $0.state != .offline })
            try await phone.say(AttachRequest(state: .offline))
            try await watch.read(until: anna, is: .offline)
        }
    }

    @Test func aDeviceWhoseChangeWaitsIsSentItsLeaseAgain() async throws {
        let redis = try RedisServer(isDurable: true)
        try await withTwoInstances(on: redis) { one, _ in
            let anna = try one.user()
            let phone = try await anna.attach(lease: 300_000)
            try redis.kill()
            try await eventually { one.runtime.engineTrouble != nil }
            try await phone.say(AttachRequest(state: .away))
            for _ in 0..<3 {
                await one.tick(seconds: 16)
                #expect(try await phone.next() == phone.response)
            }
            try redis.start()
            try await eventually { try await one.user().state(of: anna) == .away }
        }
    }

    @Test func whatAnAttachedDeviceSaysIsTriedLessAndLessOften() {
        let pauses = (1...10).map { SharedLeaseAuthority.retries.pause(after: $0, random: 0.5) }
        #expect(pauses[1] == pauses[0] * 2)
        #expect(pauses[9] >= .seconds(4) && pauses[9] <= .seconds(5))
    }

    @Test func aSessionThatEndsMeanwhileLosesItsLeasesOnceItIsBack() async throws {
        let redis = try RedisServer(isDurable: true)
        try await withTwoInstances(on: redis) { one, two in
            let anna = try one.user()
            let phone = try await anna.attach("phone")
            try await two.user(anna.id).goOnline("tablet")
            try redis.kill()
            await one.endSessions(.sessions([anna.session]))
            #expect(try await phone.failure().is(.unauthenticated, .sessionEnded))
            try redis.start()
            try await eventually { try await two.user().state(of: anna) == .offline }
        }
    }

    @Test func aSettingThatIsMadeMeanwhileReachesTheOtherOnceItIsBack() async throws {
        let redis = try RedisServer(isDurable: true)
        try await withTwoInstances(on: redis) { one, two in
            let anna = try one.user()
            try await anna.goOnline()
            try redis.kill()
            try await anna.show(.nobody)
            #expect(try await one.user().state(of: anna) == .offline)
            try redis.start()
            try await eventually { try await two.user().state(of: anna) == .offline }
        }
    }

    /// It still answers reads, so only writes show that no lease can end.
    @Test(arguments: WriteRefusal.allCases)
    func whileWritesAreRefusedViewsAreStaleAndTheTroubleIsNamed(
        refusal: WriteRefusal
    ) async throws {
        let redis = try RedisServer()
        try await withTwoInstances(on: redis) { one, two in
            let anna = try one.user()
            let lease = try await anna.goOnline(lease: 5_000)
            let watch = try await two.user().watch([anna])
            try await watch.read()
            try await eventually { two.runtime.engineTrouble == nil }
            let left = one.clock.now()
            try await refusal.begin(at: redis)
            while watch.staleSince == 0 { try await watch.read() }
            #expect(watch.staleSince == left)
            let trouble = try #require(two.runtime.engineTrouble)
            #expect(trouble.contains(refusal.code), "\(trouble)")
            #expect(!trouble.contains("not answer"), "\(trouble)")
            // A device that is not heard is not shown as seen later and later.
            for _ in 0..<10 { await two.tick(seconds: 6) }
            #expect(try await two.user().presence(of: anna).lastSeenAtMs <= left)
            for refused in [
                try await failure { try await anna.goOnline("tablet") },
                try await failure { try await anna.heartbeat(lease) },
            ] {
                #expect(refused.code == .unavailable)
                #expect(refused.retryPause != nil)
                #expect(refused.message.contains("refuses"), "\(refused)")
            }
            try refusal.end(at: redis)
            while watch.staleSince != 0 { try await watch.read() }
            try await eventually {
                await two.tick(seconds: 1)
                return try await two.user().state(of: anna) == .offline
            }
            #expect(two.runtime.engineTrouble == nil)
        }
    }

    @Test func anEngineWithoutMemoryIsNamedBeforeADeviceIsRefused() async throws {
        let redis = try RedisServer()
        try await withTwoInstances(on: redis) { one, _ in
            let anna = try one.user()
            let lease = try await anna.goOnline()
            try await eventually { one.runtime.engineTrouble == nil }
            try redis.ask("CONFIG", "SET", "maxmemory", "1")
            try await eventually {
                one.runtime.engineTrouble?.contains("has no memory left") == true
            }
            let refused = try await failure { try await anna.goOnline("tablet") }
            #expect(refused.is(.unavailable, .overloaded))
            #expect(refused.message.contains("memory"), "\(refused)")
            // Leases go on and end.
            #expect(try await anna.heartbeat(lease) == 30_000)
            #expect(one.runtime.hub.counts.becameStaleAtMs == 0)
            try redis.ask("CONFIG", "SET", "maxmemory", "0")
            try await eventually { one.runtime.engineTrouble == nil }
        }
    }

    /// An instance that has never known anything says since when, and says it once.
    @Test func aWatchIsToldOnceThatAnInstanceHasNeverKnownEverything() async throws {
        let clock = TestClock()
        let ids = UUIDv7Generator(clock: clock.now)
        let hub = try PresenceHub(
            journal: StoredJournal(), configuration: PresenceConfiguration(), isReplica: true,
            clock: clock.now, monotonicClock: clock.uptime, random: .system)
        let view = SharedView(hub)
        hub.withRoster { roster, _ in
            roster.blocks.isKnown = true
            roster.replica?.isKnown = true
        }
        let watch = try hub.openWatch(
            WatchChange(added: [ids.next()]),
            by: WatchCaller(user: ids.next(), session: ids.next(), end: .max))
        view.setStale(true)
        let began = clock.now()
        #expect(hub.update(of: watch)?.staleSince == began)
        for _ in 0..<20 {
            clock.advance(500)
            view.setStale(true)
            #expect(hub.update(of: watch) == nil)
        }
        #expect(hub.counts.becameStaleAtMs == began)
        view.setStale(false)
        #expect(hub.update(of: watch)?.staleSince == 0)
    }

    // A21: after lost data views are stale for a lease before anybody is offline.
    @Test func lostDataMakesNobodyOffline() async throws {
        let redis = try RedisServer()
        try await withTwoInstances(on: redis) { one, two in
            let (anna, berta) = (try one.user(), try two.user())
            let phone = try await anna.attach()
            let lease = try await berta.goOnline()
            try await berta.goOffline(berta.goOnline("tablet"))
            let watch = try await two.user().watch([anna, berta])
            try await watch.read()
            try redis.kill()
            redis.removeData()
            try redis.start()
            while watch.staleSince == 0 { try await watch.read() }
            try await eventually { try await berta.heartbeatOrNil(lease) == 30_000 }
            // The clock goes on once the phone was heard.
            try await phone.say(AttachRequest(state: .away))
            try await eventually { try await one.user().state(of: anna) == .away }
            for server in [one, two] { await server.tick(seconds: 31) }
            while watch.staleSince != 0 { try await watch.read() }
            #expect(try await two.user().state(of: anna) == .offline)
            #expect(
                watch.changeLists.joined().allSatisfy {
                    $0.state != .offline || watch.staleSince == 0
                })
        }
    }
}

extension Person {
    fileprivate func answer(of users: [String]) async throws -> GetPresenceResponse {
        try await service.getPresence(GetPresenceRequest(userIDs: users), options: options)
    }

    /// Nil when the engine is away.
    fileprivate func heartbeatOrNil(_ lease: UInt64) async throws -> UInt32? {
        do {
            return try await heartbeat(lease)
        } catch let error as RPCError where error.code == .unavailable {
            return nil
        }
    }
}

/// Why a server refuses writes that answers reads.
enum WriteRefusal: CaseIterable, Sendable {
    case replicas, disk, rights, demotion

    var code: String {
        switch self {
        case .replicas: "NOREPLICAS"
        case .disk: "MISCONF"
        case .rights: "NOPERM"
        case .demotion: "replica"
        }
    }

    func begin(at redis: RedisServer) async throws {
        switch self {
        case .replicas: try redis.ask("CONFIG", "SET", "min-replicas-to-write", "1")
        case .disk:
            // It cannot put its file in the place of a folder.
            try FileManager.default.createDirectory(
                atPath: redis.directory + "/dump.rdb", withIntermediateDirectories: false)
            try redis.ask("CONFIG", "SET", "save", "3600 1")
            try redis.ask("BGSAVE")
            try await eventually {
                try redis.ask("INFO", "persistence").contains("rdb_last_bgsave_status:err")
            }
        case .rights: try redis.ask("ACL", "SETUSER", "default", "-evalsha")
        case .demotion: try redis.ask("REPLICAOF", "127.0.0.1", "1")
        }
    }

    func end(at redis: RedisServer) throws {
        switch self {
        case .replicas: try redis.ask("CONFIG", "SET", "min-replicas-to-write", "0")
        case .disk: try redis.ask("CONFIG", "SET", "stop-writes-on-bgsave-error", "no")
        case .rights: try redis.ask("ACL", "SETUSER", "default", "+evalsha")
        case .demotion: try redis.ask("REPLICAOF", "NO", "ONE")
        }
    }
}

extension PresenceHub {
    fileprivate func update(of watch: WatchTable.ID) -> WatchUpdate? {
        state.withLock { state in
            _ = state.roster.watches.fanOut(.max)
            return state.roster.takeUpdate(of: watch)
        }
    }
}
