import Synchronization

/// What a server says beside the answer of a unary call, for the caller that wants it.
final class CallRecord: Sendable {
    private let state = Mutex((initialMetadata: Metadata(), trailers: Metadata()))

    var initialMetadata: Metadata { state.withLock { $0.initialMetadata } }
    var trailers: Metadata { state.withLock { $0.trailers } }

    func note(_ answer: UnaryAnswer) {
        state.withLock { $0 = (answer.initialMetadata, answer.trailers) }
    }
}
