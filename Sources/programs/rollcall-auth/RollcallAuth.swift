import ArgumentParser
import Auth
import Daemon
import RollcallAPI
import RollcallRPC

@main
struct RollcallAuth: DaemonCommand {
    static func main() async { await main(orKeysOf: AuthStore.self) }

    static let configuration = CommandConfiguration(
        commandName: "rollcall-auth",
        abstract: "Who you are: accounts, passwords and sessions.",
        discussion: """
            Besides serving, `rollcall-auth rewrap` seals the database with another key file, and
            `rollcall-auth replace-keys` makes new keys after the key file was lost or leaked, and ends \
            all sessions. `rollcall-auth migrate` moves the tables to a PostgreSQL server.

            \(DaemonOptions.discussion)
            """,
        version: ProgramVersion.current)

    static let changeable: Set = ["limit", "mail-templates", "default-locale"]

    @Option(
        help: ArgumentHelp(
            "Profile's endpoint. To use several instances, give the option several times.",
            valueName: "endpoint"))
    var profile = [Endpoint.tcp(host: "127.0.0.1", port: 4711)]

    @Option(
        help: ArgumentHelp(
            "Presence's endpoint. To use several instances, give the option several times.",
            valueName: "endpoint"))
    var presence = [Endpoint.tcp(host: "127.0.0.1", port: 4712)]

    @Flag(help: "Require a display name for sign-ups.")
    var requireDisplayName = false

    @Flag(help: "On an unknown device, also require a code mailed to the verified primary address.")
    var confirmUnknownDevices = false

    @Flag(
        help: """
            The database was put back from a copy: end all sessions before the first call. For one start.
            """)
    var restored = false

    @OptionGroup var ways: SignInWayOptions
    @OptionGroup var sessions: SessionOptions
    @OptionGroup var limits: LimitOptions<AuthLimits>
    @OptionGroup var countedLimits: LimitEngineOptions
    @OptionGroup var passwords: PasswordOptions
    @OptionGroup var passkeys: PasskeyOptions
    @OptionGroup var hashes: HashOptions
    @OptionGroup var mail: MailOptions
    @OptionGroup var identities: IdentityOptions
    @OptionGroup var services: ServiceOptions
    @OptionGroup var tables: StoreOptions
    @OptionGroup var key: KeyOptions
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        try await DaemonProcess.run("rollcall-auth", options) { process in
            var configuration = AuthConfiguration()
            configuration.commonPasswords = try passwords.commonPasswords()
            configuration.limits = limits.policies
            configuration.requiresDisplayName = requireDisplayName
            configuration.confirmsUnknownDevices = confirmUnknownDevices
            configuration.isRestored = restored
            ways.apply(to: &configuration)
            sessions.apply(to: &configuration)
            mail.apply(to: &configuration)
            configuration.deployment = options.deployment
            try passkeys.apply(to: &configuration, linkBase: mail.link())
            configuration.identityProviders = try identities.providers(process.logger)
            let profile = try process.client(of: profile, showingTokenTo: "Profile")
            let presence = try process.client(of: presence, showingTokenTo: "Presence")
            try services.check(options.endpoints)
            try process.endIfOnlyChecking {
                try self.mail.check()
                try countedLimits.check()
            }
            let location = try tables.location(otherwise: "\(process.dataDirectory)/auth.sqlite")
            let store = try AuthStore(location, configuration: tables.configuration) {
                process.abandon($0)
            }
            defer { try? store.close() }
            let secret = try await store.unlock(with: key.file(in: process.dataDirectory))
            let mail = try mail.delivery(in: process.dataDirectory)
            configuration.pages = mail.linkBase
            let limitEngine = try await countedLimits.open(of: "\(options.deployment)")
            defer { limitEngine?.close() }
            let auth = try await AuthRuntime(
                store: store, profile: profile, presence: presence, hasher: hashes.hasher(),
                secret: secret, mail: mail, limitEngine: limitEngine, configuration: configuration,
                environment: AuthEnvironment(
                    clock: SystemClock.milliseconds, logger: process.logger))
            var router = Router()
            auth.add(to: &router)
            process.addIntrospection(to: &router, queues: ["mail": auth.waitingMail])
            let server = try Server(
                router: router,
                authenticator: services.authenticator(otherwise: auth.authenticator),
                interceptors: process.interceptors(limits: limits.rates),
                configuration: process.serverConfiguration, logger: process.logger)
            try await process.serve(
                server,
                beside: [auth.run] + process.following("rollcall.mail", trouble: auth.mailTrouble)
                    + (limitEngine == nil
                        ? [] : process.following("rollcall.limits", trouble: auth.limitTrouble))
                    + process.following(location, isNeeded: true) { store.trouble },
                takingUp: { command in
                    guard let command = command as? RollcallAuth else { return }
                    mail.templates.value = try command.mail.templates()
                    auth.change(limits: command.limits.policies)
                    process.change(limits: command.limits.rates)
                },
                beforeDraining: auth.beginDrain)
        }
    }
}
