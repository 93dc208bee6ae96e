import AccessTokens
import ArgumentParser
import Daemon
import Profile
import RollcallAPI
import RollcallRPC

@main
struct RollcallProfile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollcall-profile",
        abstract: "How others see you: display names and photos.",
        discussion: DaemonOptions.discussion,
        version: ProgramVersion.current)

    @OptionGroup var callers: VerifierOptions
    @OptionGroup var limits: LimitOptions
    @OptionGroup var photoOptions: PhotoOptions
    @OptionGroup var tables: StoreOptions
    @OptionGroup var photoStore: PhotoStoreOptions
    @OptionGroup var options: DaemonOptions

    private var configuration: ProfileConfiguration {
        var configuration = limits.configuration
        configuration.photos = photoOptions.limits
        return configuration
    }

    func run() async throws {
        try await DaemonProcess.run("rollcall-profile", options) { process in
            let verifier = try process.tokenVerifier(callers)
            let location = try tables.location(
                otherwise: "\(process.dataDirectory)/profile.sqlite")
            let store = try ProfileStore(location, configuration: tables.configuration) {
                process.abandon($0)
            }
            defer { try? store.close() }
            try await store.continueChanges()
            let photos = try await PhotoStore(
                photoStore, directory: "\(process.dataDirectory)/photos",
                // Photos that were taken under another limit are read as before.
                blobLimit: PhotoLimits.byteRange.upperBound)
            let authenticator = TokenAuthenticator(verifier)
            let configuration = configuration
            let profile = ProfileHandler(
                store: store, blobs: photos.blobs, authenticator: authenticator,
                configuration: configuration, clock: SystemClock.milliseconds,
                logger: process.logger)
            var router = Router()
            router.add(profile)
            router.add(
                ProfileAdminHandler(
                    store: store, clock: SystemClock.milliseconds, logger: process.logger))
            process.addIntrospection(to: &router)
            let profileLimits = ProfileLimits(configuration)
            let server = try Server(
                router: router,
                authenticator: LocalPeers.operators(otherwise: authenticator),
                interceptors: process.interceptors + [profileLimits],
                configuration: process.serverConfiguration, logger: process.logger)
            try await process.serve(
                server,
                beside: [profile.run, { await process.follow(verifier) }]
                    + process.following(location) { store.trouble }
                    + process.following(photos.server),
                beforeDraining: profile.beginDrain)
            try await photos.close()
        }
    }
}
