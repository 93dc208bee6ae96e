import Admission
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization

/// One use of a limit by one caller.
struct Permit: Sendable {
    let key: LimitKey
    fileprivate let rate: GCRA
    /// The limits that the permit belongs to and is recorded by.
    let limits: Limits
}

/// Rate limits on what callers do, in memory and on the disk: a limit holds across restarts.
///
/// An `Attempt` is the only way to use a limit.
final class Limits: Sendable {
    /// The callers without an address share one bucket, of the size of this many.
    static let callersWithoutAddress = 20
    /// Milliseconds after which a caller is to come again who is refused only because of attempts
    /// under way: they may refund their permits.
    static let pauseForOthers: Int64 = 1000

    private let policies: LimitPolicies
    private let secret: Secret
    let store: AuthStore
    /// `LimiterClock`'s.
    let clock: @Sendable () -> Int64
    private let metrics: AuthMetrics
    private let buckets: Mutex<TokenBuckets>
    /// The buckets of callers without an address.
    private let crowds: Set<LimitKey>
    /// How many permits of each bucket attempts under way hold.
    private let underWay = Mutex(Tally<LimitKey>())

    /// - Parameters:
    ///   - secret: of `AuthStore.unlock`, for the names of buckets.
    ///   - clock: `LimiterClock`'s.
    /// - Throws: what the store says; `CryptoError`.
    init(
        _ policies: LimitPolicies, store: AuthStore, secret: Secret,
        clock: @escaping @Sendable () -> Int64, metrics: AuthMetrics
    ) async throws {
        self.policies = policies
        self.secret = secret
        self.store = store
        self.clock = clock
        self.metrics = metrics
        crowds = Set(
            try LimitName.allCases.map { try LimitKey($0, .address(nil), secret: secret) })
        let now = clock()
        var buckets = TokenBuckets()
        for row in try await store.buckets(now: now) { buckets.restore(row, now: now) }
        self.buckets = Mutex(buckets)
    }

    /// - Throws: `CryptoError`.
    func key(_ name: LimitName, of subject: LimitSubject) throws -> LimitKey {
        try LimitKey(name, subject, secret: secret)
    }

    /// - Throws: `CryptoError`.
    func permit(_ name: LimitName, of subject: LimitSubject) throws -> Permit {
        permit(try key(name, of: subject))
    }

    private func permit(_ key: LimitKey) -> Permit {
        let shares = crowds.contains(key) ? Self.callersWithoutAddress : 1
        return Permit(key: key, rate: policies[key.name].rate(shares: shares), limits: self)
    }

    /// The present state of buckets, to be written down.
    func rows(of keys: [LimitKey]) -> [BucketRow] {
        buckets.withLock { buckets in keys.map { buckets.row(of: $0) } }
    }
}

extension Limits {
    /// Begins an attempt that holds no permit yet.
    func attempt() -> Attempt { Attempt(limits: self) }

    /// Begins a counted attempt. Its permits are taken before it does anything. So many attempts at
    /// once cannot exceed the limit.
    ///
    /// - Parameter permits: all are taken, or none.
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS).
    func attempt(_ permits: [Permit]) throws -> Attempt {
        var attempt = attempt()
        if let wait = attempt.take(permits) { throw RPCError.tooManyAttempts(wait) }
        return attempt
    }

    /// Spends permits before an action. If they cannot be written down, they are refunded.
    ///
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS); the store's errors.
    func spend(_ permits: [Permit]) async throws {
        let attempt = try attempt(permits)
        try await store.keep(permits)
        attempt.recorded()
    }

    /// Takes all of the permits or none. For `Attempt`, and tests.
    ///
    /// - Returns: how long until they are available; nil when they were taken.
    func take(_ permits: [Permit]) -> Duration? {
        let now = clock()
        return buckets.withLock { buckets in
            for (index, permit) in permits.enumerated() {
                guard let wait = buckets.take(permit.key, at: permit.rate, now: now) else {
                    metrics.count(permit.key.name, .taken)
                    continue
                }
                metrics.count(permit.key.name, .refused)
                for taken in permits[..<index] {
                    buckets.refund(taken.key, at: taken.rate, now: now)
                }
                let held = Int64(underWay.withLock { $0[permit.key] })
                let mayPass = wait <= permit.rate.spacing * held
                return .milliseconds(mayPass ? min(wait, Self.pauseForOthers) : wait)
            }
            return nil
        }
    }

    /// Counts permits that an attempt holds from now on, or no longer.
    func note(_ permits: [Permit], _ count: Int) {
        underWay.withLock { held in
            for permit in permits { held.add(count, to: permit.key) }
        }
    }

    func refund(_ permits: [Permit]) {
        let now = clock()
        buckets.withLock { buckets in
            for permit in permits { buckets.refund(permit.key, at: permit.rate, now: now) }
        }
    }

    /// - Returns: whether other permits of the bucket were in use, which may be on the disk.
    func clear(_ permit: Permit) -> Bool {
        let now = clock()
        return buckets.withLock { buckets in
            guard !buckets.refund(permit.key, at: permit.rate, now: now) else { return false }
            buckets.clear(permit.key)
            return true
        }
    }
}

/// A caller who is refused because of a limit.
struct LimitBan: Equatable, Sendable {
    let key: LimitKey
    /// When the next permit is available, in milliseconds since 1970.
    let until: Int64
}

extension Limits {
    /// Which of the buckets refuse now, by the state in memory. The state on the disk may refuse
    /// more.
    func bans(among keys: [LimitKey]) -> [LimitBan] {
        let now = clock()
        return rows(of: keys).enumerated().compactMap { index, row in
            var due = row.due
            return permit(keys[index]).rate.take(&due, now: now).map { wait in
                LimitBan(key: keys[index], until: now + wait)
            }
        }
    }

    /// The buckets of a subject, for all limits of its scope.
    ///
    /// - Throws: `CryptoError`.
    func keys(of subject: LimitSubject) throws -> [LimitKey] {
        try LimitName.allCases.filter { $0.rule.scope == subject.scope }
            .map { try key($0, of: subject) }
    }

    /// Clears the buckets, unless strangers share them.
    func forget(_ keys: [LimitKey]) async throws {
        buckets.withLock { buckets in for key in keys { buckets.clear(key) } }
        try await store.keep(keys.map(permit))
    }
}
