import Glibc
import RollcallAPI
import RollcallBasics
import RollcallCrypto
import RollcallRPC
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Auth

/// Two instances of Auth over one database: what one of them commits is told by both.
@Suite struct SeveralInstancesTests {
    private typealias Stream = ResponseStream<WatchRevocationsResponse>

    /// Runs a test with two instances. The world's own is the second.
    private func withTwo(
        _ body: @escaping (RunningAuth, RunningAuth, AuthServer) async throws -> Void
    ) async throws {
        try await TestEngine.$current.withValue(.postgresql) {
            try await withAuth { world in
                let first = world.auth
                let second = try await world.start()
                do {
                    try await body(first, second, world)
                } catch {
                    try await first.stop()
                    throw error
                }
                try await first.stop()
            }
        }
    }

    private func follow(
        _ auth: RunningAuth, _ world: AuthServer, from cursor: RevocationCursor? = nil
    ) async throws -> Stream {
        try await auth.revocations.watchRevocations(
            WatchRevocationsRequest(cursor: cursor), options: world.serviceOptions())
    }

    /// Reads until a number of revocations were told.
    private func read(_ count: Int, of stream: Stream) async throws -> [[UInt8]] {
        var ids: [[UInt8]] = []
        while ids.count < count, let part = try await stream.next() { ids += part.sessionIDs }
        return ids
    }

    @Test func aSessionThatEndsAtOneInstanceIsToldByTheOther() async throws {
        try await withTwo { first, second, world in
            let anna = try await first.client.signUp(.anna())
            let follower = try await follow(second, world)
            #expect(try await follower.next()?.isCurrent == true)
            let app = try await second.client.watchSession(
                WatchSessionRequest(), options: .bearer(anna.tokens))
            guard case .session = try await app.next()?.news else {
                Issue.record("the session is not told")
                return
            }
            _ = try await first.client.signOut(SignOutRequest(), options: .bearer(anna.tokens))
            let id = try #require(UUIDv7(anna.session?.sessionID ?? ""))
            #expect(try await follower.nextNews()?.sessionIDs == [id.bytes])
            guard case .end(let end) = try await app.next()?.news else {
                Issue.record("the end is not told")
                return
            }
            #expect(end.reason == .signedOut)
            follower.cancel()
        }
    }

    /// Transactions of both commit in any order. None is skipped, and none is told twice.
    @Test func whoeverFollowsIsToldEachRevocationOnceAndInTheSameOrder() async throws {
        try await withTwo { first, second, world in
            let streams = [try await follow(first, world), try await follow(second, world)]
            for stream in streams { #expect(try await stream.next()?.isCurrent == true) }
            let generator = UUIDv7Generator(clock: world.clock.now)
            let now = world.clock.now()
            let ids = try (0..<60).map { _ in try generator.next() }
            try await withThrowingTaskGroup { group in
                for (index, id) in ids.enumerated() {
                    let store = index % 2 == 0 ? first.store : second.store
                    group.addTask {
                        try await store.write { try $0.revoke(id, reason: .revoked, now: now) }
                    }
                }
                try await group.waitForAll()
            }
            let told = try await [
                read(ids.count, of: streams[0]), read(ids.count, of: streams[1]),
            ]
            #expect(Set(told[0]) == Set(ids.map(\.bytes)) && told[0].count == ids.count)
            #expect(told[0] == told[1])
            for stream in streams { stream.cancel() }
        }
    }

    /// The first transaction has its version, and commits only after the follower has looked.
    @Test func aTransactionThatCommitsLateIsNotSkipped() async throws {
        try await withTwo { first, second, world in
            let stream = try await follow(second, world)
            #expect(try await stream.next()?.isCurrent == true)
            let generator = UUIDv7Generator(clock: world.clock.now)
            let (early, late) = (try generator.next(), try generator.next())
            let (now, hasRevoked, mayCommit) = (world.clock.now(), Flag(), Flag())
            async let held = first.store.write { tx in
                try tx.revoke(early, reason: .revoked, now: now)
                hasRevoked.raise()
                while !mayCommit.isRaised { usleep(1000) }
            }
            try await eventually { hasRevoked.isRaised }
            async let other = second.store.write { tx in
                try tx.revoke(late, reason: .revoked, now: now)
            }
            #expect(try await second.store.revocations(after: nil).ids.isEmpty)
            mayCommit.raise()
            _ = try await (held, other)
            #expect(try await Set(read(2, of: stream)) == [early.bytes, late.bytes])
            stream.cancel()
        }
    }

    @Test func anEpochOfOneInstanceIsTheEpochOfBoth() async throws {
        try await withTwo { first, second, world in
            let tokens = try await second.client.signUp(.anna()).tokens
            let stream = try await follow(second, world)
            let cursor = try #require(try await stream.next()?.cursor)
            #expect(cursor.epoch == first.store.feed.epoch)
            #expect(try await first.store.beginEpoch(now: world.clock.now()) == 1)
            let epoch = try #require(first.store.feed.epoch)
            let next = try #require(try await stream.nextNews())
            #expect(next.replaces && next.cursor?.epoch == epoch && epoch != cursor.epoch)
            try await eventually { second.store.feed.epoch == epoch }
            #expect(await world.end(of: tokens) == .sessionEnded)
            stream.cancel()
        }
    }

    /// A follower that comes from another instance may know more than this one has read.
    @Test func aCursorOfTheOtherInstanceBeginsNoEpoch() async throws {
        try await withTwo { first, second, world in
            let epoch = try #require(second.store.feed.epoch)
            let generator = UUIDv7Generator(clock: world.clock.now)
            let now = world.clock.now()
            var cursor: RevocationCursor?
            for _ in 0..<10 {
                let id = try generator.next()
                try await first.store.write { try $0.revoke(id, reason: .revoked, now: now) }
                let stream = try await follow(first, world, from: cursor)
                cursor = try #require(try await stream.next()?.cursor)
                stream.cancel()
                let again = try await follow(second, world, from: cursor)
                let part = try #require(try await again.next())
                #expect(!part.replaces && part.isCurrent && part.sessionIDs.isEmpty)
                again.cancel()
            }
            #expect(second.store.feed.epoch == epoch)
        }
    }

    @Test func keysThatOneInstanceWithdrawsAreWithdrawnAtBoth() async throws {
        try await withTwo { first, second, world in
            let stream = try await follow(second, world)
            #expect(try await stream.next()?.hasNewKeys == true)
            _ = try await first.asOperator.rotateSigningKey(
                RotateSigningKeyRequest(withdrawOthers: true))
            #expect(try await stream.nextNews()?.hasNewKeys == true)
            let rings = [first, second].map(\.runtime.rotation.ring)
            #expect(rings[0].publicKeys.map(\.keyID) == rings[1].publicKeys.map(\.keyID))
            stream.cancel()
        }
    }

    /// An entry of the audit log has the hash of the one before it. So the second transaction waits
    /// for the first, and no follower is told of it before.
    @Test func aChangeThatCommitsLateIsNotSkipped() async throws {
        try await withTwo { first, second, world in
            let stream = try await world.followAccounts(at: second)
            #expect(try await stream.next()?.replaces == true)
            let generator = UUIDv7Generator(clock: world.clock.now)
            let (early, late) = (try generator.next(), try generator.next())
            let (now, hasNoted, mayCommit) = (world.clock.now(), Flag(), Flag())
            async let held = first.store.write { tx in
                try tx.note(.accountCreated, of: early, now: now)
                // With a query the server has the entry, too.
                _ = try tx.revocationPosition()
                hasNoted.raise()
                while !mayCommit.isRaised { usleep(1000) }
            }
            try await eventually { hasNoted.isRaised }
            async let other = second.store.write { tx in
                try tx.note(.accountCreated, of: late, now: now)
            }
            var games = AccountFollower()
            #expect(try await games.read(from: second, world).isEmpty)
            mayCommit.raise()
            _ = try await (held, other)
            var told: [AccountChange] = []
            while told.count < 2, let part = try await stream.next() { told += part.changes }
            #expect(Set(told.map(\.userID)) == ["\(early)", "\(late)"])
            stream.cancel()
            // A cursor from before leads to both, at either instance.
            for auth in [first, second] {
                var copy = games
                #expect(try await copy.read(from: auth, world).count == 2)
            }
        }
    }

    @Test func whoeverFollowsIsToldEachChangeOfAnAccountOnceAndInTheSameOrder() async throws {
        try await withTwo { first, second, world in
            let streams = [
                try await world.followAccounts(at: first),
                try await world.followAccounts(at: second),
            ]
            for stream in streams { #expect(try await stream.next()?.replaces == true) }
            let generator = UUIDv7Generator(clock: world.clock.now)
            let now = world.clock.now()
            let ids = try (0..<40).map { _ in try generator.next() }
            try await withThrowingTaskGroup { group in
                for (index, id) in ids.enumerated() {
                    let store = index % 2 == 0 ? first.store : second.store
                    group.addTask {
                        try await store.write { try $0.note(.accountCreated, of: id, now: now) }
                    }
                }
                try await group.waitForAll()
            }
            var told: [[String]] = []
            for stream in streams {
                var users: [String] = []
                while users.count < ids.count, let part = try await stream.next() {
                    users += part.changes.map(\.userID)
                }
                told.append(users)
                stream.cancel()
            }
            #expect(told[0] == told[1] && Set(told[0]) == Set(ids.map(\.description)))
        }
    }

    /// A verifier asks any instance for the key of a token.
    @Test func aKeyOfAnotherInstanceIsPublishedAlsoBeforeItWasRead() async throws {
        try await withTwo { first, second, world in
            // It looks for what others have changed only when it is told to.
            let late = try await KeyRotation(
                store: second.store, schedule: KeySchedule(), secret: RunningAuth.secret,
                deployment: .standard, clock: world.clock.now, random: .system,
                logger: world.log.logger)
            let old = late.ring.signer.keyID
            _ = try await first.asOperator.rotateSigningKey(
                RotateSigningKeyRequest(withdrawOthers: true))
            let new = first.runtime.rotation.ring.signer.keyID
            #expect(try await late.published().map(\.keyID) == [new])
            #expect(late.ring.signer.keyID == old)
            try await late.update()
            #expect(late.ring.signer.keyID == new)
        }
    }

    @Test func aKeyThatWasAskedForIsPublishedForSecondsBeforeItSignsAnywhere() async throws {
        try await withTwo { first, second, world in
            let rings = [first, second].map(\.runtime.rotation.ring)
            let old = rings[0].signer.keyID
            // A key that was due later does not delay it.
            world.clock.advance(.days(30) - KeySchedule.lead)
            try await first.runtime.rotation.update()
            let answer = try await first.asOperator.rotateSigningKey(RotateSigningKeyRequest())
            #expect(answer.keys.count == 3)
            try await eventually { rings.allSatisfy { $0.publicKeys.count == 3 } }
            #expect(rings.map(\.signer.keyID) == [old, old])
            world.clock.advance(KeySchedule.notice)
            try await eventually { rings.allSatisfy { $0.signer.keyID != old } }
            #expect(rings[0].signer.keyID == rings[1].signer.keyID)
            // The old one is retired when an instance looks at the schedule next.
            try await eventually {
                try await second.runtime.rotation.list().filter { $0.retiredAt == nil }.map(\.id)
                    == [rings[0].signer.keyID]
            }
        }
    }
}
