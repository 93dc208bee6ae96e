import TestSupport
import Testing

@testable import Storage

/// Instances that claim, end, fail, renew and die in every order that chance brings.
@Suite struct WorkQueueModelTests {
    /// After so many failures a job is given up.
    private static let lastAttempt = 3

    private struct Model {
        struct Holder: Equatable {
            let instance: Int
            var until: Int64
        }
        struct Entry {
            var due: Int64 = 0
            var attempts = 0
            var holder: Holder?
        }

        let isShared: Bool
        /// Those that are not done.
        var jobs: [Int64: Entry] = [:]

        /// Whether another instance may work on a job.
        func isFree(_ id: Int64, at now: Int64) -> Bool {
            guard let job = jobs[id] else { return false }
            guard let holder = job.holder else { return job.due <= now }
            return isShared && holder.until <= now
        }
    }

    /// An instance, and what it works on.
    private struct Instance {
        let number: Int
        let queue: JobQueue
        var jobs: [Job] = []
    }

    @Test(arguments: EngineUnderTest.allCases, 0..<6)
    func noJobIsLostOrWorkedOnByTwo(on engine: EngineUnderTest, seed: UInt64) async throws {
        let jobs = try await Jobs(engine)
        var chance = TestNumbers(seed: seed)
        var model = Model(isShared: engine == .postgresql)
        var count = 0
        func newInstance() -> Instance {
            count += 1
            return Instance(number: count, queue: jobs.queue())
        }
        var instances = (0..<(model.isShared ? 3 : 1)).map { _ in newInstance() }
        for id in Int64(1)...200 {
            let place = Int.random(in: instances.indices, using: &chance)
            switch Int.random(in: 0..<8, using: &chance) {
            case 0, 1:
                try await jobs.add([id])
                model.jobs[id] = Model.Entry()
            case 2:
                try await renew(instances[place], &model, jobs.clock.now())
                await claim(&instances[place], &model, jobs.clock.now())
            case 3, 4: try await end(&instances[place], &model, jobs, &chance)
            case 5: try await renew(instances[place], &model, jobs.clock.now())
            case 6 where chance.chance(1, in: 3):
                let dead = instances[place].number
                instances[place] = newInstance()
                guard !model.isShared else { break }
                for id in model.jobs.keys where model.jobs[id]?.holder?.instance == dead {
                    model.jobs[id]?.holder = nil
                }
            default: jobs.clock.advance(.random(in: 0..<30_000, using: &chance))
            }
            #expect(try await jobs.left() == Set(model.jobs.keys))
        }
        // All are dead, but for a new one.
        let last = jobs.queue()
        jobs.clock.advance(JobQueue.lease)
        await last.workOff { job in
            try await jobs.remove(job.id)
            return .done
        }
        #expect(try await jobs.left().isEmpty)
    }

    private func claim(_ instance: inout Instance, _ model: inout Model, _ now: Int64) async {
        // What it was too slow with, and another has failed at meanwhile, it works on already.
        guard !instance.jobs.contains(where: { model.isFree($0.id, at: now) }) else { return }
        let claimed = await instance.queue.claim().items
        let room = instance.queue.concurrency - instance.jobs.count
        #expect(claimed.count <= room)
        for job in claimed {
            #expect(model.isFree(job.id, at: now))
            #expect(model.jobs[job.id]?.attempts == job.attempts)
            model.jobs[job.id]?.holder = Model.Holder(
                instance: instance.number, until: now + JobQueue.lease.wholeMilliseconds)
        }
        instance.jobs += claimed
        guard claimed.count < room else { return }
        #expect(!model.jobs.keys.contains { model.isFree($0, at: now) })
    }

    private func renew(
        _ instance: Instance, _ model: inout Model, _ now: Int64
    ) async throws {
        try await instance.queue.renew()
        for job in instance.jobs
        where model.isShared && model.jobs[job.id]?.holder?.instance == instance.number {
            model.jobs[job.id]?.holder?.until = now + JobQueue.lease.wholeMilliseconds
        }
    }

    private func end(
        _ instance: inout Instance, _ model: inout Model, _ jobs: Jobs, _ chance: inout TestNumbers
    ) async throws {
        guard let job = instance.jobs.randomElement(using: &chance) else { return }
        instance.jobs.removeAll { $0.id == job.id }
        let fails = chance.chance(1, in: 2)
        await instance.queue.attempt(job) { job in
            guard !fails else {
                guard job.attempts + 1 >= Self.lastAttempt else { return .later() }
                try await jobs.remove(job.id)
                return .dead
            }
            try await jobs.remove(job.id)
            return .done
        }
        if !fails || job.attempts + 1 >= Self.lastAttempt {
            model.jobs[job.id] = nil
        } else if model.jobs[job.id]?.holder?.instance == instance.number {
            let due = jobs.clock.now() + 1000 << Int64(job.attempts)
            model.jobs[job.id] = Model.Entry(due: due, attempts: job.attempts + 1)
            #expect(try await jobs.pause(of: job.id) == .milliseconds(due - jobs.clock.now()))
        }
    }
}
