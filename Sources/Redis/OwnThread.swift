import Glibc
import RollcallRPC

/// Runs what blocks on a thread of its own, on which a closed socket raises no signal.
///
/// - Returns: whether there is such a thread.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Boxed(body))
    var thread = pthread_t()
    let code = pthread_create(
        &thread, nil,
        { argument in
            // hiredis writes to sockets that may be closed.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            guard let argument else { return nil }
            Unmanaged<Boxed<@Sendable () -> Void>>.fromOpaque(argument).takeRetainedValue().value()
            return nil
        }, work.toOpaque())
    guard code == 0 else {
        work.release()
        return false
    }
    pthread_detach(thread)
    return true
}
