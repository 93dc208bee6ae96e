import ArgumentParser
import Auth
import Daemon
import Glibc
import RollcallAPI
import RollcallCrypto
import RollcallRPC

@main
struct RollcallAuth: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollcall-auth",
        abstract: "Who you are: accounts, passwords and sessions.",
        discussion: DaemonOptions.discussion)

    @Option(help: ArgumentHelp("Where Profile answers.", valueName: "endpoint"))
    var profile = Endpoint.tcp(host: "127.0.0.1", port: 4711)

    @OptionGroup var limits: LimitOptions
    @OptionGroup var passwords: PasswordOptions
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        try await DaemonProcess.run("rollcall-auth", options) { process in
            let commonPasswords = try passwords.commonPasswords()
            let secret = try secret(in: process.dataDirectory)
            var configuration = AuthConfiguration()
            configuration.limits = limits.policies
            let store = try AuthStore(path: "\(process.dataDirectory)/auth.sqlite") {
                process.abandon($0)
            }
            defer { try? store.close() }
            let profile = process.client(of: profile)
            let auth = try await AuthServiceRuntime(
                store: store, profile: ProfileServiceClient(profile), hasher: PasswordHasher(),
                commonPasswords: commonPasswords, secret: secret, configuration: configuration,
                clock: SystemClock.milliseconds, logger: process.logger)
            var router = Router()
            router.add(auth.handler)
            process.addIntrospection(to: &router)
            let server = try Server(
                router: router, authenticator: auth.authenticator,
                interceptors: process.interceptors, logger: process.logger)
            try await process.serve(server, beside: [auth.run])
        }
    }

    private func secret(in directory: String) throws -> Secret {
        do {
            return try SecretKeyFile(path: "\(directory)/secret.key").read()
        } catch let error as SecretKeyFile.Unusable {
            throw Failure("\(error)", EX_DATAERR)
        }
    }
}
