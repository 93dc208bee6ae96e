import RollcallRPC

/// Whether a server answers, and when it may be asked again if not. As a value.
///
/// While the server answers, every caller may connect. After a refused connection one caller at a time
/// tries again, after pauses that grow: the server meets no storm when it is back.
struct Reachability {
    typealias Instant = ContinuousClock.Instant

    /// Why it does not answer; `nil` while it does.
    private(set) var trouble: StorageError?
    private var failures = 0
    /// When it may be tried again.
    private var next: Instant?
    private var isTrying = false

    private static let backoff = Backoff(
        initial: .milliseconds(50), multiplier: 2, maximum: .seconds(2))

    /// Whether somebody could try now.
    func mayTry(at now: Instant) -> Bool {
        guard let next else { return true }
        return now >= next && !isTrying
    }

    /// Somebody wants to connect.
    ///
    /// - Throws: `trouble`, if that is too early.
    mutating func begin(at now: Instant) throws {
        guard mayTry(at: now) else { throw trouble ?? .unavailable("the server does not answer") }
        isTrying = true
    }

    mutating func succeed() {
        self = Reachability()
    }

    /// - Parameter random: from 0 to 1, evenly.
    mutating func fail(_ error: StorageError, at now: Instant, random: Double = .random(in: 0...1))
    {
        isTrying = false
        trouble = error
        // Those who tried at the same time failed with the first.
        if let next, now < next { return }
        failures += 1
        next = now + Self.backoff.pause(after: failures, random: random)
    }

    /// A connection was lost. The next connection shows whether the server answers.
    mutating func lose(_ error: StorageError) {
        trouble = trouble ?? error
    }
}
