/// What a server says about the next attempt of a call that it has ended.
package enum Pushback: Equatable {
    /// The trailer: milliseconds to wait, or anything else for "do not try again".
    static let key = "retry-pushback-ms"

    case unsaid
    case never
    case after(Duration)
}

extension RPCError {
    /// Asks clients that try failed calls again to wait for so long first.
    ///
    /// - Returns: how long that is, in milliseconds: no less than `pause`, as who came earlier
    ///   would come in vain.
    @discardableResult
    public mutating func pushBack(by pause: Duration) -> UInt32 {
        let exact = (pause / .milliseconds(1)).rounded(.up)
        let milliseconds = UInt32(max(0, min(exact, Double(UInt32.max))))
        // The key and the digits are allowed.
        try? trailers.add(Pushback.key, text: "\(milliseconds)")
        return milliseconds
    }

    /// The same error, with `pushBack(by:)`.
    package func pushedBack(by pause: Duration) -> RPCError {
        var error = self
        error.pushBack(by: pause)
        return error
    }

    /// How long the server asks clients to wait before they try again; nil when it does not say.
    public var retryPause: Duration? {
        if case .after(let pause) = pushback { pause } else { nil }
    }

    package var pushback: Pushback {
        guard let text = trailers[text: Pushback.key] else { return .unsaid }
        return UInt32(text).map { .after(.milliseconds($0)) } ?? .never
    }
}
