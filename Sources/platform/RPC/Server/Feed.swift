import RollcallBasics
import Synchronization

/// The streams that follow something, and how they are woken when it has changed. The changes
/// themselves are kept elsewhere, so a stream costs only a place here, however slowly it is read.
///
/// No stream is woken while the lock is held. Without streams a change costs a look at a number.
package final class Feed<Topic: Hashable & Sendable>: Sendable {
    private struct State {
        var topics: [FeedPlace: [Topic]] = [:]
        var places: [Topic: Set<FeedPlace>] = [:]
        var isDraining = false
    }

    private let state = Mutex(State())
    private let count = Atomic(0)
    private let limit, limitOfTopic: Int
    private let tooMany, full: RPCError
    private let onCount: @Sendable (Int) -> Void

    /// - Parameters:
    ///   - limit: the most streams at a time.
    ///   - full: the error at that limit.
    ///   - limitOfTopic: the most streams whose first topic is the same, so that none keeps the
    ///     others out.
    ///   - tooMany: the error at that limit.
    ///   - onCount: called with the number of streams when it has changed; it must not wait.
    package init(
        limit: Int = .max, full: RPCError = .feedFull, limitOfTopic: Int, tooMany: RPCError,
        onCount: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        (self.limit, self.limitOfTopic) = (limit, limitOfTopic)
        (self.tooMany, self.full) = (tooMany, full)
        self.onCount = onCount
    }

    /// Gives a stream a place. It must be returned with `leave`.
    ///
    /// - Parameter topics: the stream is woken when one of them has changed. A stream without
    ///   topics belongs to the service itself, and always has a place.
    /// - Throws: `RPCError`.
    package func enter(_ topics: Topic...) throws -> FeedPlace {
        let place = FeedPlace()
        try change { state in
            guard !state.isDraining else { throw RPCError.streamStopping }
            if let first = topics.first {
                guard state.places[first, default: []].count < limitOfTopic else { throw tooMany }
                guard state.topics.count < limit else { throw full }
            }
            state.topics[place] = topics
            for topic in topics { state.places[topic, default: []].insert(place) }
        }
        return place
    }

    package func leave(_ place: FeedPlace) {
        change { state in
            for topic in state.topics.removeValue(forKey: place) ?? [] {
                state.places.remove(place, of: topic)
            }
        }
    }

    private func change(_ body: (inout State) throws -> Void) rethrows {
        try state.withLock { state in
            try body(&state)
            count.store(state.topics.count, ordering: .relaxed)
            onCount(state.topics.count)
        }
    }
}

extension Feed {
    /// Wakes the streams of some topics.
    package func wake(_ topics: some Sequence<Topic>) {
        for place in places(of: topics) { place.wake() }
    }

    package func wakeAll() {
        for place in allPlaces { place.wake() }
    }

    /// Ends the streams of some topics.
    package func end(_ topics: some Sequence<Topic>) {
        for place in places(of: topics) { place.end() }
    }

    package func endAll() {
        for place in allPlaces { place.end() }
    }

    /// Ends all streams, and accepts no more.
    package func beginDrain() {
        state.withLock { $0.isDraining = true }
        endAll()
    }

    private func places(of topics: some Sequence<Topic>) -> Set<FeedPlace> {
        guard count.load(ordering: .relaxed) > 0 else { return [] }
        return state.withLock { state in
            topics.reduce(into: []) { $0.formUnion(state.places[$1] ?? []) }
        }
    }

    private var allPlaces: [FeedPlace] {
        guard count.load(ordering: .relaxed) > 0 else { return [] }
        return state.withLock { Array($0.topics.keys) }
    }
}

extension RPCError {
    package static let streamStopping = RPCError(
        .unavailable, "the service is about to stop; open the stream again")
    package static let feedFull = overload(
        "the service is overloaded; try again later", retryAfter: .seconds(1))
}
