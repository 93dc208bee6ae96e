import RollcallRPC
import RollcallWire

extension StreamReactor {
    /// Runs turns without a call, on Swift's own threads, as long as the reactor may still be
    /// woken.
    package static func serve(_ turn: @escaping Turn) {
        StreamReactor(turn).begin(for: Nobody())
    }

    private final class Nobody: Owner {
        var executor: any TaskExecutor { globalConcurrentExecutor }
        func schedule(_ reactor: StreamReactor) {
            Task(executorPreference: executor) { reactor.takeTurn() }
        }
        func turnsRest() {}
        func end(with outcome: Result<(any Message)?, any Error>) {}
    }
}
