import AccessTokens
import Admission
import RollcallAPI
import RollcallBasics
import RollcallCrypto
import RollcallRPC
import SharedLimits
import Synchronization

/// One use of a limit by one caller.
struct Permit: Sendable {
    let key: LimitKey
    fileprivate(set) var rate: GCRA
    /// The limits that the permit belongs to and is recorded by.
    let limits: Limits
    /// Whether it was taken in the engine.
    fileprivate(set) var isShared = false
}

/// Rate limits on what callers do, in memory and on the disk: a limit holds across restarts.
///
/// With an engine, all instances count there together, and nothing is written to the disk. The
/// buckets in memory then are what was known last; while the engine is away, each instance counts
/// on from that at its share.
///
/// An `Attempt` is the only way to use a limit.
final class Limits: Sendable {
    /// The callers without an address share one bucket, of the size of this many.
    static let callersWithoutAddress = 20
    /// Milliseconds after which a caller is to come again who is refused only because of attempts
    /// under way: they may refund their permits.
    static let pauseForOthers: Int64 = 1000

    /// Replaced when an operator has others.
    let policies: Renewable<LimitPolicies>
    private let secret: Secret
    let store: AuthStore
    /// `LimiterClock`'s.
    let clock: @Sendable () -> Int64
    private let metrics: AuthMetrics
    /// Nil for a process that is the only one.
    let engine: SharedLimits?
    private let buckets: Mutex<TokenBuckets>
    /// The buckets of callers without an address.
    private let crowds: Set<LimitKey>
    /// How many permits of each bucket attempts under way hold.
    private let underWay = Mutex(Tally<LimitKey>())

    /// - Parameters:
    ///   - secret: of `AuthStore.unlock`, for the names of buckets.
    ///   - engine: what all instances count in.
    ///   - clock: `LimiterClock`'s.
    /// - Throws: what the store says; `CryptoError`.
    init(
        _ policies: LimitPolicies, store: AuthStore, secret: Secret, engine: SharedLimits? = nil,
        clock: @escaping @Sendable () -> Int64, metrics: AuthMetrics
    ) async throws {
        self.policies = Renewable(policies)
        self.secret = secret
        self.store = store
        self.engine = engine
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
        return Permit(key: key, rate: policies.value[key.name].rate(shares: shares), limits: self)
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
    func attempt(_ permits: [Permit]) async throws -> Attempt {
        var attempt = attempt()
        if let wait = await attempt.take(permits) { throw RPCError.tooManyAttempts(wait) }
        return attempt
    }

    /// Spends permits before an action. If they cannot be written down, they are refunded.
    ///
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS); the store's errors.
    func spend(_ permits: [Permit]) async throws {
        let attempt = try await attempt(permits)
        try await store.keep(permits)
        attempt.recorded()
    }

    func refund(_ permits: [Permit]) {
        guard !permits.isEmpty else { return }
        let now = clock()
        buckets.withLock { buckets in
            for permit in permits { buckets.refund(permit.key, at: permit.rate, now: now) }
        }
        let shared = permits.filter(\.isShared)
        if !shared.isEmpty { engine?.refund(shared.map(\.use)) }
    }

    /// - Returns: whether other permits of the bucket were in use, which may be on the disk.
    func clear(_ permit: Permit) -> Bool {
        let now = clock()
        engine?.clear(permit.key.text)
        return buckets.withLock { buckets in
            guard !buckets.refund(permit.key, at: permit.rate, now: now) else { return false }
            buckets.clear(permit.key)
            return true
        }
    }

    /// Counts permits that an attempt holds from now on, or no longer.
    func note(_ permits: [Permit], _ count: Int) {
        underWay.withLock { held in
            for permit in permits { held.add(count, to: permit.key) }
        }
    }
}

// MARK: Taking

extension Permit {
    /// What the engine counts.
    fileprivate var use: SharedLimits.Use { .init(of: key.text, at: rate) }
}

extension Limits {
    /// Takes all of the permits or none. For `Attempt`, and tests.
    ///
    /// - Parameter permits: each notes whether the engine has counted it, and at which rate.
    /// - Returns: how long until they are available; nil when they were taken.
    func take(_ permits: inout [Permit]) async -> Duration? {
        guard let engine else { return takeHere(permits) }
        do {
            let answer = try await engine.take(permits.map(\.use))
            return note(answer, of: &permits)
        } catch {
            metrics.countedAlone.increment()
            let instances = engine.instances
            for index in permits.indices {
                permits[index].rate = permits[index].rate.share(of: instances)
            }
            return takeHere(permits)
        }
    }

    private func takeHere(_ permits: [Permit]) -> Duration? {
        let now = clock()
        return buckets.withLock { buckets in
            for (index, permit) in permits.enumerated() {
                guard let wait = buckets.take(permit.key, at: permit.rate, now: now) else {
                    metrics.count(permit.key.name, .taken)
                    continue
                }
                for taken in permits[..<index] {
                    buckets.refund(taken.key, at: taken.rate, now: now)
                }
                return refusal(by: permit, wait)
            }
            return nil
        }
    }

    /// Notes what the engine has answered, for when it will be away.
    private func note(_ answer: SharedLimits.Answer, of permits: inout [Permit]) -> Duration? {
        let now = clock()
        switch answer {
        case .taken(let used):
            buckets.withLock { buckets in
                for (permit, used) in zip(permits, used) {
                    buckets.set(permit.key, to: now + used, now: now)
                }
            }
            for index in permits.indices {
                permits[index].isShared = true
                metrics.count(permits[index].key.name, .taken)
            }
            return nil
        case .refused(let index, let wait):
            let permit = permits[index]
            let used = wait + permit.rate.spacing * (permit.rate.burst - 1)
            buckets.withLock { $0.set(permit.key, to: now + used, now: now) }
            return refusal(by: permit, wait)
        }
    }

    /// Counts a refusal.
    ///
    /// - Returns: how long the caller is to wait.
    private func refusal(by permit: Permit, _ wait: Int64) -> Duration {
        metrics.count(permit.key.name, .refused)
        let held = Int64(underWay.withLock { $0[permit.key] })
        let mayPass = wait <= permit.rate.spacing * held
        return .milliseconds(mayPass ? min(wait, Self.pauseForOthers) : wait)
    }
}

/// A caller who is refused because of a limit.
struct LimitBan: Equatable, Sendable {
    let key: LimitKey
    /// When the next permit is available, in milliseconds since 1970.
    let until: Int64
}

extension Limits {
    /// Which of the buckets refuse now: by the engine, or else by the state in memory. The state on
    /// the disk may refuse more.
    ///
    /// - Throws: `RPCError` while the engine is away.
    func bans(among keys: [LimitKey]) async throws -> [LimitBan] {
        let now = clock()
        let used = try await asking { try await $0.used(keys.map(\.text)) }
        var dues = used?.map { now + $0 } ?? rows(of: keys).map(\.due)
        return zip(keys, dues.indices).compactMap { key, index in
            permit(key).rate.take(&dues[index], now: now).map {
                LimitBan(key: key, until: now + $0)
            }
        }
    }

    /// A page of the buckets that may refuse.
    ///
    /// - Returns: the position that the next page begins after; empty after the last page.
    /// - Throws: the store's errors; `RPCError` while the engine is away.
    func bucketKeys(on page: ListPage) async throws -> (keys: [LimitKey], last: String) {
        let shared = try await asking {
            try await $0.buckets(after: page.position, limit: page.limit)
        }
        if let shared { return (shared.buckets.compactMap(LimitKey.init(text:)), shared.cursor) }
        let keys = try await store.bucketKeys(
            after: LimitKey(text: page.position), limit: page.limit)
        return (keys, keys.count == page.limit ? keys.last?.text ?? "" : "")
    }

    /// Asks the engine, if there is one.
    private func asking<T>(_ body: (SharedLimits) async throws -> T) async throws -> T? {
        guard let engine else { return nil }
        do {
            return try await body(engine)
        } catch {
            throw RPCError.overloaded(
                "the engine of the limits is away; try again later", after: .seconds(1))
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
    ///
    /// - Throws: the store's errors; `RPCError` while the engine is away.
    func forget(_ keys: [LimitKey]) async throws {
        buckets.withLock { buckets in for key in keys { buckets.clear(key) } }
        try await store.keep(keys.map(permit))
        _ = try await asking { try await $0.forget(keys.map(\.text)) }
    }
}
