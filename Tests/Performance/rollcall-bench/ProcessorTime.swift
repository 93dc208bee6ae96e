import Glibc

/// The processor time that was used, as the kernel counts it.
enum ProcessorTime {
    /// By the current thread.
    static func ofThread() -> Duration { read(CLOCK_THREAD_CPUTIME_ID) }

    /// By all threads of the process, in user mode and in the kernel.
    static func ofProcess() -> Duration { read(CLOCK_PROCESS_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Does something again and again, at least once, until some seconds have passed.
    ///
    /// - Parameter work: returns how much it has done.
    /// - Returns: how much was done, and the processor time that it took.
    static func repeating(
        for seconds: Double, _ work: () async throws -> Int
    ) async throws -> (count: Int, spent: Duration) {
        let end = ContinuousClock.now + .seconds(seconds)
        let before = ofProcess()
        var count = 0
        repeat { count += try await work() } while ContinuousClock.now < end
        return (count, ofProcess() - before)
    }
}

/// The descriptors that the process may have open.
enum FileLimit {
    /// Raises it as far as the system lets it.
    static func raise() throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
