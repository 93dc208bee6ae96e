import Dispatch
import RollcallBasics

/// A connection that is kept, with a thread of its own that waits for the peer: the threads of
/// tasks and of event loops never do.
package final class TransferThread: Sendable {
    private let queue = DispatchQueue(label: "rollcall.transfer")
    /// Touched on `queue` alone; nil if there was no memory.
    private let transfer = Transfer()

    package init() {}

    /// - Parameter body: makes one transfer. The flag is raised when the task is cancelled.
    package func run<Outcome: Sendable>(
        _ body: @escaping @Sendable (Transfer?, Flag) -> Outcome
    ) async -> Outcome {
        let isCancelled = Flag()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: body(self.transfer, isCancelled)) }
            }
        } onCancel: {
            isCancelled.raise()
        }
    }
}
