import Synchronization

/// The bytes that all connections of a server hold together.
final class MemoryBudget: Sendable {
    let limit: Int
    private let used = Atomic(0)
    /// Whether somebody makes room already.
    private let isShedding = Atomic(false)

    init(_ limit: Int) {
        self.limit = limit
    }

    var bytes: Int { used.load(ordering: .relaxed) }

    /// Whether nothing new is to be begun.
    var isShort: Bool { bytes > limit - limit / 8 }

    fileprivate func add(_ bytes: Int) -> Bool {
        used.add(bytes, ordering: .relaxed).newValue > limit
    }

    /// Runs `shed` unless it runs already.
    func shed(_ shed: () -> Void) {
        guard !isShedding.exchange(true, ordering: .acquiring) else { return }
        shed()
        isShedding.store(false, ordering: .releasing)
    }
}

/// What one connection has taken of the budget. The connection alone changes it; any thread may look.
final class MemoryAccount: Sendable {
    /// Smaller changes are not worth the shared counter.
    static let step = 16 * 1024

    private let budget: MemoryBudget
    private let charged = Atomic(0)

    init(_ budget: MemoryBudget) {
        self.budget = budget
    }

    deinit {
        _ = budget.add(-charged.load(ordering: .relaxed))
    }

    var bytes: Int { charged.load(ordering: .relaxed) }

    /// Says how much the connection holds now.
    ///
    /// - Returns: whether all connections together hold too much.
    func settle(_ held: Int) -> Bool {
        let charged = bytes
        // Up as soon as it is more; down once it is less by two steps, so as not to swing.
        guard held > charged || held <= charged - 2 * Self.step else { return false }
        let next = (held + Self.step - 1) / Self.step * Self.step
        // The first step of a connection is free.
        let wanted = next <= Self.step ? 0 : next
        guard wanted != charged else { return false }
        self.charged.store(wanted, ordering: .relaxed)
        return budget.add(wanted - charged) && wanted > charged
    }
}
