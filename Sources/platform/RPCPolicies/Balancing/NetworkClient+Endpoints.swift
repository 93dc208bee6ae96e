import Logging
import NIOCore
import NIOPosix
import RollcallRPC

extension NetworkClient {
    /// A client of servers that serve alike. Those that can be reached take calls in turn. If there
    /// are several, their health is watched, and only those that are healthy take calls, as long as
    /// any is.
    ///
    /// - Parameters:
    ///   - endpoints: at least one. A name with several addresses counts as one, and the first
    ///     address that answers is used.
    ///   - tls: for TLS endpoints; by default, what the system trusts and no certificate.
    public convenience init(
        endpoints: [Endpoint],
        tls: ClientTLS? = nil,
        configuration: ClientConfiguration = ClientConfiguration(),
        eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        logger: Logger = Logger(label: "rollcall.rpc.client")
    ) {
        self.init(
            endpoints: endpoints, watch: endpoints.count == 1 ? nil : HealthCheck().watching,
            tls: tls, configuration: configuration, eventLoops: eventLoops, logger: logger)
    }
}
