import Synchronization

/// A place in a line.
struct Ticket: Sendable, Hashable {
    let number: UInt64

    /// Waits in a line until somebody resumes the continuation. Who is cancelled meanwhile is withdrawn.
    ///
    /// - Parameters:
    ///   - enter: returns `nil` if the continuation is resumed already.
    ///   - withdraw: resumes the continuation, unless the item was taken.
    static func wait<T: Sendable>(
        enter: (CheckedContinuation<T, any Error>) -> Ticket?,
        withdraw: @escaping @Sendable (Ticket) -> Void
    ) async throws -> T {
        let ticket = Mutex<Ticket?>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let entered = enter(continuation)
                ticket.withLock { $0 = entered }
                // The handler below may have run before there was a ticket to withdraw.
                if Task.isCancelled, let entered { withdraw(entered) }
            }
        } onCancel: {
            if let entered = ticket.withLock({ $0 }) { withdraw(entered) }
        }
    }
}
