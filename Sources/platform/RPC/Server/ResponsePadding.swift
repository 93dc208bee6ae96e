/// When an answer leaves whose time could tell something: at a multiple of a quantum after the
/// request arrived, plus a small random delay. The quantum is longer than what is told apart by it,
/// so that all such answers take the same time.
package struct ResponsePadding: Equatable, Sendable {
    /// The part of a quantum that is added at random, at most. Warm caches and threads still show
    /// in some ten microseconds of an answer. To find those in a spread of milliseconds takes more
    /// answers than any limit allows.
    package static let chance = 1.0 / 16

    package let quantum: Duration

    package init(quantum: Duration) {
        self.quantum = quantum
    }

    /// Runs what answers a request, and holds the answer, or the error, back until it may leave.
    ///
    /// - Parameters:
    ///   - arrival: when the request arrived.
    ///   - body: sets its flag while the time that it takes could reveal something. Without the
    ///     flag, the answer or error leaves at once.
    package func padding<T: ~Copyable>(
        since arrival: ContinuousClock.Instant = .now, _ body: (inout Bool) async throws -> T
    ) async throws -> T {
        var isTelling = false
        do {
            let value = try await body(&isTelling)
            if isTelling { try await wait(since: arrival) }
            return value
        } catch {
            if isTelling { try await wait(since: arrival) }
            throw error
        }
    }

    /// How long an answer has to wait yet.
    ///
    /// - Parameter elapsed: since the request arrived.
    package func pause(after elapsed: Duration) -> Duration {
        quantum * (elapsed / quantum).rounded(.up) - elapsed
    }

    /// Waits until an answer may leave, and for a random time.
    ///
    /// - Throws: `CancellationError`.
    package func wait(since arrival: ContinuousClock.Instant) async throws {
        let pause = pause(after: arrival.duration(to: .now))
        let chance = quantum * Double.random(in: 0..<Self.chance)
        try await Task.sleep(for: pause + chance, tolerance: .zero)
    }
}
