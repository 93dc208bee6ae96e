import RollcallBasics
import Synchronization

/// The threads that hash, and their queue.
final class HashWorkers: Sendable {
    private struct Job: Sendable {
        let work: Int
        let caller: HashCaller
        let arrival: ContinuousClock.Instant
        /// Hashes, and returns a function that answers the caller.
        let run: @Sendable () -> @Sendable () -> Void
        let refuse: @Sendable (any Error) -> Void
    }

    private struct State {
        var admission: AdmissionQueue
        var idle: [HashWorker]
        var jobs: [AdmissionQueue.Ticket: Job] = [:]
    }

    private let state: Mutex<State>
    private let clock = ContinuousClock()
    private let watch: @Sendable (HashWorkerEvent) -> Void

    init(admission: AdmissionQueue, watch: @escaping @Sendable (HashWorkerEvent) -> Void) {
        self.watch = watch
        let workers = (0..<admission.workers).map { HashWorker(number: $0) }
        state = Mutex(State(admission: admission, idle: workers))
    }

    /// Runs `body` on a worker.
    ///
    /// - Parameter work: in the unit of `Argon2Parameters.work`.
    /// - Throws: `PasswordHasherError.overloaded`; `CancellationError` if the task was cancelled
    ///   while it waited; what `body` throws.
    func run<T: Sendable>(
        work: Int, deadline: ContinuousClock.Instant?, by caller: HashCaller,
        _ body: @escaping @Sendable () throws -> T
    ) async throws -> T {
        try await waitInLine { continuation in
            let job = Job(
                work: work, caller: caller, arrival: clock.now,
                run: {
                    let result = Result { try body() }
                    return { continuation.resume(with: result) }
                },
                refuse: { continuation.resume(throwing: $0) })
            return enter(job, deadline: deadline)
        } withdraw: {
            self.withdraw($0)
        }
    }

    /// The time of one standard hash, by recent measurements.
    var cost: Duration { state.withLock { $0.admission.cost } }

    /// The number of hashes since the start.
    var doneCount: Int { state.withLock { $0.admission.doneCount } }

    /// Predicts the queue for a caller that arrives now.
    ///
    /// - Returns: the time until its hash would be done.
    /// - Throws: `PasswordHasherError.overloaded` if it would be refused.
    func forecast(
        deadline: ContinuousClock.Instant?, of caller: HashCaller
    ) throws -> Duration {
        let now = clock.now
        return try state.withLock { state in
            let admission = state.admission
            if let pause = admission.refusal(deadline: deadline, of: caller, now: now) {
                watch(.shed)
                throw PasswordHasherError.overloaded(retryAfter: pause)
            }
            return admission.expectedWait(of: caller, now: now) + admission.cost
        }
    }

    /// - Returns: the ticket of a waiting job.
    private func enter(_ job: Job, deadline: ContinuousClock.Instant?) -> AdmissionQueue.Ticket? {
        let (answer, worker) = state.withLock { state in
            defer { noteLoad(state) }
            let answer = state.admission.enter(
                work: job.work, deadline: deadline, by: job.caller, now: job.arrival)
            if case .wait(let ticket) = answer { state.jobs[ticket] = job }
            guard case .start = answer else { return (answer, HashWorker?.none) }
            return (answer, state.idle.removeLast())
        }
        switch answer {
        case .start(let ticket):
            if let worker { start(job, ticket, on: worker) }
        case .wait(let ticket):
            return ticket
        case .shed(let retryAfter):
            watch(.shed)
            job.refuse(PasswordHasherError.overloaded(retryAfter: retryAfter))
        }
        return nil
    }

    private func start(_ job: Job, _ ticket: AdmissionQueue.Ticket, on worker: HashWorker) {
        worker.run { [self] in
            let began = clock.now
            watch(.began(waited: job.arrival.duration(to: began)))
            let answer = job.run()
            let took = began.duration(to: clock.now)
            watch(.done(took: took))
            leave(worker, ticket, took: took)
            answer()
        }
    }

    private func leave(_ worker: HashWorker, _ ticket: AdmissionQueue.Ticket, took: Duration) {
        let now = clock.now
        let (handover, next, shed, retryAfter) = state.withLock { state in
            defer { noteLoad(state) }
            let handover = state.admission.leave(ticket, took: took, now: now)
            let next = handover.next.flatMap { state.jobs.removeValue(forKey: $0) }
            if next == nil { state.idle.append(worker) }
            let shed = handover.shed.compactMap { state.jobs.removeValue(forKey: $0) }
            return (handover, next, shed, state.admission.cost)
        }
        if let next, let ticket = handover.next { start(next, ticket, on: worker) }
        for job in shed {
            watch(.shed)
            job.refuse(PasswordHasherError.overloaded(retryAfter: retryAfter))
        }
    }

    private func withdraw(_ ticket: AdmissionQueue.Ticket) {
        let job = state.withLock { state in
            defer { noteLoad(state) }
            return state.admission.withdraw(ticket) ? state.jobs.removeValue(forKey: ticket) : nil
        }
        job?.refuse(CancellationError())
    }

    /// Called while the lock is held, so that the last report is the newest.
    private func noteLoad(_ state: borrowing State) {
        watch(
            .load(waiting: state.admission.waitingCount, running: state.admission.running))
    }
}
