import RollcallCrypto

/// Sessions that have ended before their access tokens did: a value.
///
/// There are two generations, each as long as an access token can live. When the younger has lasted
/// that long, it becomes the older, and the sessions of the older are forgotten. A session is thus
/// remembered for at least one such life, and never for more than two.
///
/// A generation has to last for a life by two clocks: one that nobody sets, and the system's, by which
/// tokens expire. If the system's clock is set back, tokens live longer, and a generation lasts longer
/// with them. Expired tokens of forgotten sessions become valid again.
///
/// Therefore, after that, and beyond a limit, every token that was signed until then is refused. Clients
/// whose session goes on exchange theirs for a newer one. An ended session gets none.
struct RevokedSessions: Sendable {
    struct Rules: Sendable {
        /// How long a session is remembered at the least, in milliseconds.
        var lifetime: Int64
        /// How many are remembered: some 20 MB.
        var limit = 500_000
        /// How far the clock of Auth, which signs tokens, may be ahead, in seconds.
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
        /// Tokens signed up to this time are refused; in seconds since 1970.
        var signedUntil = Int64.min
    }

    private let rules: Rules
    private var young = Generation()
    private var old = Generation()
    /// When the younger generation began; `nil` before the first. Its `wall` is the latest time that the
    /// system's clock had shown by then.
    private var beginning: Moment?
    /// The latest time that the system's clock has shown since.
    private var latestWall = Int64.min
    /// The lead when the clocks were last compared.
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

    mutating func insert(_ sessions: [UUIDv7], at now: Moment) {
        forget(at: now)
        young.sessions.formUnion(sessions)
        guard count > rules.limit else { return }
        (young, old) = (Generation(signedUntil: signedUntil), Generation())
        refuseWhatWasSigned(until: now.wall / 1000 + rules.leeway)
        (beginning, latestWall) = (now, now.wall)
    }

    /// Forgets the sessions whose tokens have expired. It is to be called from time to time.
    mutating func forget(at now: Moment) {
        if let lead, now.lead < lead - rules.leeway * 1000 {
            // Tokens signed from now on stay valid: a client that renews its token need not try twice.
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
