import NIOCore
import RollcallRPC
import Synchronization

/// Calls that begin at a steady rate, whatever has become of those before.
struct OpenLoop {
    /// Calls a second.
    let rate: Double
    let duration: TimeAmount
    let eventLoop: any EventLoop
    let executor: (any TaskExecutor)?
    /// The call to make as the nth, and whether it counts.
    let call: @Sendable (Int) -> (call: Call, counts: Bool)

    /// Returns when every call has ended.
    func run() async throws -> Tally {
        let start = NIODeadline.now()
        let tally = Tally(windowEnd: start + duration)
        let total = Int(rate * duration.seconds)
        // A task group would look through all its tasks whenever one has ended.
        let (ends, hasEnded) = AsyncStream.makeStream(of: Void.self)
        var begun = 0
        while begun < total {
            let due = min(total, Int((NIODeadline.now() - start).seconds * rate) + 1)
            for number in begun..<max(begun, due) {
                let (call, counts) = call(number)
                Task(executorPreference: executor) {
                    let outcome = await Outcome.of(call)
                    if counts { tally.add(outcome) }
                    hasEnded.yield()
                }
            }
            begun = max(begun, due)
            let next = start + .nanoseconds(Int64(Double(begun) / rate * 1e9))
            try await eventLoop.scheduleTask(deadline: next) {}.futureResult.get()
        }
        var ended = 0
        for await _ in ends {
            ended += 1
            if ended == total { break }
        }
        return tally
    }
}

/// How one call ended.
struct Outcome {
    let latency: TimeAmount
    let end: NIODeadline
    /// Nil: well.
    let failure: String?

    static func of(_ call: Call) async -> Outcome {
        let start = NIODeadline.now()
        var failure: String?
        do {
            try await call()
        } catch let error as RPCError {
            failure = "\(error.code)"
        } catch {
            failure = "\(error)"
        }
        let end = NIODeadline.now()
        return Outcome(latency: end - start, end: end, failure: failure)
    }
}

/// How the calls of an open loop ended.
final class Tally: Sendable {
    private struct Counts {
        var latencies = Latencies(expecting: 1 << 14)
        var answeredInWindow = 0
        /// By their codes.
        var failures: [String: Latencies] = [:]
    }

    private let counts = Mutex(Counts())
    /// Answers that come later are not part of the rate.
    private let windowEnd: NIODeadline

    init(windowEnd: NIODeadline) {
        self.windowEnd = windowEnd
    }

    func add(_ outcome: Outcome) {
        counts.withLock { counts in
            if let failure = outcome.failure {
                counts.failures[failure, default: Latencies(expecting: 0)].add(outcome.latency)
                return
            }
            counts.latencies.add(outcome.latency)
            if outcome.end <= windowEnd { counts.answeredInWindow += 1 }
        }
    }

    func fields(over seconds: Double) -> Figures {
        let counts = counts.withLock { $0 }
        return counts.latencies.fields.merging([
            "answered": counts.latencies.count,
            "answered_per_second": Double(counts.answeredInWindow) / seconds,
            "failures": counts.failures.mapValues(\.count),
            "failure_p99_us": counts.failures.mapValues(\.p99),
        ]) { $1 }
    }
}
