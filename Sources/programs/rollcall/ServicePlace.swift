import Logging
import RollcallClient
import RollcallRPC

/// A place where a service should be, or another server that the command line names.
struct ServicePlace {
    let service: ServerName?
    let endpoint: Endpoint

    /// As a sentence names it.
    fileprivate var name: String { service?.title ?? "The server" }

    /// What says where it is: an option, or an environment variable too.
    fileprivate var options: [String] {
        service.map { ["--\($0.rawValue)", $0.variable] } ?? ["--endpoint"]
    }
}

extension RollcallSession.Endpoints {
    var areUsual: Bool {
        ServerName.allCases.allSatisfy { self[keyPath: $0.place] == Self()[keyPath: $0.place] }
    }

    var places: [ServicePlace] {
        ServerName.allCases.map { ServicePlace(service: $0, endpoint: self[keyPath: $0.place]) }
    }

    /// The failure, and what is wrong with the place of a service if that is why.
    func explaining(_ error: any Error, tls: ClientTLS?) async -> Failure {
        guard let cause = error as? RPCError ?? (error as? ErrorAbout)?.error else {
            return Failure(error)
        }
        if let failure = cause.connectionFailure {
            let place =
                places.first { $0.endpoint == failure.endpoint }
                ?? ServicePlace(service: nil, endpoint: failure.endpoint)
            return Failure(.tryLater, place.sentence(for: failure))
        }
        if cause.code == .unimplemented {
            for place in places where await place.isOtherService(tls: tls) {
                return Failure(.tryLater, place.otherService)
            }
        }
        return Failure(error)
    }
}

extension ServicePlace {
    fileprivate var otherService: String {
        "\(endpoint) answers, but is not \(name). Look at \(options.joined(separator: " and "))."
    }

    fileprivate func sentence(for failure: ConnectionFailure) -> String {
        let option = options.joined(separator: " or ")
        switch failure.cause {
        case .noPermission(let group?):
            return
                "You may not open \(endpoint): it is for root and the group \(group). Run this as "
                + "root, or as a member of that group."
        case .noPermission(nil):
            return
                "You may not open \(endpoint): it is for root and the user that the service runs as. "
                + "Run this as one of them."
        case .notTLS:
            return "\(endpoint.plain) does not speak TLS. Say \(endpoint.plain), without tls:, in "
                + "\(option)."
        case .closedBeforeHello:
            return "\(endpoint) has closed the connection before it said anything "
                + "(\(failure.reason)). Look at \(options.joined(separator: " and ")): a server with "
                + "TLS is named tls:HOST:PORT."
        case .otherProtocol: return otherService
        case .tlsRefused:
            return
                "\(name) cannot be reached at \(endpoint): \(failure.reason). The authorities to "
                + "trust are named by --tls-ca or ROLLCALL_TLS_CA."
        case .unreachable:
            return "\(name) cannot be reached at \(endpoint): \(failure.reason). Start it, or say "
                + "where it is by \(option)."
        }
    }

    /// Whether a server of Rollcall's answers there, and is for something else.
    fileprivate func isOtherService(tls: ClientTLS?) async -> Bool {
        let client = NetworkClient(endpoint, tls: tls, logger: .silent)
        defer { client.close() }
        let services = try? await ReflectionServiceClient(client).listServices(
            .init(), options: CallOptions(timeout: .seconds(2))
        ).services
        return services.map { !$0.contains("rollcall.v1.\(name)Service") } ?? false
    }
}

extension Endpoint {
    /// The same place without TLS.
    var plain: Endpoint {
        if case .tls(let host, let port) = self { .tcp(host: host, port: port) } else { self }
    }
}

extension Logger {
    static var silent: Logger { Logger(label: "rollcall") { _ in SwiftLogNoOpLogHandler() } }
}
