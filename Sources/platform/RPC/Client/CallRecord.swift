import Synchronization

/// What a server says beside the answer of a unary call, for the caller that wants it.
package final class CallRecord: Sendable {
    private let state = Mutex((initialMetadata: Metadata(), trailers: Metadata()))

    var initialMetadata: Metadata { state.withLock { $0.initialMetadata } }
    var trailers: Metadata { state.withLock { $0.trailers } }

    package init() {}

    /// Takes over what another has taken down.
    package func note(_ other: CallRecord) {
        let said = other.state.withLock { $0 }
        state.withLock { $0 = said }
    }

    func note(_ answer: UnaryAnswer) {
        state.withLock { $0 = (answer.initialMetadata, answer.trailers) }
    }
}
