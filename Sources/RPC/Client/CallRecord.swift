import Synchronization

/// What a server says beside the answer of a unary call, for the caller that wants it.
final class CallRecord: Sendable {
    private let state = Mutex((initialMetadata: Metadata(), trailers: Metadata()))

    var initialMetadata: Metadata { state.withLock { $0.initialMetadata } }
    var trailers: Metadata { state.withLock { $0.trailers } }

    func note(initialMetadata: Metadata, trailers: Metadata) {
        state.withLock { $0 = (initialMetadata, trailers) }
    }

    func note(_ record: CallRecord) {
        note(initialMetadata: record.initialMetadata, trailers: record.trailers)
    }
}
