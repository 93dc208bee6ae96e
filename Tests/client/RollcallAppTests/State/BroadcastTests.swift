import Foundation
import Testing

@testable import RollcallApp

struct BroadcastTests {
    /// A cancelled task runs the handler of its stream under the lock by which it is resumed, too.
    @Test func aListenerThatIsCancelledWhileItIsToldHoldsNobodyUp() async {
        for round in 0..<3_000 {
            let broadcast = Broadcast(0)
            let listener = Task { for await _ in broadcast.values() {} }
            while broadcast.listenerCount == 0 { await Task.yield() }
            // The listener reads the first value, and waits for the next one.
            if round.isMultiple(of: 2) { await Task.yield() }
            let both = DispatchGroup()
            DispatchQueue.global().async(group: both) { broadcast.set(1) }
            DispatchQueue.global().async(group: both) { listener.cancel() }
            let isDone = await withCheckedContinuation { done in
                Thread.detachNewThread { done.resume(returning: both.wait(timeout: .now() + 20)) }
            }
            guard isDone == .success else {
                Issue.record("round \(round) hangs")
                return
            }
        }
    }

    @Test func everyListenerGetsThePresentValueAndThenEachChangeInOrder() async {
        let broadcast = Broadcast(0)
        let listeners = (0..<8).map { _ in
            let values = broadcast.values()
            return Task {
                await values.prefix { $0 < 1_000 }.reduce(into: [Int]()) { $0.append($1) }
            }
        }
        for value in 1...1_000 { broadcast.set(value) }
        for listener in listeners { #expect(await listener.value == Array(0..<1_000)) }
    }
}
