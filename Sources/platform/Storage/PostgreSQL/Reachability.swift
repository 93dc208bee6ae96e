import RollcallRPC

/// Whether a server answers, and when it may be tried again if not. As a value.
///
/// While the server answers, every caller may connect. After a refused connection, one caller at a
/// time tries again, after growing pauses. So callers do not flood a server that is back.
struct Reachability {
    typealias Instant = ContinuousClock.Instant

    /// Why the server does not answer; `nil` while it does.
    private(set) var trouble: StorageError?
    private var failures = 0
    /// When the next attempt is allowed.
    private var next: Instant?
    private var isTrying = false

    private static let backoff = Backoff(
        initial: .milliseconds(50), multiplier: 2, maximum: .seconds(2))

    /// Whether a caller could connect now.
    func mayTry(at now: Instant) -> Bool {
        guard let next else { return true }
        return now >= next && !isTrying
    }

    /// A caller wants to connect.
    ///
    /// - Throws: `trouble`, if it is too early.
    mutating func begin(at now: Instant) throws {
        guard mayTry(at: now) else { throw trouble ?? .unavailable("the server does not answer") }
        isTrying = true
    }

    mutating func succeed() {
        self = Reachability()
    }

    /// - Parameter random: uniform from 0 to 1.
    mutating func fail(_ error: StorageError, at now: Instant, random: Double = .random(in: 0...1))
    {
        isTrying = false
        trouble = error
        // Attempts at the same time count as one failure.
        if let next, now < next { return }
        failures += 1
        next = now + Self.backoff.pause(after: failures, random: random)
    }

    /// A connection was lost. The next connection shows whether the server answers.
    mutating func lose(_ error: StorageError) {
        trouble = trouble ?? error
    }
}
