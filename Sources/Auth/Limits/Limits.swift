import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization

/// One use of a limit by somebody, taken or to be taken.
struct Permit: Sendable {
    let key: LimitKey
    fileprivate let rate: GCRA
    /// Whose permit it is, and what it is written down by.
    let limits: Limits
}

/// Counts what callers may do only so often, in memory and on the disk: a limit holds across restarts.
///
/// `attempt` is the only way to use a limit.
final class Limits: Sendable {
    /// How many addresses the callers that have none count for together.
    static let callersWithoutAddress = 20

    private let policies: LimitPolicies
    private let secret: Secret
    private let store: AuthStore
    /// `LimiterClock`'s.
    let clock: @Sendable () -> Int64
    private let metrics: AuthMetrics
    private let buckets: Mutex<TokenBuckets>
    /// The buckets of callers without an address.
    private let crowds: Set<LimitKey>

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

    /// What is to be written down of buckets, as they are now.
    func rows(of keys: [LimitKey]) -> [BucketRow] {
        buckets.withLock { buckets in keys.map { buckets.row(of: $0) } }
    }
}

extension Limits {
    /// Makes an attempt that counts, and writes down what it has spent before its caller is answered.
    ///
    /// The permits are taken before `body`, so that of many attempts at once no more are made than the
    /// limit allows. An error that `body` throws refunds all of them.
    ///
    /// - Parameters:
    ///   - permits: all are taken, or none.
    ///   - body: says with its result what becomes of the permits. It may take more of them.
    ///   - beyond: what is done instead where a permit is missing, by how long it is until there is one.
    /// - Throws: what `body` and `beyond` throw; what the store says. Permits that were spent and could
    ///   not be written down count on in memory: a full disk makes no guess free.
    func attempt<T>(
        _ permits: [Permit], _ body: (inout Attempt) async throws -> AttemptEnd<T>,
        beyond: (Duration) async throws -> T = { throw RPCError.tooManyAttempts($0) }
    ) async throws -> T {
        var attempt = Attempt(limits: self)
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

    /// Spends permits on what is done next. If they cannot be written down, they are refunded.
    ///
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS); what the store says.
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
            // What was done is done. A limit that is not cleared on the disk is tighter after a restart.
            try? await store.keep(cleared)
        }
    }

    /// Takes all of the permits or none. For `attempt`, and tests.
    ///
    /// - Returns: how long until they can be had; nil when they were taken.
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
                return .milliseconds(wait)
            }
            return nil
        }
    }

    private func refund(_ permits: [Permit]) {
        let now = clock()
        buckets.withLock { buckets in
            for permit in permits { buckets.refund(permit.key, at: permit.rate, now: now) }
        }
    }

    /// - Returns: whether other permits of the bucket were in use, so that they may be on the disk.
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
    /// - Returns: how long until they can be had; nil when they were taken.
    mutating func take(_ more: [Permit]) -> Duration? {
        let wait = limits.take(more)
        if wait == nil { permits += more }
        return wait
    }
}

// MARK: Bans

/// A caller who is refused because of a limit.
struct LimitBan: Equatable, Sendable {
    let key: LimitKey
    /// When the next permit can be had, in milliseconds since 1970.
    let until: Int64
}

extension Limits {
    /// Which of the buckets refuse now, by what is in memory: what was written down may be more.
    func bans(among keys: [LimitKey]) -> [LimitBan] {
        let now = clock()
        return rows(of: keys).enumerated().compactMap { index, row in
            var due = row.due
            return permit(keys[index]).rate.take(&due, now: now).map { wait in
                LimitBan(key: keys[index], until: now + wait)
            }
        }
    }

    /// The buckets of all limits that count of a subject.
    ///
    /// - Throws: `CryptoError`.
    func keys(of subject: LimitSubject) throws -> [LimitKey] {
        try LimitName.allCases.filter { $0.rule.scope == subject.scope }
            .map { try key($0, of: subject) }
    }

    /// Forgets all that was used of buckets, unless strangers share them.
    func forget(_ keys: [LimitKey]) async throws {
        buckets.withLock { buckets in for key in keys { buckets.clear(key) } }
        try await store.keep(keys.map(permit))
    }
}
