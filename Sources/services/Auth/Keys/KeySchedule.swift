import RollcallBasics

/// When signing keys come and go: a value that is shown the keys and says what to do.
///
/// A key is published, signs, is retired by the next one, and is served until the last token that
/// it has signed has expired. No token is ever refused because a key has changed.
struct KeySchedule: Equatable, Sendable {
    /// How long a key is published before it signs, so that every verifier has it by then.
    static let lead = Duration.seconds(3600)
    /// How long a key that was asked for is published before it signs, where there may be other
    /// instances: until verifiers have it that have just fetched keys, and fetch none for a second.
    static let notice = Duration.seconds(5)
    /// How long a retired key is served: the longest life of a token, the leeway of clocks, and an
    /// hour.
    static let farewell = AuthConfiguration.longestAccessTokenLifetime + .seconds(5 + 3600)
    /// The most keys that are served at a time. Verifiers keep a few dozen.
    static let servedLimit = 16

    /// How long a key signs; `nil` for ever, until it is told otherwise.
    var lifetime: Duration?

    /// A key, as far as its schedule goes. Milliseconds since 1970.
    struct Key: Equatable, Sendable {
        var id: String
        var createdAt: Int64
        var signsFrom: Int64
        var retiredAt: Int64?
    }

    /// What to do now.
    struct Plan: Equatable, Sendable {
        /// From when on a new key is to sign; `nil` when none is to be made.
        var newKeySignsFrom: Int64?
        /// Their private halves are to be erased.
        var retired: [String] = []
        /// Nothing that they have signed is good any more.
        var forgotten: [String] = []
    }

    /// Keys as a clock would have left them that was never ahead of `now`. Otherwise a key that was
    /// made while the clock was ahead would sign, and be served, for longer by that much.
    ///
    /// - Parameter keys: in the order in which they sign; they stay in it.
    static func corrected(_ keys: [Key], now: Int64) -> [Key] {
        var last = Int64.min
        return keys.map { key in
            var key = key
            let ahead = max(0, key.createdAt - now)
            key.createdAt -= ahead
            key.signsFrom = min(key.signsFrom - ahead, key.createdAt + lead.wholeMilliseconds)
            key.signsFrom = max(key.signsFrom, last + 1)
            last = key.signsFrom
            key.retiredAt = key.retiredAt.map { min($0, now) }
            return key
        }
    }

    /// - Parameter keys: in the order in which they sign.
    func plan(_ keys: [Key], now: Int64) -> Plan {
        var plan = Plan()
        if let last = keys.last(where: { $0.retiredAt == nil }) {
            if let end = end(of: last), end - Self.lead.wholeMilliseconds <= now {
                plan.newKeySignsFrom = now + Self.lead.wholeMilliseconds
            }
        } else {
            plan.newKeySignsFrom = now
        }
        let signing = Self.signing(keys, now: now)
        plan.retired = keys.prefix { $0.id != signing?.id }.filter { $0.retiredAt == nil }.map(\.id)
        plan.forgotten = keys.filter { key in
            key.retiredAt.map { $0 + Self.farewell.wholeMilliseconds <= now } ?? false
        }.map(\.id)
        return plan
    }

    /// The key that signs now: the last one whose time has come, or, when a clock was set back, the
    /// first that is left.
    static func signing(_ keys: [Key], now: Int64) -> Key? {
        let able = keys.filter { $0.retiredAt == nil }
        return able.last { $0.signsFrom <= now } ?? able.first
    }

    private func end(of key: Key) -> Int64? {
        lifetime.map { key.signsFrom + $0.wholeMilliseconds }
    }
}
