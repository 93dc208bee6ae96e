import NIOCore

/// What a server says about the next attempt of a call that it has ended, in its trailers:
/// milliseconds to wait, or anything else for "do not try again".
enum Pushback: Equatable {
    case unsaid
    case never
    case after(Duration)
}

extension RPCError {
    /// Asks clients that try failed calls again to wait for so long first.
    public mutating func pushBack(by pause: Duration) {
        trailers = Metadata(pushback: TimeAmount(pause), in: trailers)
    }

    var pushback: Pushback {
        guard let text = trailers[text: Metadata.pushbackKey] else { return .unsaid }
        return UInt32(text).map { .after(.milliseconds($0)) } ?? .never
    }
}
