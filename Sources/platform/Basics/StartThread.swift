import Glibc

/// Runs what blocks on a thread of its own: neither an event loop nor the threads of Swift's tasks
/// wait for it. A socket that was closed raises no signal there.
///
/// - Returns: 0, or the error of `pthread_create`.
package func startThread(_ body: @escaping @Sendable () -> Void) -> CInt {
    let work = Unmanaged.passRetained(Work(run: body))
    var thread = pthread_t()
    let code = pthread_create(
        &thread, nil,
        { argument in
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            guard let argument else { return nil }
            Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
            return nil
        }, work.toOpaque())
    if code == 0 { pthread_detach(thread) } else { work.release() }
    return code
}

private final class Work {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}
