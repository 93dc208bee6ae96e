/// How a client stands to its servers, as in gRPC
/// (https://github.com/grpc/grpc/blob/master/doc/connectivity-semantics-and-api.md).
public enum ConnectivityState: Sendable, Hashable {
    /// No connection, and nobody asked for one; the next call opens it.
    case idle
    /// A connection is being opened; calls wait for it.
    case connecting
    /// Calls are sent at once.
    case ready
    /// Connecting has failed. For a while it is not tried again, and calls fail at once unless they
    /// wait for ready.
    case transientFailure
}
