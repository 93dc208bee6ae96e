import Synchronization

/// Waits in a line until somebody resumes the continuation. A task that is cancelled leaves the
/// line.
///
/// - Parameters:
///   - enter: returns the place in the line; nil if the continuation is resumed already.
///   - withdraw: resumes the continuation, unless the place was taken from the line.
package func waitInLine<Value: Sendable, Place: Sendable>(
    enter: (CheckedContinuation<Value, any Error>) -> Place?,
    withdraw: @escaping @Sendable (Place) -> Void
) async throws -> Value {
    let place = Mutex<Place?>(nil)
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            let entered = enter(continuation)
            place.withLock { $0 = entered }
            // The handler below may have run before there was a place to leave.
            if Task.isCancelled, let entered { withdraw(entered) }
        }
    } onCancel: {
        if let entered = place.withLock({ $0 }) { withdraw(entered) }
    }
}
