@testable import RollcallApp

/// A clock that stands still until a test turns it.
final class TurnedClock: Clock {
    struct Instant: InstantProtocol {
        var time = Duration.zero

        func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
        func duration(to other: Instant) -> Duration { other.time - time }
        static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
    }

    private struct State {
        var now = Instant()
        /// How many sleeps have begun.
        var begun = 0
        var sleepers: [(until: Instant, continuation: AsyncStream<Void>.Continuation)] = []
    }

    private let state = Locked(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }
    var begun: Int { state.withLock { $0.begun } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        state.withLock { state in
            state.begun += 1
            if deadline <= state.now {
                continuation.finish()
            } else {
                state.sleepers.append((deadline, continuation))
            }
        }
        // Ends when the time has come, or the task was cancelled.
        for await _ in stream {}
        try Task.checkCancellation()
    }

    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            defer { state.sleepers.removeAll { $0.until <= now } }
            return state.sleepers.filter { $0.until <= now }
        }
        for sleeper in woken { sleeper.continuation.finish() }
    }
}
