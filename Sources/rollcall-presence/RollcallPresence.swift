import AccessTokens
import ArgumentParser
import Daemon
import Presence
import RollcallAPI
import RollcallRPC

@main
struct RollcallPresence: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollcall-presence",
        abstract: "Whether you are here.",
        discussion: DaemonOptions.discussion)

    @Option(help: ArgumentHelp("Where Auth answers.", valueName: "endpoint"))
    var auth = Endpoint.tcp(host: "127.0.0.1", port: 4710)

    @OptionGroup var options: DaemonOptions

    func run() async throws {
        try await DaemonProcess.run("rollcall-presence", options) { process in
            let store = try PresenceStore(path: "\(process.dataDirectory)/presence.sqlite") {
                process.abandon($0)
            }
            defer { try? store.close() }
            let auth = process.client(of: auth)
            let presence = try await PresenceRuntime(
                store: store, clock: SystemClock.milliseconds, logger: process.logger)
            var router = Router()
            router.add(presence.handler)
            process.addIntrospection(to: &router)
            let server = try Server(
                router: router,
                authenticator: TokenAuthenticator(
                    auth: AuthServiceClient(auth), clock: SystemClock.milliseconds),
                interceptors: process.interceptors, logger: process.logger)
            try await process.serve(
                server, beside: [presence.run], beforeDraining: presence.beginDrain)
        }
    }
}
