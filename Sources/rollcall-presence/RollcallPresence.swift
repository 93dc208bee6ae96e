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
        discussion: DaemonOptions.discussion,
        version: ProgramVersion.current)

    @OptionGroup var callers: VerifierOptions
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        try await DaemonProcess.run("rollcall-presence", options) { process in
            let verifier = try process.tokenVerifier(callers)
            let store = try PresenceStore(path: "\(process.dataDirectory)/presence.sqlite") {
                process.abandon($0)
            }
            defer { try? store.close() }
            let authenticator = TokenAuthenticator(verifier)
            let presence = try await PresenceRuntime(
                store: store, authenticator: authenticator, clock: SystemClock.milliseconds,
                logger: process.logger)
            var router = Router()
            router.add(presence.handler)
            process.addIntrospection(to: &router)
            let server = try Server(
                router: router,
                authenticator: LocalPeers.operators(otherwise: authenticator),
                interceptors: process.interceptors, configuration: process.serverConfiguration,
                logger: process.logger)
            try await process.serve(
                server,
                beside: [
                    presence.run,
                    {
                        await process.follow(
                            verifier, onRevoked: presence.endWatches,
                            onUnknown: presence.suspendWatches)
                    },
                ],
                beforeDraining: presence.beginDrain)
        }
    }
}
