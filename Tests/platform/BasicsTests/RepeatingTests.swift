import RollcallBasics
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RepeatingTests {
    private struct Failure: Error {}

    @Test func aRoundThatFailsIsToldAndTheNextOneComes() async {
        var (rounds, failures) = (0, 0)
        await repeating(every: .zero) {
            rounds += 1
            if rounds < 3 { throw Failure() }
            throw CancellationError()
        } failed: { _ in
            failures += 1
        }
        #expect((rounds, failures) == (3, 2))
    }

    @Test func aSignalEndsThePause() async {
        let signal = AsyncSignal()
        var rounds = 0
        await repeating(every: .seconds(3600), orAt: signal) {
            rounds += 1
            signal.signal()
            if rounds == 3 { throw CancellationError() }
        } failed: { _ in
            Issue.record("no round fails")
        }
        #expect(rounds == 3)
    }

    @Test func aTaskThatIsCancelledStops() async {
        let running = Task {
            await repeating(every: .seconds(3600)) {
            } failed: { _ in
            }
        }
        // So that it mostly pauses by then; the outcome is the same if not.
        try? await elapse(.milliseconds(5))
        running.cancel()
        await running.value
    }
}
