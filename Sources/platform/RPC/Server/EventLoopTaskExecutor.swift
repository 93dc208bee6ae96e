import NIOCore
import Synchronization

/// Runs tasks on an event loop, so that a handler goes on where its connection lives, without a
/// hop to another thread and back.
///
/// A program that makes many calls can run its own tasks there too, on the event loop that its
/// client uses: `Task(executorPreference: EventLoopTaskExecutor(eventLoop)) { … }`. Such a task
/// must not block, or it holds up every connection of the loop.
public final class EventLoopTaskExecutor: TaskExecutor, @unchecked Sendable {
    // Unchecked: `jobs` is touched on the event loop only.
    private let eventLoop: any EventLoop
    /// What became ready on the event loop itself. It runs together, once the turn of the loop that
    /// made it ready is over.
    private var jobs: [UnownedJob] = []
    /// What became ready on other threads since the event loop last looked: that is told once of
    /// all.
    private let arrivals = Mutex<[UnownedJob]>([])
    /// Memory for them, in turns.
    private var spare: [UnownedJob] = []

    /// - Parameter eventLoop: where the tasks run.
    public init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guard eventLoop.inEventLoop else {
            let isFirst = arrivals.withLock { arrivals in
                arrivals.append(job)
                return arrivals.count == 1
            }
            if isFirst { eventLoop.execute { [self] in runArrivals() } }
            return
        }
        jobs.append(job)
        if jobs.count == 1 { eventLoop.execute { [self] in runJobs() } }
    }

    private func runArrivals() {
        var ready: [UnownedJob] = []
        swap(&ready, &spare)
        arrivals.withLock { swap(&ready, &$0) }
        let executor = asUnownedTaskExecutor()
        for job in ready { job.runSynchronously(on: executor) }
        ready.removeAll(keepingCapacity: true)
        swap(&ready, &spare)
    }

    private func runJobs() {
        var ready: [UnownedJob] = []
        swap(&ready, &jobs)
        let executor = asUnownedTaskExecutor()
        for job in ready { job.runSynchronously(on: executor) }
        // Keeps the memory for the next turn, unless that has begun already.
        guard jobs.isEmpty else { return }
        ready.removeAll(keepingCapacity: true)
        swap(&ready, &jobs)
    }
}
