import ArgumentParser
import ConnectHTTP
import Daemon
import Glibc
import HTTPServing
import Introspection
import RollcallAPI
import RollcallBasics
import RollcallRPC

@main
struct RollcallWeb: DaemonCommand {
    static func main() async { await main(configuredBy: programArguments()) }

    static let configuration = CommandConfiguration(
        commandName: "rollcall-web",
        abstract: "The front door: the services over HTTP, for browsers and phones.",
        discussion: """
            Apps call every RPC that the contract opens to them by the Connect protocol, with any of \
            its clients or with curl. HTTP/2 is the matter of a proxy in front: see \
            deploy/nginx/rollcall.conf.

            --listen is where the door answers other programs of the deployment, such as `rollcall \
            status`; --http is where it answers apps.

            \(DaemonOptions.discussion)
            """,
        version: ProgramVersion.current)

    @Option(
        help: ArgumentHelp(
            "Where it answers apps: HOST:PORT, [IPV6]:PORT, tls:HOST:PORT or unix:PATH.",
            valueName: "endpoint"))
    var http = Endpoint.tcp(host: "127.0.0.1", port: 8080)

    @ArgumentParser.Flag(
        help: "Connections of --trusted-proxy begin with a header of the PROXY protocol, version 2."
    )
    var proxyProtocol = false

    @OptionGroup var services: WebServices

    @ArgumentParser.Flag(
        inversion: .prefixedNo,
        help: "Whether apps may call. Without it the pages have no live check and no live presence."
    )
    var calls = true

    @Option(
        help: ArgumentHelp(
            "An origin whose pages may call with a token, such as https://app.example.org. Can be "
                + "given more than once; no other origin's pages by default.",
            valueName: "origin"))
    var allowedOrigin: [Origin] = []

    @Option(
        help: ArgumentHelp(
            "The most connections of a client, and the most requests and streams that run for it: an "
                + "IPv4 address, or a /64 of IPv6. An office behind one address needs more.",
            valueName: "count"))
    var clientLimit = 64

    @OptionGroup var photoOptions: WebPhotoOptions
    @OptionGroup var pageOptions: PageOptions
    @OptionGroup var options: DaemonOptions

    func validate() throws {
        guard clientLimit > 0 else { throw ValidationError("--client-limit is at least 1.") }
    }

    func run() async throws {
        try await DaemonProcess.run("rollcall-web", options) { process in
            try process.check([http])
            if http.isSecured, process.httpTLS == nil {
                throw Failure("--http \(http) needs --tls-certificate and --tls-key", EX_USAGE)
            }
            let services = try services.clients(process)
            try process.endIfOnlyChecking { try pageOptions.check() }
            let photos = try await photoOptions.door(services, process)
            let door = Door(
                connect: ConnectServer(
                    ConnectMethods(Contract.pool, clients: calls ? services.byName : [:]),
                    Contract.pool),
                readiness: Readiness(services),
                clientLimit: clientLimit, log: CallLog(process.logger),
                cors: CORS(allowedOrigin.map(\.text)),
                addresses: ClientAddresses(process.serverConfiguration.proxies),
                photos: photos,
                pages: try pageOptions.pages(
                    services, photos, origins: allowedOrigin.map(\.text), process),
                isSecured: http.isSecured, tracer: process.tracer)
            var configuration = HTTPServerConfiguration()
            configuration.connections = process.serverConfiguration.maximumConnections
            configuration.connectionsPerClient = clientLimit
            configuration.proxies = process.serverConfiguration.proxies
            configuration.expectsProxyHeader = proxyProtocol
            let server = HTTPServer(
                at: http, tls: process.httpTLS, configuration: configuration,
                responder: door.answer)
            var router = Router()
            process.addIntrospection(to: &router)
            try await process.serve(
                try Server(
                    router: router,
                    authenticator: PeerAuthenticator(groupID: nil, otherwise: NoTokens()),
                    interceptors: process.interceptors(limits: [:]),
                    configuration: process.serverConfiguration, logger: process.logger),
                and: [server],
                // As long as calls of the services have. Streams are opened anew elsewhere.
                beforeDraining: { await server.drain(within: .seconds(5)) })
        }
    }
}

/// Of its own RPCs the door answers what the operator asks at its unix socket.
private struct NoTokens: Authenticator {
    func authenticate(_ context: CallContext) async throws -> Caller { .anonymous }
}

/// An origin, as browsers send it (RFC 6454 §7).
struct Origin: ExpressibleByArgument {
    let text: String

    init?(argument: String) {
        let isOrigin = argument.wholeMatch(of: /https?:\/\/[^\s\/?#@]+/) != nil
        guard isOrigin, argument == argument.lowercased() else { return nil }
        text = argument
    }
}
