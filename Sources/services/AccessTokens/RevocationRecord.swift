import RollcallAPI
import RollcallCrypto

/// The revocations that a service knows, and how current they are. A value that changes by the
/// messages of `RevocationService` and by the clock. Times are milliseconds of a monotonic clock.
struct RevocationRecord: Sendable {
    struct Rules: Sendable {
        /// The silence after which the stream counts as lost.
        var silence: Int64 = 5_000
        /// The silence after which no call is answered. Until then the last known state decides.
        var bound: Int64 = 60_000
        /// The longest life of an access token, in seconds. A token with a longer life is refused:
        /// its ended session would be forgotten before the token expires.
        var longestLife: Int64 = 3_600
        /// The additional time for which an ended session is remembered, because clocks differ and
        /// messages can be late.
        var margin: Int64 = 120_000
        /// The most ended sessions that are remembered.
        var sessionLimit = 500_000
        /// How far the clocks of two machines may differ, in seconds.
        var leeway: Int64 = 5
    }

    /// Why a token with a valid signature is refused.
    enum Objection: Equatable {
        case sessionEnded, ofAnotherEpoch, livesTooLong
        /// Too many sessions have ended since the token was signed, or a clock was set back. So its
        /// session may have ended.
        case signedTooEarly
        /// Too little is known to decide.
        case unknown
    }

    private let rules: Rules
    private var revoked: RevokedSessions
    /// The epoch of the newest message.
    private(set) var epoch: UInt64?
    /// The position from which to continue; everything before it has been received.
    private(set) var cursor: RevocationCursor?
    /// Whether the open stream has reported that all older messages were sent.
    private var isCurrent = false
    /// Whether there is no stream, or none has been current since the last one was lost.
    private var isLost = true
    /// When the last message arrived while the stream was current; `nil` if it never was in this
    /// epoch.
    private(set) var lastHeard: Int64?

    init(_ rules: Rules) {
        self.rules = rules
        revoked = RevokedSessions(
            RevokedSessions.Rules(
                lifetime: rules.longestLife * 1000 + rules.margin, limit: rules.sessionLimit,
                leeway: rules.leeway))
    }

    /// How many ended sessions are remembered.
    var count: Int { revoked.count }

    /// Tokens signed up to this time are refused without further checks; in seconds since 1970.
    var signedUntil: Int64 { revoked.signedUntil }

    /// When calls are refused if no further message arrives; `nil` while all calls are refused.
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
        // A service's token belongs to no session and no epoch, and lives for minutes.
        guard let session else { return nil }
        // While the stream is silent, the token may belong to a newer epoch.
        if claims.epoch != epoch { return health == .current ? .ofAnotherEpoch : .unknown }
        if revoked.contains(session) { return .sessionEnded }
        if claims.issuedAt <= signedUntil { return .signedTooEarly }
        return claims.expiresAt - claims.issuedAt > rules.longestLife ? .livesTooLong : nil
    }
}

extension RevocationRecord {
    /// A message that breaks the contract.
    struct Malformed: Error {}

    /// Records a message.
    ///
    /// An ended session stays ended. So a snapshot adds to what is known within an epoch, although
    /// the contract says that it replaces it. The cursor moves only once all older messages have
    /// arrived: a stream that breaks off within a snapshot resumes where the snapshot began.
    ///
    /// - Parameter wall: the time of the system, in milliseconds since 1970.
    /// - Returns: the sessions that the message has ended.
    /// - Throws: `Malformed`; nothing is changed.
    mutating func take(
        _ message: WatchRevocationsResponse, at now: Int64, wall: Int64
    ) throws(Malformed) -> EndedSessions {
        let sessions = message.sessionIDs.compactMap { UUIDv7(bytes: $0) }
        guard let cursor = message.cursor, sessions.count == message.sessionIDs.count else {
            throw Malformed()
        }
        let isNewEpoch = cursor.epoch != epoch
        let endsAll = isNewEpoch && epoch != nil
        if isNewEpoch { begin(cursor.epoch) }
        revoked.insert(sessions, at: .init(steady: now, wall: wall), authTime: message.sentAtMs)
        isCurrent = isCurrent || message.isCurrent
        if isCurrent {
            isLost = false
            self.cursor = cursor
            lastHeard = now
        }
        return endsAll ? .all : .sessions(sessions.map(\.description))
    }

    /// Records that the stream is lost.
    ///
    /// - Returns: whether it had been current.
    mutating func lose() -> Bool {
        defer { (isCurrent, isLost) = (false, true) }
        return !isLost
    }

    /// Records that the server has ended the stream in order, and that a new one follows. The
    /// stream counts as lost only after too long a silence.
    ///
    /// - Returns: whether the stream was current; if not, it counts as lost.
    mutating func renew() -> Bool {
        defer { isCurrent = false }
        return isCurrent
    }

    /// Forgets the sessions whose tokens have expired.
    mutating func forget(at now: Int64, wall: Int64) {
        revoked.forget(at: RevokedSessions.Moment(steady: now, wall: wall))
    }

    /// Starts a new epoch. Tokens of earlier epochs are refused, and no session of the new one is
    /// known yet.
    private mutating func begin(_ epoch: UInt64) {
        self = RevocationRecord(rules)
        self.epoch = epoch
    }
}
