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
    /// What became ready on other threads since the event loop last looked. The first of them wakes
    /// the loop.
    private let arrivals = Mutex<[UnownedJob]>([])
    /// Memory for both, in turns.
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
        run { ready in arrivals.withLock { swap(&ready, &$0) } }
    }

    private func runJobs() {
        run { swap(&$0, &jobs) }
    }

    /// - Parameter take: exchanges the jobs that are ready for an empty list.
    private func run(_ take: (inout [UnownedJob]) -> Void) {
        var ready: [UnownedJob] = []
        swap(&ready, &spare)
        take(&ready)
        let executor = asUnownedTaskExecutor()
        for job in ready { job.runSynchronously(on: executor) }
        ready.removeAll(keepingCapacity: true)
        swap(&ready, &spare)
    }
}
