import Dispatch
import Synchronization

/// The threads that hash. Each has an arena of its own; none is of Swift's pool, which a hash
/// would otherwise hold for 20 ms at a time.
final class HashLanes: Sendable {
    private struct Job: Sendable {
        let work: Int
        /// Hashes, and returns what tells the caller.
        let run: @Sendable (Argon2Arena) -> @Sendable () -> Void
        let refuse: @Sendable (any Error) -> Void
    }

    /// One thread, by way of a serial queue. `@unchecked`: the arena is used on that queue only.
    private final class Lane: @unchecked Sendable {
        let queue: DispatchQueue
        let arena: Argon2Arena

        init(number: Int, kibibytes: Int) throws {
            queue = DispatchQueue(label: "rollcall.password-hash.\(number)")
            arena = try Argon2Arena(kibibytes: kibibytes)
        }
    }

    private struct State {
        var admission: AdmissionQueue
        var idle: [Lane]
        var jobs: [AdmissionQueue.Ticket: Job] = [:]
    }

    private let state: Mutex<State>
    private let clock = ContinuousClock()

    /// - Parameter kibibytes: of each lane's arena.
    init(admission: AdmissionQueue, kibibytes: Int) throws {
        let lanes = try (0..<admission.lanes).map { try Lane(number: $0, kibibytes: kibibytes) }
        state = Mutex(State(admission: admission, idle: lanes))
    }

    /// Runs `body` on a lane.
    ///
    /// - Parameter work: in the unit of `Argon2Parameters.work`.
    /// - Throws: `PasswordHasherError.overloaded`; `CancellationError` if the task was cancelled
    ///   while it waited; what `body` throws.
    func run<T: Sendable>(
        work: Int, deadline: ContinuousClock.Instant?,
        _ body: @escaping @Sendable (Argon2Arena) throws -> T
    ) async throws -> T {
        let ticket = Mutex<AdmissionQueue.Ticket?>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let job = Job(
                    work: work,
                    run: { arena in
                        let result = Result { try body(arena) }
                        return { continuation.resume(with: result) }
                    },
                    refuse: { continuation.resume(throwing: $0) })
                let admitted = enter(job, deadline: deadline)
                ticket.withLock { $0 = admitted }
                // The handler below may have run before there was a ticket to withdraw.
                if Task.isCancelled { withdraw(admitted) }
            }
        } onCancel: {
            withdraw(ticket.withLock { $0 })
        }
    }

    /// What one usual hash takes, as measured of late.
    var cost: Duration { state.withLock { $0.admission.cost } }

    /// Hashes that were made since the start.
    var doneCount: Int { state.withLock { $0.admission.doneCount } }

    /// What one who came now would go through.
    ///
    /// - Returns: the time until its hash would be done.
    /// - Throws: `PasswordHasherError.overloaded` if it would not be let in.
    func forecast(deadline: ContinuousClock.Instant?) throws -> Duration {
        let now = clock.now
        return try state.withLock { state in
            if let pause = state.admission.refusal(deadline: deadline, now: now) {
                throw PasswordHasherError.overloaded(retryAfter: pause)
            }
            return state.admission.expectedWait + state.admission.cost
        }
    }

    /// - Returns: the ticket of a job that waits.
    private func enter(_ job: Job, deadline: ContinuousClock.Instant?) -> AdmissionQueue.Ticket? {
        enum Step {
            case start(Lane)
            case wait(AdmissionQueue.Ticket)
            case shed(retryAfter: Duration)
        }
        let now = clock.now
        let step: Step = state.withLock { state in
            switch state.admission.enter(work: job.work, deadline: deadline, now: now) {
            case .start:
                return .start(state.idle.removeLast())
            case .wait(let ticket):
                state.jobs[ticket] = job
                return .wait(ticket)
            case .shed(let retryAfter):
                return .shed(retryAfter: retryAfter)
            }
        }
        switch step {
        case .start(let lane):
            start(job, on: lane)
        case .wait(let ticket):
            return ticket
        case .shed(let retryAfter):
            job.refuse(PasswordHasherError.overloaded(retryAfter: retryAfter))
        }
        return nil
    }

    private func start(_ job: Job, on lane: Lane) {
        lane.queue.async { [self] in
            let began = clock.now
            let answer = job.run(lane.arena)
            leave(lane, work: job.work, began: began)
            answer()
        }
    }

    private func leave(_ lane: Lane, work: Int, began: ContinuousClock.Instant) {
        let now = clock.now
        let (next, shed, retryAfter) = state.withLock { state in
            let took = began.duration(to: now)
            let handover = state.admission.leave(work: work, took: took, now: now)
            let next = handover.next.flatMap { state.jobs.removeValue(forKey: $0) }
            if next == nil { state.idle.append(lane) }
            let shed = handover.shed.compactMap { state.jobs.removeValue(forKey: $0) }
            return (next, shed, state.admission.cost)
        }
        if let next { start(next, on: lane) }
        for job in shed { job.refuse(PasswordHasherError.overloaded(retryAfter: retryAfter)) }
    }

    private func withdraw(_ ticket: AdmissionQueue.Ticket?) {
        guard let ticket else { return }
        let job = state.withLock { state in
            state.admission.withdraw(ticket) ? state.jobs.removeValue(forKey: ticket) : nil
        }
        job?.refuse(CancellationError())
    }
}
