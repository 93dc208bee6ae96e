import RollcallCrypto

/// Sessions that have ended before their access tokens did: a value.
///
/// Two generations, each as long as an access token can live: when the younger has lasted that long,
/// it becomes the older, and what the older held is forgotten. So a session is remembered for one
/// such life at the least, and what was revoked in two of them is all that there ever is.
///
/// A generation lasts for a life by both of two clocks: by one that nobody sets, and by the system's,
/// which says when tokens end. If that is set back, tokens live for longer, and so do generations; and
/// tokens are good again that had ended, of sessions that were forgotten.
///
/// So after that, and beyond a limit, every token that was signed until then is refused, whosever it
/// is. Those of sessions that go on are exchanged for newer ones; no ended session gets one.
struct RevokedSessions: Sendable {
    struct Rules: Sendable {
        /// How long a session is remembered at the least, in milliseconds.
        var lifetime: Int64
        /// How many are remembered: some 20 MB.
        var limit = 500_000
        /// How far the clock of who signs tokens may be ahead, in seconds.
        var leeway: Int64 = 5
    }

    /// A time in milliseconds, by a clock that nobody sets and by the system's.
    struct Moment: Sendable {
        var steady: Int64
        var wall: Int64

        /// By how much one clock is ahead of the other.
        fileprivate var lead: Int64 { wall - steady }
    }

    private struct Generation {
        var sessions: Set<UUIDv7> = []
        /// Tokens that were signed until then are refused; in seconds since 1970.
        var signedUntil = Int64.min
    }

    private let rules: Rules
    private var young = Generation()
    private var old = Generation()
    /// When the younger generation began; `nil` before the first. By the system's clock, the latest
    /// that there had been until then.
    private var beginning: Moment?
    /// The latest that the system's clock has said since.
    private var latestWall = Int64.min
    /// Of the last look.
    private var lead: Int64?

    init(_ rules: Rules) {
        self.rules = rules
    }

    var count: Int { young.sessions.count + old.sessions.count }

    /// Until when tokens were signed that are refused for that alone, in seconds since 1970.
    var signedUntil: Int64 { max(young.signedUntil, old.signedUntil) }

    func contains(_ session: UUIDv7) -> Bool {
        young.sessions.contains(session) || old.sessions.contains(session)
    }

    mutating func insert(_ sessions: [UUIDv7], at now: Moment) {
        forget(at: now)
        young.sessions.formUnion(sessions)
        guard count > rules.limit else { return }
        (young, old) = (Generation(signedUntil: signedUntil), Generation())
        refuseWhatWasSigned(until: now.wall / 1000 + rules.leeway)
        (beginning, latestWall) = (now, now.wall)
    }

    /// Forgets the sessions whose tokens have ended by themselves. To be called now and then.
    mutating func forget(at now: Moment) {
        if let lead, now.lead < lead - rules.leeway * 1000 {
            // Not what is signed from here on: nobody need try twice.
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
