import ServiceLifecycle
import UnixSignals

/// Ends all services of the process, in order, at SIGTERM or SIGINT. `ServiceGroup` would trap
/// these two only once it runs: a process that already listens would die of one, with the calls it
/// has taken.
struct StopSignals: Service {
    private let signals: UnixSignalsSequence

    /// From here on neither ends the process at once.
    init() async {
        signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    }

    /// Returns at the first signal.
    func run() async throws {
        for await _ in signals.cancelOnGracefulShutdown() { return }
    }
}
