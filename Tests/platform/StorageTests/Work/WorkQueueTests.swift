import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite struct WorkQueueTests {
    /// Runs a queue while a test does something else.
    private func running(
        _ queue: JobQueue, _ work: @escaping JobQueue.Work, _ body: () async throws -> Void
    ) async throws {
        let task = Task { await queue.run(work) }
        defer { task.cancel() }
        try await body()
        task.cancel()
        await task.value
    }

    @Test(arguments: EngineUnderTest.allCases)
    func itWorksAtOnceAndAtEveryWake(on engine: EngineUnderTest) async throws {
        let jobs = try await Jobs(engine)
        let queue = jobs.queue()
        try await jobs.add(Array(1...20))
        try await running(queue) { job in
            try await jobs.remove(job.id)
            return .done
        } _: {
            try await eventually { try await jobs.left().isEmpty }
            try await jobs.add([21, 22])
            queue.wake()
            try await eventually { try await jobs.left().isEmpty }
        }
    }

    @Test(arguments: EngineUnderTest.allCases)
    func aJobThatFailsHoldsUpItselfAloneLongerEachTime(on engine: EngineUnderTest) async throws {
        let jobs = try await Jobs(engine)
        let queue = jobs.queue()
        try await jobs.add([1, 2])
        var pauses: [Duration] = []
        for _ in 0..<6 {
            await queue.workOff { job in
                guard job.id == 2 else { return .later() }
                try await jobs.remove(job.id)
                return .done
            }
            #expect(try await jobs.left() == [1])
            pauses.append(try await jobs.pause(of: 1))
            jobs.clock.advance(pauses.last ?? .zero)
        }
        #expect(pauses == [1, 2, 4, 8, 16, 16].map { .seconds($0) })
        await queue.workOff { _ in .later(.seconds(3)) }
        #expect(try await jobs.pause(of: 1) == .seconds(3))
        try await queue.retry(1)
        #expect(await queue.claim().items.map(\.attempts) == [7])
    }

    @Test(arguments: EngineUnderTest.allCases)
    func silenceHoldsUpAllUntilThereIsAnAnswer(on engine: EngineUnderTest) async throws {
        let jobs = try await Jobs(engine)
        let queue = jobs.queue(silence: .seconds(3600), concurrency: 1)
        try await jobs.add([1, 2, 3])
        let tries = Mutex(0)
        let count: JobQueue.Work = { _ in
            tries.withLock { $0 += 1 }
            return .silence
        }
        for number in 1...3 {
            await queue.workOff(count)
            #expect(tries.withLock { $0 } == number)
            #expect(queue.isUnanswered)
            queue.resume()
        }
        // What has failed is as it was.
        #expect(try await jobs.pause(of: 1) <= .zero)
        let pause = queue.holdUp()
        #expect(pause == .seconds(16))
        queue.answered()
        #expect(!queue.isUnanswered)
        await queue.workOff { job in
            try await jobs.remove(job.id)
            return .dead
        }
        #expect(try await jobs.left().isEmpty)
    }

    @Test(arguments: EngineUnderTest.allCases)
    func anErrorOfTheWorkIsASilence(on engine: EngineUnderTest) async throws {
        struct Failure: Error {}
        let jobs = try await Jobs(engine)
        let queue = jobs.queue()
        try await jobs.add([1])
        await queue.workOff { _ in throw Failure() }
        #expect(queue.isUnanswered)
        #expect(try await jobs.left() == [1])
    }

    @Test(arguments: EngineUnderTest.allCases)
    func severalJobsAreWorkedOnAtATimeUpToALimit(on engine: EngineUnderTest) async throws {
        let jobs = try await Jobs(engine)
        try await jobs.add(Array(1...30))
        let now = Mutex(0)
        let most = Mutex(0)
        try await running(jobs.queue(concurrency: 3)) { job in
            let count = now.withLock { now in
                now += 1
                return now
            }
            most.withLock { $0 = max($0, count) }
            try await Task.sleep(for: .milliseconds(1))
            now.withLock { $0 -= 1 }
            try await jobs.remove(job.id)
            return .done
        } _: {
            try await eventually { try await jobs.left().isEmpty }
        }
        #expect(most.withLock { $0 } == 3)
    }

    /// One more fsync for each job would be the price.
    @Test func aClaimInAFileWritesNothing() async throws {
        let jobs = try await Jobs(.sqlite)
        let queue = jobs.queue()
        try await jobs.add([1, 2])
        #expect(await queue.claim().items.count == 2)
        #expect(await queue.claim().items.isEmpty)
        #expect(queue.newClaim().claimedBy == nil)
        let claims = try await jobs.store.first(Query<Int>("SELECT count(claimedBy) FROM job"))
        #expect(claims == 0)
    }

    /// As one that signs up a user, and delivers what follows from it itself.
    @Test(arguments: EngineUnderTest.allCases)
    func whatItsWriterWorksOnIsLeftToTheWriter(on engine: EngineUnderTest) async throws {
        let jobs = try await Jobs(engine)
        let (writer, other) = (jobs.queue(), jobs.queue())
        #expect(writer.enter(1))
        #expect(!writer.enter(1))
        try await jobs.add([1], claim: writer.newClaim())
        #expect(await writer.claim().items.isEmpty)
        if engine == .postgresql { #expect(await other.claim().items.isEmpty) }
        await writer.release(1)
        #expect(await other.claim().items.map(\.id) == [1])
    }

    /// Not at the end of a lease, which here never comes, though the queue looks for work then.
    @Test(arguments: EngineUnderTest.allCases)
    func whatItsWriterReleasesIsWorkedOnAtOnce(on engine: EngineUnderTest) async throws {
        let jobs = try await Jobs(engine)
        let queue = jobs.queue()
        try await running(queue) { job in
            try await jobs.remove(job.id)
            return .done
        } _: {
            let waking = Task {
                while !Task.isCancelled {
                    queue.wake()
                    try await Task.sleep(for: .microseconds(200))
                }
            }
            defer { waking.cancel() }
            for id in Int64(1)...200 {
                queue.enter(id)
                try await jobs.add([id], claim: queue.newClaim())
                await queue.release(id)
            }
            try await eventually { try await jobs.left().isEmpty }
        }
    }

    @Test func anInstanceThatDiesIsFollowedAtTheEndOfTheLeaseAndOneThatLivesIsNot() async throws {
        let jobs = try await Jobs(.postgresql)
        let (dead, living, third) = (jobs.queue(), jobs.queue(), jobs.queue())
        try await jobs.add([1])
        #expect(await dead.claim().items.count == 1)
        try await jobs.add([2])
        #expect(await living.claim().items.map(\.id) == [2])
        jobs.clock.advance(JobQueue.lease - .milliseconds(1))
        try await living.renew()
        #expect(await third.claim().items.isEmpty)
        jobs.clock.advance(.milliseconds(1))
        #expect(await third.claim().items.map(\.id) == [1])
    }

    @Test func whatAStoppedInstanceWasAtIsGivenBackAtOnce() async throws {
        let jobs = try await Jobs(.postgresql)
        try await jobs.add([1])
        let isAtWork = Mutex(false)
        try await running(jobs.queue()) { _ in
            isAtWork.withLock { $0 = true }
            try await Task.sleep(for: .seconds(3600))
            return .done
        } _: {
            try await eventually { isAtWork.withLock { $0 } }
        }
        #expect(await jobs.queue().claim().items.map(\.id) == [1])
    }

    @Test func severalInstancesAtOnceDoEachJobOnce() async throws {
        let jobs = try await Jobs(.postgresql)
        try await jobs.add(Array(1...300))
        let done = Mutex<[Int64: Int]>([:])
        let work: JobQueue.Work = { job in
            done.withLock { $0[job.id, default: 0] += 1 }
            try await jobs.remove(job.id)
            return .done
        }
        let tasks = (0..<4).map { _ in
            let queue = jobs.queue()
            return Task { await queue.run(work) }
        }
        defer { for task in tasks { task.cancel() } }
        try await eventually { try await jobs.left().isEmpty }
        #expect(done.withLock { $0.count } == 300)
        #expect(done.withLock { $0.values.allSatisfy { $0 == 1 } })
        for task in tasks {
            task.cancel()
            await task.value
        }
    }
}
