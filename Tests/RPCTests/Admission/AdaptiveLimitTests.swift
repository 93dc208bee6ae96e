import NIOCore
import Testing

@testable import RollcallRPC

/// A server of `workers` that each work on one call at a time, run by a clock of its own. Calls come
/// evenly, whatever becomes of them.
private struct ModelServer {
    var workers: Int
    /// Of one call, in microseconds.
    var work: Int
    var limit = AdaptiveLimit()
    private var now = 0
    private var free: [Int] = []
    private var running: [(end: Int, began: Int)] = []
    private var nextEnd = Int.max

    init(workers: Int, work: Int) {
        self.workers = workers
        self.work = work
    }

    struct Outcome {
        var answered = 0
        var refused = 0
        var longest = 0
    }

    /// Lets calls come for `seconds`, at `load` times what the workers can do.
    mutating func run(seconds: Int, load: Double) -> Outcome {
        var outcome = Outcome()
        let gap = max(1, Int(Double(work) / (Double(workers) * load)))
        let end = now + seconds * 1_000_000
        while now < end {
            now += gap
            finish(&outcome)
            guard running.count < limit.current else {
                outcome.refused += 1
                continue
            }
            begin()
        }
        return outcome
    }

    /// The work of a call varies between half and one and a half of the mean.
    private mutating func begin() {
        while free.count < workers { free.append(now) }
        while free.count > workers { free.removeFirst() }
        let earliest = free.indices.min { free[$0] < free[$1] } ?? 0
        let done = max(now, free[earliest]) + Int.random(in: (work / 2)...(work * 3 / 2))
        free[earliest] = done
        running.append((done, now))
        nextEnd = min(nextEnd, done)
    }

    private mutating func finish(_ outcome: inout Outcome) {
        guard nextEnd <= now else { return }
        for (end, began) in running.filter({ $0.end <= now }).sorted(by: { $0.end < $1.end }) {
            outcome.answered += 1
            outcome.longest = max(outcome.longest, end - began)
            limit.ended(
                after: .microseconds(Int64(end - began)), running: running.count,
                at: .uptimeNanoseconds(UInt64(end) * 1000))
        }
        running.removeAll { $0.end <= now }
        nextEnd = running.map(\.end).min() ?? .max
    }
}

@Suite struct AdaptiveLimitTests {
    @Test(arguments: [(8, 10_000), (16, 40_000)], [2.0, 10])
    func anOverloadedServerAnswersAsManyAsItCanAndSoon(
        _ server: (workers: Int, work: Int), load: Double
    ) {
        var model = ModelServer(workers: server.workers, work: server.work)
        _ = model.run(seconds: 6, load: load)
        let outcome = model.run(seconds: 2, load: load)
        let capacity = 2_000_000 * server.workers / server.work
        #expect(outcome.answered > capacity * 9 / 10)
        #expect(outcome.longest < 3 * server.work + 40_000)
    }

    @Test(arguments: [(8, 5_000), (40, 20_000)])
    func aServerWithEnoughPowerRefusesNothing(_ server: (workers: Int, work: Int)) {
        var model = ModelServer(workers: server.workers, work: server.work)
        let outcome = model.run(seconds: 5, load: 0.7)
        #expect(outcome.refused == 0)
    }

    @Test func callsThatBecomeSlowerForGoodAreNoOverloadForEver() {
        var model = ModelServer(workers: 32, work: 5_000)
        _ = model.run(seconds: 2, load: 0.5)
        model.work = 50_000
        _ = model.run(seconds: 4, load: 0.5)
        let outcome = model.run(seconds: 20, load: 0.5)
        #expect(outcome.refused == 0)
    }

    @Test func itFollowsTheCapacity() {
        var model = ModelServer(workers: 32, work: 20_000)
        _ = model.run(seconds: 5, load: 4)
        let high = model.limit.current
        model.workers = 4
        _ = model.run(seconds: 12, load: 4)
        let low = model.limit.current
        model.workers = 32
        _ = model.run(seconds: 12, load: 4)
        #expect(low < high / 3)
        #expect(model.limit.current > high / 2)
    }

    @Test func itStaysWithinItsBounds() {
        var limit = AdaptiveLimit()
        var now = NIODeadline.uptimeNanoseconds(0)
        for step in 0..<20_000 {
            now = now + .milliseconds(Int64.random(in: 0...20))
            let time = step % 5000 < 2500 ? Int64.random(in: 0...5) : .random(in: 0...60_000)
            limit.ended(after: .milliseconds(time), running: .random(in: 1...1024), at: now)
            let isBounded = (8...1024).contains(limit.current)
            #expect(isBounded)
        }
    }
}
