import RollcallBasics
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AsyncSignalTests {
    @Test func aSignalThatCameBeforeTheWaitEndsIt() async {
        let signal = AsyncSignal()
        signal.signal()
        signal.signal()
        await signal.wait()
        let start = ContinuousClock.now
        await signal.wait(atMost: .milliseconds(20))
        #expect(start.duration(to: .now) >= .milliseconds(20))
    }

    @Test func aWaitEndsWithASignalFromElsewhere() async {
        let signal = AsyncSignal()
        async let waiting: Void = signal.wait()
        try? await Task.sleep(for: .milliseconds(5))
        signal.signal()
        await waiting
    }

    @Test func aSignalThatWasForgottenEndsNothing() async {
        let signal = AsyncSignal()
        signal.signal()
        signal.reset()
        let start = ContinuousClock.now
        await signal.wait(atMost: .milliseconds(20))
        #expect(start.duration(to: .now) >= .milliseconds(20))
    }

    @Test func aTaskThatIsCancelledWaitsNoLonger() async {
        for pause in [0, 1, 5] {
            let waiting = Task { await AsyncSignal().wait() }
            if pause > 0 { try? await Task.sleep(for: .milliseconds(pause)) }
            waiting.cancel()
            await waiting.value
        }
    }

    @Test func noSignalIsLostAmongMany() async {
        let (ping, pong) = (AsyncSignal(), AsyncSignal())
        let count = 10_000
        async let echo: Void = {
            for _ in 0..<count {
                await ping.wait()
                pong.signal()
            }
        }()
        for _ in 0..<count {
            ping.signal()
            await pong.wait()
        }
        await echo
    }
}
