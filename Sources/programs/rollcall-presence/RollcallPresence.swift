import AccessTokens
import ArgumentParser
import Daemon
import Presence
import RollcallAPI
import RollcallRPC

@main
struct RollcallPresence: DaemonCommand {
    static func main() async { await main(orMoveOf: PresenceStore.self, with: EngineMove.self) }

    static let configuration = CommandConfiguration(
        commandName: "rollcall-presence",
        abstract: "Presence: which users are online.",
        discussion: """
            Besides serving, `rollcall-presence migrate` moves the tables to a PostgreSQL server.

            \(DaemonOptions.discussion)
            """,
        version: ProgramVersion.current)

    static let changeable: Set = ["limit"]

    @Option(
        help: ArgumentHelp(
            "Profile's endpoint, from which Presence learns the blocks. To use several instances, "
                + "give the option several times.",
            valueName: "endpoint"))
    var profile = [Endpoint.tcp(host: "127.0.0.1", port: 4711)]

    @OptionGroup var tables: StoreOptions
    @OptionGroup var engineOptions: EngineOptions
    @OptionGroup var limits: LimitOptions<PresenceLimits>
    @OptionGroup var callers: VerifierOptions
    @OptionGroup var options: DaemonOptions

    /// Every device that is online holds one. In practice the descriptors are the limit.
    private static let maximumConnections = 1_000_000

    func run() async throws {
        try await DaemonProcess.run(
            "rollcall-presence", options, maximumConnections: Self.maximumConnections
        ) { process in
            let verifier = try process.tokenVerifier(callers)
            let profile = ProfilePeerServiceClient(
                try process.client(of: profile, asServiceKnownBy: callers, verifier))
            try process.endIfOnlyChecking()
            let location = try tables.location(
                otherwise: "\(process.dataDirectory)/presence.sqlite")
            let engine = try await engineOptions.open(hasSharedStore: location.isServer)
            defer { engine?.close() }
            let store = try PresenceStore(location, configuration: tables.configuration) {
                process.abandon($0)
            }
            defer { try? store.close() }
            let authenticator = TokenAuthenticator(verifier)
            let presence = try await PresenceRuntime(
                store: store, engine: engine, authenticator: authenticator,
                clock: SystemClock.milliseconds,
                logger: process.logger)
            var adminHandler = presence.adminHandler
            adminHandler.onDraining = {
                process.setPart(
                    "rollcall.draining", isWorking: !$0, isNeeded: true,
                    because: "an administrator sends the clients away")
            }
            adminHandler.onDraining(false)
            var router = Router()
            router.add(presence.handler)
            router.add(presence.peerHandler)
            router.add(adminHandler)
            process.addIntrospection(to: &router)
            var configuration = process.serverConfiguration
            // The watch of a client that has vanished behind a balancer does not count for long in
            // the limit of its user, who opens another one.
            configuration.connection.keepaliveInterval = .minutes(2)
            let server = try Server(
                router: router,
                authenticator: PeerAuthenticator(groupID: nil, otherwise: authenticator),
                interceptors: process.interceptors(limits: limits.rates),
                configuration: configuration,
                logger: process.logger)
            process.note(.starting)
            try await process.serve(
                server,
                beside: [
                    presence.run,
                    {
                        await presence.followBlocks(of: profile) { process.note($0) }
                    },
                    {
                        await process.follow(
                            verifier, onRevoked: presence.endSessions,
                            onUnknown: presence.suspendStreams)
                    },
                ]
                    // Leases, watches and reads of presence go on without it.
                    + process.following(location, isNeeded: false) { store.trouble }
                    + (engine == nil
                        ? [] : process.following("rollcall.engine") { presence.engineTrouble })
                    + process.following("rollcall.clock") { verifier.clockTrouble },
                takingUp: { command in
                    guard let command = command as? RollcallPresence else { return }
                    process.change(limits: command.limits.rates)
                },
                beforeDraining: presence.beginDrain)
        }
    }
}

extension DaemonProcess {
    /// Reports in the health of the process how current the blocks are.
    fileprivate func note(_ blocks: BlockFollower.Health) {
        let trouble =
            switch blocks {
            case .current: ""
            case .lost: "not all has arrived from Profile, so new blocks may take no effect here"
            case .starting: "Profile has not been reached yet, so no presence is shown"
            }
        setPart("rollcall.blocks", isWorking: trouble.isEmpty, because: trouble)
    }
}
