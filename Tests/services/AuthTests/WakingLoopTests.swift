import Synchronization
import TestSupport
import Testing

@testable import Auth

@Suite struct WakingLoopTests {
    /// A loop that runs, and how often it has worked.
    private final class Worker: Sendable {
        let loop = WakingLoop()
        private let done = Mutex(0)

        var count: Int { done.withLock { $0 } }

        /// - Parameter pauses: what the work returns, time after time; nil afterwards.
        func run(_ pauses: [Duration?] = []) async {
            await loop.run { _ in
                let number = self.done.withLock { done in
                    defer { done += 1 }
                    return done
                }
                return number < pauses.count ? pauses[number] : nil
            }
        }

        /// Waits until it has worked so often.
        func reaches(_ number: Int) async throws -> Bool {
            try await eventually { count >= number }
            return count == number
        }
    }

    @Test func itWorksAtOnceAndAtEveryWake() async throws {
        let worker = Worker()
        let task = Task { await worker.run() }
        defer { task.cancel() }
        for number in 1...3 {
            #expect(try await worker.reaches(number))
            worker.loop.wake()
        }
        #expect(try await worker.reaches(4))
    }

    @Test func itWorksAgainAfterThePauseThatWasAskedFor() async throws {
        let worker = Worker()
        let task = Task { await worker.run([.milliseconds(1), .milliseconds(2)]) }
        defer { task.cancel() }
        #expect(try await worker.reaches(3))
        #expect(try await remains(for: .milliseconds(20)) { worker.count == 3 })
    }

    @Test func whoIsWokenDoesNotWaitForThePause() async throws {
        let worker = Worker()
        let task = Task { await worker.run([.seconds(3600)]) }
        defer { task.cancel() }
        #expect(try await worker.reaches(1))
        worker.loop.wake()
        #expect(try await worker.reaches(2))
    }

    @Test func manyWakesBeforeItBeginsAreOne() async throws {
        let worker = Worker()
        for _ in 0..<100 { worker.loop.wake() }
        let task = Task { await worker.run() }
        defer { task.cancel() }
        #expect(try await worker.reaches(1))
        #expect(try await remains(for: .milliseconds(20)) { worker.count == 1 })
    }

    @Test func itEndsWhenItIsCancelledAndLeavesNoAlarm() async throws {
        let worker = Worker()
        let task = Task { await worker.run([.seconds(3600)]) }
        #expect(try await worker.reaches(1))
        task.cancel()
        await task.value
        #expect(worker.count == 1)
    }
}
