import RollcallAPI
import RollcallCrypto
import TestSupport
import Testing

@testable import AccessTokens

/// The rules of what is known, without a stream. Times are milliseconds.
@Suite struct RevocationRecordTests {
    private let ids = UUIDv7Generator { 1_800_000_000_000 }

    private func message(
        _ epoch: UInt64, _ version: UInt64, _ sessions: [UUIDv7] = [], replaces: Bool = false,
        isCurrent: Bool = true
    ) -> WatchRevocationsResponse {
        WatchRevocationsResponse(
            cursor: RevocationCursor(epoch: epoch, version: version), replaces: replaces,
            sessionIDs: sessions.map(\.bytes), isCurrent: isCurrent)
    }

    private func claims(
        _ session: UUIDv7, epoch: UInt64?, signedAt signing: Int64 = 0, life: Int64 = 600
    ) -> AccessTokenClaims {
        AccessTokenClaims(
            subject: .user(userID: session.description, sessionID: "\(session)", isAdmin: false),
            issuedAt: signing, expiresAt: signing + life, epoch: epoch)
    }

    @Test func nothingIsKnownUntilTheStreamIsCurrent() throws {
        var record = RevocationRecord(.init())
        let session = try ids.next()
        #expect(record.health(at: 0) == .starting)
        _ = try record.take(message(1, 5, replaces: true, isCurrent: false), at: 0)
        #expect(record.health(at: 0) == .starting)
        #expect(record.cursor == nil)
        #expect(record.objection(to: claims(session, epoch: 1), of: session, at: 0) == .unknown)
        _ = try record.take(message(1, 9), at: 0)
        #expect(record.health(at: 0) == .current)
        #expect(record.cursor?.version == 9)
        #expect(record.objection(to: claims(session, epoch: 1), of: session, at: 0) == nil)
    }

    @Test func silenceIsLossAndALongLossClosesEverything() throws {
        var record = RevocationRecord(.init())
        let session = try ids.next()
        let good = claims(session, epoch: 1)
        _ = try record.take(message(1, 0), at: 1000)
        for (now, health) in [
            (1000, .current), (5999, .current), (6000, .lost), (60_999, .lost), (61_000, .unknown),
        ] as [(Int64, TokenVerifier.Health)] {
            #expect(record.health(at: now) == health)
            let objection = record.objection(to: good, of: session, at: now)
            #expect(objection == (health == .unknown ? .unknown : nil))
            #expect((now < record.knownUntil ?? 0) == health.answersCalls)
        }
        _ = try record.take(message(1, 0), at: 100_000)
        #expect(record.health(at: 100_000) == .current)
    }

    @Test func aStreamThatResumesIsLostUntilItIsCurrent() throws {
        var record = RevocationRecord(.init())
        _ = try record.take(message(1, 0), at: 0)
        let wereCurrent = (record.lose(), record.lose())
        #expect(wereCurrent == (true, false))
        #expect(record.health(at: 0) == .lost)
        _ = try record.take(message(1, 1, [try ids.next()], isCurrent: false), at: 10)
        #expect(record.health(at: 10) == .lost)
        #expect(record.cursor?.version == 0)
        #expect(record.lastHeard == 0)
        _ = try record.take(message(1, 1), at: 20)
        #expect(record.health(at: 20) == .current)
    }

    /// Within a snapshot the cursor stands still, also when the stream of before was current.
    @Test func aStreamThatIsFollowedAnewIsNoLossAndBeginsAnew() throws {
        var record = RevocationRecord(.init())
        let early = record.renew()
        #expect(!early)
        _ = try record.take(message(1, 1), at: 0)
        let (wasCurrent, isCurrent) = (record.renew(), record.renew())
        #expect(wasCurrent && !isCurrent)
        #expect(record.health(at: 4999) == .current)
        #expect(record.health(at: 5000) == .lost)
        _ = try record.take(message(1, 5, [try ids.next()], isCurrent: false), at: 100)
        #expect(record.cursor?.version == 1)
        #expect(record.health(at: 4999) == .current)
        #expect(record.health(at: 5000) == .lost)
        let wasKnown = record.lose()
        #expect(wasKnown)
        #expect(record.health(at: 100) == .lost)
    }

    @Test func aSnapshotBringsNoSessionBack() throws {
        var record = RevocationRecord(.init())
        let (first, second) = (try ids.next(), try ids.next())
        _ = try record.take(message(1, 1, [first]), at: 0)
        _ = record.lose()
        _ = try record.take(message(1, 2, [second], replaces: true, isCurrent: false), at: 1)
        for session in [first, second] {
            let objection = record.objection(to: claims(session, epoch: 1), of: session, at: 1)
            #expect(objection == .sessionEnded)
        }
    }

    @Test func aNewEpochEndsAllTokensOfBefore() throws {
        var record = RevocationRecord(.init())
        let session = try ids.next()
        let ended = [
            try record.take(message(1, 7), at: 0),
            try record.take(message(2, 0, isCurrent: false), at: 1),
        ]
        #expect(ended == [.sessions([]), .all])
        #expect(record.health(at: 1) == .starting)
        #expect(record.cursor == nil)
        _ = try record.take(message(2, 0), at: 2)
        for epoch in [1, nil] as [UInt64?] {
            let old = claims(session, epoch: epoch)
            #expect(record.objection(to: old, of: session, at: 2) == .ofAnotherEpoch)
        }
        #expect(record.objection(to: claims(session, epoch: 2), of: session, at: 2) == nil)
        // The other epoch may be a newer one, of which nothing was heard yet.
        _ = record.lose()
        #expect(record.objection(to: claims(session, epoch: 3), of: session, at: 2) == .unknown)
    }

    @Test func aTokenThatLivesLongerThanItsRevocationIsRefused() throws {
        var record = RevocationRecord(.init())
        let session = try ids.next()
        _ = try record.take(message(1, 0), at: 0)
        for (life, objection) in [(3600, nil), (3601, .livesTooLong)]
            as [(Int64, RevocationRecord.Objection?)]
        {
            let claims = claims(session, epoch: 1, life: life)
            #expect(record.objection(to: claims, of: session, at: 0) == objection)
        }
    }

    @Test func afterAFloodOfEndsATokenHasToBeNewer() throws {
        var rules = RevocationRecord.Rules()
        rules.sessionLimit = 3
        var record = RevocationRecord(rules)
        let session = try ids.next()
        let flood = try (0..<4).map { _ in try ids.next() }
        let ended = try record.take(message(1, 4, flood), at: 0, wall: 0)
        #expect(ended == .sessions(flood.map(\.description)))
        #expect(record.count == 0 && record.signedUntil == 5)
        for (signing, objection) in [(5, .signedTooEarly), (6, nil)]
            as [(Int64, RevocationRecord.Objection?)]
        {
            let claims = claims(session, epoch: 1, signedAt: signing)
            #expect(record.objection(to: claims, of: session, at: 0) == objection)
        }
    }

    @Test func aMessageThatBreaksTheContractChangesNothing() throws {
        var record = RevocationRecord(.init())
        let session = try ids.next()
        var noCursor = message(1, 1, [session])
        noCursor.cursor = nil
        var noSession = message(1, 1, [session])
        noSession.sessionIDs.append([1, 2, 3])
        for malformed in [noCursor, noSession] {
            #expect(throws: RevocationRecord.Malformed.self) {
                try record.take(malformed, at: 0)
            }
        }
        #expect(record.count == 0)
        #expect(record.health(at: 0) == .starting)
    }

    /// Streams that break off anywhere, of which each goes on from the cursor, know in the end what
    /// one that never broke off knows.
    @Test(arguments: 0..<10)
    func whateverIsLostIsToldAgain(seed: UInt64) throws {
        var random = TestNumbers(seed: seed)
        var auth = ScriptedLog(epoch: 1)
        var record = RevocationRecord(.init())
        for now in 0..<100 as Range<Int64> {
            for _ in 0..<Int.random(in: 0...5, using: &random) { auth.revoke(try ids.next()) }
            if Int.random(in: 0..<40, using: &random) == 0 { auth.beginEpoch() }
            let messages = auth.messages(
                since: record.cursor, page: Int.random(in: 1...4, using: &random))
            let heard = Int.random(in: 0...messages.count, using: &random)
            for message in messages.prefix(heard) { _ = try record.take(message, at: now) }
            if heard == messages.count { #expect(auth.isKnown(to: record, at: now)) }
            _ = record.lose()
        }
    }
}

/// What Auth has told, as a list.
private struct ScriptedLog {
    var epoch: UInt64
    var sessions: [UUIDv7] = []

    mutating func revoke(_ session: UUIDv7) { sessions.append(session) }

    mutating func beginEpoch() {
        epoch += 1
        sessions = []
    }

    func messages(since cursor: RevocationCursor?, page: Int) -> [WatchRevocationsResponse] {
        let isKnown = cursor?.epoch == epoch
        let start = isKnown ? Int(cursor?.version ?? 0) : 0
        let pages = stride(from: start, through: sessions.count, by: page).map { first in
            let end = min(first + page, sessions.count)
            return WatchRevocationsResponse(
                cursor: RevocationCursor(epoch: epoch, version: UInt64(end)),
                replaces: !isKnown && first == start,
                sessionIDs: sessions[first..<end].map(\.bytes), isCurrent: end == sessions.count)
        }
        return pages
    }

    func isKnown(to record: RevocationRecord, at now: Int64) -> Bool {
        record.epoch == epoch && record.count == sessions.count
            && record.health(at: now) == .current
            && record.cursor == RevocationCursor(epoch: epoch, version: UInt64(sessions.count))
            && sessions.allSatisfy { session in
                let claims = AccessTokenClaims(
                    subject: .user(userID: "", sessionID: "", isAdmin: false), issuedAt: 0,
                    expiresAt: 600, epoch: epoch)
                return record.objection(to: claims, of: session, at: now) == .sessionEnded
            }
    }
}

extension RevocationRecord {
    /// By a clock that nobody sets.
    fileprivate mutating func take(
        _ message: WatchRevocationsResponse, at now: Int64
    ) throws(Malformed) -> EndedSessions {
        try take(message, at: now, wall: now)
    }
}
