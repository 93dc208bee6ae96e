import Logging
import NIOCore
import NIOPosix
import RollcallRPC

extension NetworkClient {
    /// A client of several servers that serve alike. Those that can be reached take calls in turn;
    /// if their health is checked, only those that are healthy, as long as any is.
    ///
    /// - Parameters:
    ///   - endpoints: at least one. A name with several addresses counts as one, and the first
    ///     address that answers is used.
    ///   - tls: for TLS endpoints; by default, what the system trusts and no certificate.
    ///   - healthCheck: how the health of each server is watched; nil takes all for healthy.
    public convenience init(
        endpoints: [Endpoint],
        tls: ClientTLS? = nil,
        healthCheck: HealthCheck? = nil,
        configuration: ClientConfiguration = ClientConfiguration(),
        eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        logger: Logger = Logger(label: "rollcall.rpc.client")
    ) {
        self.init(
            endpoints: endpoints, watch: healthCheck?.watching, tls: tls,
            configuration: configuration, eventLoops: eventLoops, logger: logger)
    }
}
