import Admission
import RollcallAPI
import RollcallBasics
import RollcallRPC
import Synchronization

/// The photos that are read from Profile at once. A page has more of them than Profile lets a user
/// read at once, so some wait.
final class PhotoTurns: Sendable {
    private struct State {
        /// Half of what Profile allows in all, and of what it allows a user.
        var running = Slots<String>(64, ofKey: 4)
        var lastID = 0
        /// In the order in which they came.
        var waiting: [(id: Int, user: String, continuation: CheckedContinuation<Void, any Error>)] =
            []
    }

    private static let waitingLimit = 1024
    private let state = Mutex(State())

    /// - Throws: `RPCError` (OVERLOADED) if too many wait; `CancellationError`; what `work` throws.
    func run<Result>(for user: String, _ work: () async throws -> Result) async throws -> Result {
        try await take(user)
        defer { release(user) }
        return try await work()
    }

    private func take(_ user: String) async throws {
        try await waitInLine { continuation in
            let answer: (place: Int?, result: Result<Void, any Error>?) = state.withLock { state in
                guard !state.running.take(for: user) else { return (nil, .success(())) }
                guard state.waiting.count < Self.waitingLimit else {
                    return (nil, .failure(RPCError.overloaded))
                }
                state.lastID += 1
                state.waiting.append((state.lastID, user, continuation))
                return (state.lastID, nil)
            }
            if let result = answer.result { continuation.resume(with: result) }
            return answer.place
        } withdraw: { id in
            let waiting = self.state.withLock { state in
                state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
            }
            waiting?.continuation.resume(throwing: CancellationError())
        }
    }

    private func release(_ user: String) {
        let next = state.withLock { state in
            state.running.release(for: user)
            return state.waiting.firstIndex { state.running.take(for: $0.user) }
                .map { state.waiting.remove(at: $0) }
        }
        next?.continuation.resume()
    }
}
