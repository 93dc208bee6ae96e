import RollcallBasics
import Synchronization

/// The place of one stream in a `Feed`.
package final class FeedPlace: Sendable {
    /// Why a stream goes on.
    package enum Wake: Sendable {
        /// There may be something new.
        case news
        /// There was nothing for the given time.
        case silence
        /// The stream is to end.
        case end
    }

    private let hasNews = Atomic(true)
    private let hasEnded = Atomic(false)
    private let signal = AsyncSignal()

    /// Wakes only this stream.
    package func wake() {
        hasNews.store(true, ordering: .sequentiallyConsistent)
        signal.signal()
    }

    func end() {
        hasEnded.store(true, ordering: .sequentiallyConsistent)
        signal.signal()
    }

    /// Waits until the stream was woken since the last call. The first call returns immediately.
    /// What has changed before is looked at after it returns, so that no change is missed.
    ///
    /// - Throws: `CancellationError`.
    package func next(within limit: Duration? = nil) async throws -> Wake {
        let deadline = limit.map { ContinuousClock.now + $0 }
        while true {
            try Task.checkCancellation()
            if hasNews.exchange(false, ordering: .sequentiallyConsistent) { return .news }
            if hasEnded.load(ordering: .sequentiallyConsistent) { return .end }
            guard let deadline else {
                await signal.wait()
                continue
            }
            let left = deadline - ContinuousClock.now
            guard left > .zero else { return .silence }
            await signal.wait(atMost: left)
        }
    }
}

extension FeedPlace: Hashable {
    package static func == (one: FeedPlace, other: FeedPlace) -> Bool { one === other }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
