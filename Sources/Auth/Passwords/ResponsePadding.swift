/// When the answer to a wrong secret leaves: at a multiple of a quantum after the request arrived, plus
/// a small random delay.
///
/// The time of a check depends on why the secret is wrong: there is no such account, its hash has old
/// parameters, or nothing was hashed. The quantum is several times the longest of these, so the time of the
/// answer does not tell them apart. A correct secret is answered immediately.
struct ResponsePadding: Equatable, Sendable {
    static let leastQuantum = Duration.milliseconds(100)
    /// How many times a hash it is at least: others may be in the queue.
    static let costs = 4
    /// How many times the hash of the account whose parameters cost most.
    static let dearestCosts = 2
    /// The part of a quantum that is added at random, at most. Warm caches and threads still show in
    /// some ten microseconds of an answer. To find those in a spread of milliseconds takes more answers
    /// than any limit allows.
    static let chance = 1.0 / 16

    let quantum: Duration

    init(quantum: Duration) {
        self.quantum = quantum
    }

    /// The next power of two, in milliseconds, so that a measurement that is a little off makes no
    /// other quantum at the next start.
    ///
    /// - Parameters:
    ///   - hashCost: of today's parameters, as measured.
    ///   - dearest: how many times as much an account's hash may cost.
    init(hashCost: Duration, dearest: Double = 1) {
        let least = max(
            Self.leastQuantum, hashCost * Self.costs, hashCost * dearest * Self.dearestCosts)
        var quantum = Duration.milliseconds(1)
        while quantum < least { quantum *= 2 }
        self.init(quantum: quantum)
    }

    /// Runs what answers a request, and holds the answer, or the error, back until it may leave.
    ///
    /// - Parameter body: sets its flag while the time that it takes could reveal something. Without the
    ///   flag, the answer or error leaves at once.
    func padding<T>(_ body: (inout Bool) async throws -> T) async throws -> T {
        let arrival = ContinuousClock.now
        var isTelling = false
        let result: Result<T, any Error>
        do {
            result = .success(try await body(&isTelling))
        } catch {
            result = .failure(error)
        }
        if isTelling { try await wait(since: arrival) }
        return try result.get()
    }

    /// How long an answer has to wait yet.
    ///
    /// - Parameter elapsed: since the request arrived.
    func pause(after elapsed: Duration) -> Duration {
        quantum * (elapsed / quantum).rounded(.up) - elapsed
    }

    /// Waits until an answer may leave, and for a random time.
    ///
    /// - Throws: `CancellationError`.
    func wait(since arrival: ContinuousClock.Instant) async throws {
        let pause = pause(after: arrival.duration(to: .now))
        let chance = quantum * Double.random(in: 0..<Self.chance)
        try await Task.sleep(for: pause + chance, tolerance: .zero)
    }
}
