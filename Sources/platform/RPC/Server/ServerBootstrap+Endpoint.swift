import NIOCore
import NIOPosix

extension ServerBootstrap {
    /// Binds to an endpoint. A socket file that a dead process left behind is replaced; one that
    /// somebody listens on is not.
    package func bind(to endpoint: Endpoint) async throws -> any Channel {
        do {
            switch endpoint {
            case .tcp(let host, let port), .tls(let host, let port):
                return try await bind(host: host, port: port).get()
            case .unix(let path):
                if try await isSomebodyListening(on: path) {
                    throw ServerError.endpointTaken(endpoint)
                }
                return try await bind(
                    unixDomainSocketPath: path, cleanupExistingSocketFile: true
                ).get()
            }
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw ServerError.endpointTaken(endpoint)
        }
    }

    private func isSomebodyListening(on path: String) async throws -> Bool {
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        guard let channel = try? await bootstrap.connect(unixDomainSocketPath: path).get() else {
            return false
        }
        try await channel.close()
        return true
    }
}

extension Endpoint {
    /// The same endpoint, with the port that a socket was really bound to.
    func bound(to address: SocketAddress?) -> Endpoint {
        guard let port = address?.port else { return self }
        return switch self {
        case .tcp(let host, _): .tcp(host: host, port: port)
        case .tls(let host, _): .tls(host: host, port: port)
        case .unix: self
        }
    }
}
