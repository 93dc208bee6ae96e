/// How long an S3 store may take, and how much of it there may be.
package struct S3Limits: Sendable {
    /// Until there is a connection.
    package var connect = Duration.seconds(5)
    /// Without a byte either way; whole seconds.
    package var stall = Duration.seconds(10)
    /// For one request.
    package var request = Duration.seconds(20)
    /// For a call in all: the wait for a thread, the requests, and the pauses between them.
    package var call = Duration.seconds(45)
    /// Requests of one call, where those before have failed in a way that passes.
    package var attempts = 4
    /// The longest first pause between two requests. Each further one may be twice as long.
    package var firstPause = Duration.milliseconds(100)
    package var longestPause = Duration.seconds(2)
    /// Until a request that was given up certainly has no effect any more: much longer than `call`.
    package var settling = Duration.seconds(300)
    /// Bytes of all blobs that are being written, together.
    package var writerBytes = 256 << 20
    /// Objects of one page of a listing: at most 1,000.
    package var pageSize = 1000
    /// Blobs in a 256th of the store.
    package var shardBlobs = 2_000_000

    package init() {}
}
