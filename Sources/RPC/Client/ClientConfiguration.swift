import NIOCore

/// Which of several endpoints takes a call.
public enum LoadBalancingPolicy: Sendable, Hashable {
    /// The first that can be reached, in the order in which they are named, for as long as its
    /// connection lasts; then the first again.
    case pickFirst
    /// All that can be reached, and are healthy if that is checked, in turn.
    case roundRobin
}

/// What a client holds to.
public struct ClientConfiguration: Sendable {
    public var connection = ConnectionConfiguration()
    /// How long a connection may take to open, before HELLO has its own time.
    public var connectTimeout = TimeAmount.seconds(5)
    /// Connections to each endpoint. A connection lives on one event loop, and so does what it sends
    /// and receives; more of them use more cores.
    public var connectionsPerEndpoint = 1
    /// The pause before a connection that could not be opened is tried again.
    public var reconnectBackoff = Backoff()
    /// Calls that wait for a connection; one more fails with `resourceExhausted`.
    public var maximumWaitingCalls = 10_000
    /// How often calls are tried whose options do not say.
    public var attempts = AttemptPolicy.once
    /// How many attempts beyond the first all calls together may make.
    public var retryBudget = RetryBudget()
    /// With `roundRobin`, how the health of each server is watched; nil takes all for healthy.
    public var healthCheck: HealthCheck?

    public init() {}
}
