import RollcallCrypto

/// Sessions that ended before their access tokens expired, as a value.
///
/// There are two generations, each as long as the life of an access token. After that time, the
/// younger one becomes the older, and the sessions of the older one are dropped. So a session is
/// kept for at least one such life, and for at most two.
///
/// A generation must last for a life by two clocks: one that is never set, and the system's, by
/// which tokens expire. If the system's clock is set back, tokens live longer, and the generation
/// lasts longer with them. Expired tokens of dropped sessions become valid again, as well.
///
/// Therefore every token signed before the clock was set back is refused. The same holds beyond a
/// limit of sessions. Clients of live sessions exchange their token for a newer one. An ended
/// session gets none.
struct RevokedSessions: Sendable {
    struct Rules: Sendable {
        /// The shortest time for which a session is kept, in milliseconds.
        var lifetime: Int64
        /// The most sessions: about 20 MB.
        var limit = 500_000
        /// How far Auth's clock, which signs tokens, may be ahead, in seconds.
        var leeway: Int64 = 5
    }

    /// A time in milliseconds, by a clock that is never set and by the system's.
    struct Moment: Sendable {
        var steady: Int64
        var wall: Int64

        /// How far the system's clock is ahead of the other one.
        fileprivate var lead: Int64 { wall - steady }
    }

    private struct Generation {
        var sessions: Set<UUIDv7> = []
        /// Tokens signed up to this time are refused; in seconds since 1970.
        var signedUntil = Int64.min
    }

    private let rules: Rules
    private var young = Generation()
    private var old = Generation()
    /// When the younger generation began; `nil` before the first. Its `wall` is the latest time of
    /// the system's clock up to then.
    private var beginning: Moment?
    /// The latest time of the system's clock since then.
    private var latestWall = Int64.min
    /// The lead at the last comparison of the clocks.
    private var lead: Int64?

    init(_ rules: Rules) {
        self.rules = rules
    }

    var count: Int { young.sessions.count + old.sessions.count }

    /// Tokens signed up to this time are refused without further checks; in seconds since 1970.
    var signedUntil: Int64 { max(young.signedUntil, old.signedUntil) }

    func contains(_ session: UUIDv7) -> Bool {
        young.sessions.contains(session) || old.sessions.contains(session)
    }

    /// - Parameter authTime: by the clock that signs tokens, in milliseconds; 0 if unknown.
    mutating func insert(_ sessions: [UUIDv7], at now: Moment, authTime: Int64 = 0) {
        forget(at: now)
        young.sessions.formUnion(sessions)
        guard count > rules.limit else { return }
        (young, old) = (Generation(signedUntil: signedUntil), Generation())
        refuseWhatWasSigned(until: max(now.wall, authTime) / 1000 + rules.leeway)
        (beginning, latestWall) = (now, now.wall)
    }

    /// Drops the sessions whose tokens have expired. To be called regularly.
    mutating func forget(at now: Moment) {
        if let lead, now.lead < lead - rules.leeway * 1000 {
            // Tokens that are signed from now on stay valid, so a client that refreshes its token
            // needs only one attempt.
            refuseWhatWasSigned(until: now.wall / 1000 - rules.leeway)
        }
        lead = now.lead
        latestWall = max(latestWall, now.wall)
        guard let beginning else { return beginning = now }
        guard now.steady >= beginning.steady + rules.lifetime,
            now.wall >= beginning.wall + rules.lifetime
        else { return }
        old = young
        young = Generation()
        self.beginning = Moment(steady: now.steady, wall: latestWall)
        latestWall = now.wall
    }

    private mutating func refuseWhatWasSigned(until time: Int64) {
        young.signedUntil = max(young.signedUntil, time)
    }
}
