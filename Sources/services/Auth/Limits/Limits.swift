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
/// `attempt` is the only way to use a limit.
final class Limits: Sendable {
    /// The callers without an address share one bucket, of the size of this many.
    static let callersWithoutAddress = 20
    /// Milliseconds after which a caller is to come again who is refused only because of attempts under way:
    /// they may refund their permits.
    static let pauseForOthers: Int64 = 1000

    private let policies: LimitPolicies
    private let secret: Secret
    private let store: AuthStore
    /// `LimiterClock`'s.
    let clock: @Sendable () -> Int64
    private let metrics: AuthMetrics
    private let buckets: Mutex<TokenBuckets>
    /// The buckets of callers without an address.
    private let crowds: Set<LimitKey>
    /// How many permits of each bucket attempts under way hold.
    private let underWay = Mutex<[LimitKey: Int]>([:])

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
    /// Makes a counted attempt. What it has spent is on the disk before the caller is answered.
    ///
    /// The permits are taken before `body`. So many attempts at once cannot exceed the limit. An error
    /// that `body` throws refunds all of them.
    ///
    /// - Parameters:
    ///   - permits: all are taken, or none.
    ///   - body: its result decides which permits are spent or refunded. It may take more permits.
    ///   - beyond: runs instead of `body` if a permit is missing. It receives the time until there is one,
    ///     or may be.
    /// - Throws: what `body` and `beyond` throw; the store's errors. Permits that were spent but could
    ///   not be written down still count in memory: a full disk makes no guess free.
    func attempt<T>(
        _ permits: [Permit], _ body: (inout Attempt) async throws -> AttemptEnd<T>,
        beyond: (Duration) async throws -> T = { throw RPCError.tooManyAttempts($0) }
    ) async throws -> T {
        var attempt = Attempt(limits: self)
        defer { note(attempt.permits, -1) }
        if let wait = attempt.take(permits) { return try await beyond(wait) }
        let end: AttemptEnd<T>
        do {
            end = try await body(&attempt)
        } catch {
            refund(attempt.permits)
            throw error
        }
        try await settle(attempt.permits, by: end)
        return try end.result.get()
    }

    /// Spends permits before an action. If they cannot be written down, they are refunded.
    ///
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS); the store's errors.
    func spend(_ permits: [Permit]) async throws {
        try await attempt(permits) { _ in
            try await store.keep(permits)
            return .recorded(())
        }
    }

    private func settle<T>(_ permits: [Permit], by end: AttemptEnd<T>) async throws {
        let others = end.refunds + [end.clears].compactMap(\.self)
        let rest = permits.filter { permit in !others.contains { $0.key == permit.key } }
        refund(end.refunds + (end.fate == .refunded ? rest : []))
        let cleared = [end.clears].compactMap(\.self).filter(clear)
        if end.fate == .spent {
            let written = rest + cleared
            if !written.isEmpty { try await store.keep(written) }
        } else if !cleared.isEmpty {
            // The action is done, so no error. A limit that is not cleared on the disk is tighter after a
            // restart.
            try? await store.keep(cleared)
        }
    }

    /// Takes all of the permits or none. For `attempt`, and tests.
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
                let held = Int64(underWay.withLock { $0[permit.key] ?? 0 })
                let mayPass = wait <= permit.rate.spacing * held
                return .milliseconds(mayPass ? min(wait, Self.pauseForOthers) : wait)
            }
            return nil
        }
    }

    /// Counts permits that an attempt holds from now on, or no longer.
    fileprivate func note(_ permits: [Permit], _ count: Int) {
        underWay.withLock { held in
            for permit in permits {
                let left = held[permit.key, default: 0] + count
                held[permit.key] = left == 0 ? nil : left
            }
        }
    }

    private func refund(_ permits: [Permit]) {
        let now = clock()
        buckets.withLock { buckets in
            for permit in permits { buckets.refund(permit.key, at: permit.rate, now: now) }
        }
    }

    /// - Returns: whether other permits of the bucket were in use, which may be on the disk.
    private func clear(_ permit: Permit) -> Bool {
        let now = clock()
        return buckets.withLock { buckets in
            guard !buckets.refund(permit.key, at: permit.rate, now: now) else { return false }
            buckets.clear(permit.key)
            return true
        }
    }
}

/// The permits that an attempt has taken.
struct Attempt {
    fileprivate let limits: Limits
    private(set) var permits: [Permit] = []

    /// Takes more permits, all or none.
    ///
    /// - Returns: how long until they are available; nil when they were taken.
    mutating func take(_ more: [Permit]) -> Duration? {
        if let wait = limits.take(more) { return wait }
        limits.note(more, 1)
        permits += more
        return nil
    }
}

// MARK: Bans

/// A caller who is refused because of a limit.
struct LimitBan: Equatable, Sendable {
    let key: LimitKey
    /// When the next permit is available, in milliseconds since 1970.
    let until: Int64
}

extension Limits {
    /// Which of the buckets refuse now, by the state in memory. The state on the disk may refuse more.
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
