import RollcallAPI
import RollcallCrypto

/// The revocations that a service knows, and since when: a value, changed by the messages of
/// `RevocationService` and by the clock. Times are milliseconds of a monotonic clock.
struct RevocationRecord: Sendable {
    struct Rules: Sendable {
        /// How long after the last message the stream counts as lost.
        var silence: Int64 = 6_000
        /// How long after it calls are still answered by what was known then.
        var bound: Int64 = 60_000
        /// The longest life of an access token, in seconds. A token with a longer life is refused: its
        /// ended session would be forgotten too early.
        var longestLife: Int64 = 3_600
        /// How much longer than that an ended session is remembered, because clocks differ and news
        /// can be late.
        var margin: Int64 = 60_000
        /// How many ended sessions are remembered.
        var sessionLimit = 500_000
        /// How far the clocks of two machines may differ, in seconds.
        var leeway: Int64 = 5
    }

    /// Why a token with a valid signature is refused.
    enum Objection: Equatable {
        case sessionEnded, ofAnotherEpoch, livesTooLong
        /// Too many sessions have ended since it was signed, or a clock was set back: it is not known
        /// whether its session goes on.
        case signedTooEarly
        /// Too little is known to decide.
        case unknown
    }

    private let rules: Rules
    private var revoked: RevokedSessions
    /// Of the newest message.
    private(set) var epoch: UInt64?
    /// Where to go on: after this, nothing is missing.
    private(set) var cursor: RevocationCursor?
    /// Whether the stream that is open has said that nothing older is still to come.
    private var isCurrent = false
    /// Whether there is no stream, or none that has been current since one was lost.
    private var isLost = true
    /// When the stream was last heard of while it was current; `nil` if it never was in this epoch.
    private(set) var lastHeard: Int64?

    init(_ rules: Rules) {
        self.rules = rules
        revoked = RevokedSessions(
            RevokedSessions.Rules(
                lifetime: rules.longestLife * 1000 + rules.margin, limit: rules.sessionLimit,
                leeway: rules.leeway))
    }

    /// How many sessions are remembered.
    var count: Int { revoked.count }

    /// Tokens signed up to this time are refused without further checks; in seconds since 1970.
    var signedUntil: Int64 { revoked.signedUntil }

    /// Until when calls are answered if nothing more is heard; `nil` while none is answered.
    var knownUntil: Int64? { lastHeard.map { $0 + rules.bound } }

    func health(at now: Int64) -> TokenVerifier.Health {
        guard let lastHeard else { return .starting }
        if now >= lastHeard + rules.bound { return .unknown }
        return !isLost && now < lastHeard + rules.silence ? .current : .lost
    }

    /// The reason to refuse a token; `nil` for a valid one.
    func objection(
        to claims: AccessTokenClaims, of session: UUIDv7?, at now: Int64
    ) -> Objection? {
        let health = health(at: now)
        guard health.answersCalls else { return .unknown }
        // A service's token is of no session and no epoch, and lives for minutes.
        guard let session else { return nil }
        // While nothing is heard, the other epoch may be the one that has begun since.
        if claims.epoch != epoch { return health == .current ? .ofAnotherEpoch : .unknown }
        if revoked.contains(session) { return .sessionEnded }
        if claims.issuedAt <= signedUntil { return .signedTooEarly }
        return claims.expiresAt - claims.issuedAt > rules.longestLife ? .livesTooLong : nil
    }
}

extension RevocationRecord {
    /// Which sessions a message has ended.
    enum Ended: Equatable {
        case sessions([UUIDv7])
        case all
    }

    /// A message breaks the contract.
    struct Malformed: Error {}

    /// Records a message.
    ///
    /// An ended session never goes on. So a snapshot adds to what is known within an epoch, although it
    /// is said to replace it. The cursor moves only when nothing older is still to come: a stream that
    /// breaks off within a snapshot begins again where the snapshot began.
    ///
    /// - Parameter wall: the time of the system, in milliseconds since 1970.
    /// - Returns: the sessions that the message has ended.
    /// - Throws: `Malformed`; nothing is changed.
    mutating func take(
        _ message: WatchRevocationsResponse, at now: Int64, wall: Int64
    ) throws(Malformed) -> Ended {
        let sessions = message.sessionIDs.compactMap { UUIDv7(bytes: $0) }
        guard let cursor = message.cursor, sessions.count == message.sessionIDs.count else {
            throw Malformed()
        }
        let isNewEpoch = cursor.epoch != epoch
        let endsAll = isNewEpoch && epoch != nil
        if isNewEpoch { begin(cursor.epoch) }
        revoked.insert(sessions, at: RevokedSessions.Moment(steady: now, wall: wall))
        isCurrent = isCurrent || message.isCurrent
        if isCurrent {
            isLost = false
            self.cursor = cursor
            lastHeard = now
        }
        return endsAll ? .all : .sessions(sessions)
    }

    /// Records that the stream is lost.
    ///
    /// - Returns: whether it had been current.
    mutating func lose() -> Bool {
        defer { (isCurrent, isLost) = (false, true) }
        return !isLost
    }

    /// Records that the server has ended the stream in order, and that a new one follows. That is no
    /// loss unless nothing is heard for too long.
    ///
    /// - Returns: whether the stream was current; if not, it counts as lost.
    mutating func renew() -> Bool {
        defer { isCurrent = false }
        return isCurrent
    }

    /// Forgets the sessions whose tokens have ended by themselves.
    mutating func forget(at now: Int64, wall: Int64) {
        revoked.forget(at: RevokedSessions.Moment(steady: now, wall: wall))
    }

    /// No token of before is good, and nothing is known of those of the new epoch yet.
    private mutating func begin(_ epoch: UInt64) {
        self = RevocationRecord(rules)
        self.epoch = epoch
    }
}
