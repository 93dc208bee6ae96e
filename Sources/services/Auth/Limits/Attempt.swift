/// The permits that a limited action holds until it has ended. They are refunded unless the attempt
/// is settled by `spend` or `recorded`, for example after an error.
struct Attempt: ~Copyable, Sendable {
    private let limits: Limits
    private(set) var permits: [Permit] = []

    /// Only for `Limits.attempt`.
    init(limits: Limits) {
        self.limits = limits
    }

    deinit {
        limits.refund(permits)
        limits.note(permits, -1)
    }

    /// Takes more permits, all or none.
    ///
    /// - Returns: how long until they are available, or may be; nil when they were taken.
    mutating func take(_ more: [Permit]) async -> Duration? {
        var more = more
        if let wait = await limits.take(&more) { return wait }
        limits.note(more, 1)
        permits += more
        return nil
    }

    /// Refunds one of the permits.
    mutating func refund(_ permit: Permit) {
        limits.refund(remove(permit))
    }

    /// Refunds one of the permits with all others of its bucket. A limit that cannot be cleared on
    /// the disk is tighter after a restart.
    mutating func clear(_ permit: Permit) async {
        if !remove(permit).filter(limits.clear).isEmpty { try? await limits.store.keep([permit]) }
    }

    /// The permits are used up, and on the disk before this returns.
    ///
    /// - Parameter refusal: the sign-in that is refused; nil for anything else.
    /// - Throws: the store's errors. The permits still count in memory: a full disk makes no guess
    ///   free.
    consuming func spend(noting refusal: SignInRefusalRecord? = nil) async throws {
        let (limits, spent) = (limits, permits)
        permits = []
        defer { limits.note(spent, -1) }
        if !spent.isEmpty { try await limits.store.keep(spent, noting: refusal) }
    }

    /// The permits are used up, and on the disk: with what else a transaction wrote.
    consuming func recorded() {
        limits.note(permits, -1)
        permits = []
    }

    private mutating func remove(_ permit: Permit) -> [Permit] {
        let removed = permits.filter { $0.key == permit.key }
        permits.removeAll { $0.key == permit.key }
        limits.note(removed, -1)
        return removed
    }
}
