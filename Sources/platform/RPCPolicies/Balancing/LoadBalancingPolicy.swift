import Logging
import NIOCore
import NIOPosix
import RollcallRPC

/// Which of several endpoints takes a call.
public enum LoadBalancingPolicy: Sendable, Hashable {
    /// The first that can be reached, in the order in which they are named, for as long as its
    /// connection lasts; then the first again.
    case pickFirst
    /// All that can be reached, in turn. If their health is checked, only those that are healthy, as long as
    /// any is.
    case roundRobin
}

extension NetworkClient {
    /// A client of several servers that serve alike.
    ///
    /// - Parameters:
    ///   - endpoints: at least one. A name with several addresses counts as one, and the first address
    ///     that answers is used.
    ///   - tls: for TLS endpoints; by default, what the system trusts and no certificate.
    ///   - policy: which of them takes a call.
    ///   - healthCheck: with `roundRobin`, how the health of each server is watched; nil takes all for
    ///     healthy.
    public convenience init(
        endpoints: [Endpoint],
        tls: ClientTLS? = nil,
        policy: LoadBalancingPolicy = .pickFirst,
        healthCheck: HealthCheck? = nil,
        configuration: ClientConfiguration = ClientConfiguration(),
        eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        logger: Logger = Logger(label: "rollcall.rpc.client")
    ) {
        self.init(
            endpoints: endpoints, choice: policy.choice,
            watch: policy == .roundRobin ? healthCheck?.watching : nil, tls: tls,
            configuration: configuration, eventLoops: eventLoops, logger: logger)
    }
}

extension LoadBalancingPolicy {
    var choice: EndpointChoice {
        switch self {
        case .pickFirst: .first
        case .roundRobin: .all
        }
    }
}

extension EndpointChoice {
    /// The first that works, or may work.
    static let first = EndpointChoice(isOfAll: false) { standings in
        let index =
            standings.firstIndex(where: \.isUsable)
            ?? standings.firstIndex(where: \.isPending)
            ?? standings.firstIndex(where: \.isIdle)
        return index.map { $0..<$0 + 1 } ?? 0..<0
    }
}
