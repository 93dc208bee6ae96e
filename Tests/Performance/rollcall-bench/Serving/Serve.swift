import ArgumentParser
import Logging
import NIOPosix
import RollcallRPC

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serves until it is killed; prints where it listens.")

    @Option(help: "HOST:PORT, tls:HOST:PORT or unix:PATH; port 0 lets the system choose.")
    var listen = Endpoint.tcp(host: "127.0.0.1", port: 0)

    @Option(help: "The certificate for TLS, a PEM file.")
    var certificate: String?

    @Option(help: "Its private key, a PEM file.")
    var key: String?

    @Option(help: "Event loops.")
    var loops = 1

    @Option(help: "Connections that may be open at once.")
    var maximumConnections = 20_000

    func run() async throws {
        var router = Router()
        router.add(BenchHandler())
        var configuration = ServerConfiguration()
        configuration.maximumConnections = maximumConnections
        // The load comes from one address.
        configuration.admission.shareNothing()
        let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: loops)
        let server = try Server(
            router: router, authenticator: nil, configuration: configuration,
            eventLoops: eventLoops,
            logger: Logger(label: "rollcall-bench"))
        try FileLimit.raise()
        let endpoint = try await server.listen(on: listen, tls: tls)
        try report(["listening": "\(endpoint)"])
        // As the daemons do, and as long.
        try await MallocTuning.returnIdleMemory(eventLoops: eventLoops)
    }

    private var tls: ServerTLS? {
        get throws {
            guard let certificate, let key else { return nil }
            return try ServerTLS(
                identity: TLSIdentity(certificateChain: certificate, privateKey: key))
        }
    }
}
