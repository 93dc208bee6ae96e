import NIOCore

extension Metadata {
    /// The trailer that tells a client how long to wait before another attempt, in milliseconds, as
    /// gRPC's `grpc-retry-pushback-ms` does.
    static let pushbackKey = "retry-pushback-ms"

    /// Trailers that also ask for a pause, rounded up to a millisecond.
    init(pushback: TimeAmount, in trailers: Metadata = Metadata()) {
        self = trailers
        let milliseconds = (max(0, pushback.nanoseconds) + 999_999) / 1_000_000
        try? add(Self.pushbackKey, text: "\(milliseconds)")
    }
}
