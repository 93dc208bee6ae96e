/// When a provider is asked for its documents again, and how long they are used: a value. Times are
/// milliseconds since 1970.
struct ProviderSchedule: Sendable {
    /// What the provider says of how long they may be kept holds within these bounds.
    static let lifetimes: ClosedRange<Int64> = 300_000...86_400_000
    /// How long they are used while the provider is away.
    static let staleLimit: Int64 = 86_400_000
    /// Between two fetches while something usable is known, such as for keys that are unknown: a
    /// stranger can name as many as he likes.
    static let pause: Int64 = 60_000
    /// Between two fetches while nothing is.
    static let pauseOfNothing: Int64 = 2_000

    private(set) var fetchedAt: Int64?
    private var freshUntil: Int64 = 0
    private var lastFetch: Int64?

    /// Whether what was fetched may be used.
    func isUsable(at now: Int64) -> Bool {
        fetchedAt != nil && now < max(freshUntil, (fetchedAt ?? 0) + Self.staleLimit)
    }

    /// Whether to fetch now.
    ///
    /// - Parameter isKnown: whether what is usable answers the question.
    func mustFetch(isKnown: Bool, at now: Int64) -> Bool {
        // A clock that was set back must not prevent fetches for as long.
        let isFresh = now < freshUntil && fetchedAt.map { $0 <= now } == true
        guard !isKnown || !isFresh else { return false }
        let pause = isUsable(at: now) ? Self.pause : Self.pauseOfNothing
        guard let lastFetch, lastFetch <= now else { return true }
        return now >= lastFetch + pause
    }

    mutating func began(at now: Int64) { lastFetch = now }

    /// - Parameter maxAge: as the provider says, in seconds.
    mutating func ended(at now: Int64, maxAge: Int64?) {
        fetchedAt = now
        let seconds = min(max(maxAge ?? 0, 0), Self.lifetimes.upperBound / 1000)
        freshUntil = now + max(seconds * 1000, Self.lifetimes.lowerBound)
    }
}
