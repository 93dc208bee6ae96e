import RollcallBasics
import Synchronization
import TestSupport
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
        // So that it mostly waits by then; the outcome is the same if not.
        try? await elapse(.milliseconds(5))
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
            if pause > 0 { try? await elapse(.milliseconds(pause)) }
            waiting.cancel()
            await waiting.value
        }
    }

    @Test func everyTaskThatWaitsIsWoken() async throws {
        let signal = AsyncSignal()
        let woken = WaitCount()
        for _ in 0..<3 {
            Task {
                await signal.wait()
                woken.count.add(1, ordering: .relaxed)
            }
        }
        // A task that does not wait by then takes one of the signals that follow.
        try await elapse(.milliseconds(20))
        try await eventually {
            signal.signal()
            return woken.count.load(ordering: .relaxed) == 3
        }
    }

    @Test func aTaskThatIsCancelledEndsTheWaitOfNoOther() async throws {
        let signal = AsyncSignal()
        let woken = WaitCount()
        let others = (0..<2).map { _ in Task { await signal.wait() } }
        let waiting = Task {
            await signal.wait()
            woken.count.add(1, ordering: .relaxed)
        }
        // So that all of them mostly wait by then; the outcome is the same if not.
        try await elapse(.milliseconds(20))
        for other in others {
            other.cancel()
            await other.value
        }
        #expect(woken.count.load(ordering: .relaxed) == 0)
        signal.signal()
        await waiting.value
    }

    /// The alarm of a wait that a signal has ended is over with it.
    @Test func anAlarmEndsNoLaterWait() async {
        let signal = AsyncSignal()
        let limit = Duration.milliseconds(3)
        for _ in 0..<300 {
            async let signalling: Void = {
                try? await elapse(.milliseconds(1))
                signal.signal()
            }()
            await signal.wait(atMost: .milliseconds(1))
            await signalling
            signal.reset()
            let start = ContinuousClock.now
            await signal.wait(atMost: limit)
            #expect(start.duration(to: .now) >= limit)
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

/// How many waits have ended.
private final class WaitCount: Sendable {
    let count = Atomic(0)
}
