import AccessTokens
import ArgumentParser
import Daemon
import HTTPServing
import Profile
import RollcallAPI
import RollcallCrypto
import RollcallPhotos
import RollcallRPC

@main
struct RollcallProfile: DaemonCommand {
    static func main() async { await main(orKeysOf: ProfileStore.self, with: PhotoMove.self) }

    static let configuration = CommandConfiguration(
        commandName: "rollcall-profile",
        abstract: "How others see you: display names and photos.",
        discussion: """
            Besides serving, `rollcall-profile rewrap` seals the database with another key file, and
            `rollcall-profile replace-keys` makes new keys after the key file was lost. \
            `rollcall-profile migrate` moves the tables to a PostgreSQL server, and the photos to an S3 \
            store.

            \(DaemonOptions.discussion)
            """,
        version: ProgramVersion.current)

    static let changeable: Set = ["limit"]

    @OptionGroup var callers: VerifierOptions
    @OptionGroup var limits: LimitOptions<ProfileLimits>
    @OptionGroup var photoOptions: PhotoOptions
    @OptionGroup var workerOptions: PhotoWorkerOptions
    @OptionGroup var tables: StoreOptions
    @OptionGroup var key: KeyOptions
    @OptionGroup var photoStore: PhotoStoreOptions
    @OptionGroup var options: DaemonOptions

    private var configuration: ProfileConfiguration {
        var configuration = limits.configuration
        configuration.photos = photoOptions.limits
        return configuration
    }

    /// Where photos are read over HTTP; nil if nobody said it.
    private func links(_ masterKey: Secret, hasSizes: Bool) throws -> PhotoLinks? {
        guard let base = photoOptions.base else { return nil }
        return PhotoLinks(
            base: base, sizes: hasSizes ? PhotoSizes.sides : [],
            secret: try PhotoLinks.secret(of: masterKey), clock: SystemClock.milliseconds)
    }

    /// What serves photos over HTTP; nothing if nobody said where.
    private func servers(
        of photos: LinkedPhotos?, _ process: DaemonProcess
    ) throws -> [HTTPServer] {
        guard let photos, let endpoint = photoOptions.http else { return [] }
        try process.check([endpoint])
        var configuration = PhotoServerConfiguration()
        configuration.server.proxies = process.serverConfiguration.proxies
        let server = PhotoServer(
            photos, at: endpoint, configuration: configuration, logger: process.logger)
        return [server.makeServer()]
    }

    func run() async throws {
        try await DaemonProcess.run("rollcall-profile", options) { process in
            let verifier = try process.tokenVerifier(callers)
            try process.endIfOnlyChecking()
            let location = try tables.location(
                otherwise: "\(process.dataDirectory)/profile.sqlite")
            let store = try ProfileStore(location, configuration: tables.configuration) {
                process.abandon($0)
            }
            defer { try? store.close() }
            let masterKey = try await store.unlock(with: key.file(in: process.dataDirectory))
            try await store.continueChanges()
            let photos = try await PhotoStore(
                photoStore, directory: "\(process.dataDirectory)/photos")
            let authenticator = TokenAuthenticator(verifier)
            var configuration = configuration
            configuration.photoProgram = try await workerOptions.program(
                process, for: "rollcall.photo-sizes", without: "photos get no sizes")
            configuration.photoWorkers = workerOptions.photoWorkers
            let profile = ProfileRuntime(
                store: store, blobs: photos.blobs, authenticator: authenticator,
                configuration: configuration, masterKey: masterKey,
                links: try links(masterKey, hasSizes: configuration.photoProgram != nil),
                clock: SystemClock.milliseconds, logger: process.logger)
            var router = Router()
            profile.add(to: &router)
            process.addIntrospection(to: &router, queues: ["notices": profile.waitingNotices])
            let server = try Server(
                router: router,
                authenticator: PeerAuthenticator(groupID: nil, otherwise: authenticator),
                interceptors: process.interceptors(limits: configuration.limits),
                configuration: process.serverConfiguration, logger: process.logger)
            try await process.serve(
                server, and: servers(of: profile.linkedPhotos, process),
                beside: [
                    profile.run, { await process.follow(verifier, onRevoked: profile.endWatches) },
                ]
                    + process.following(location, isNeeded: true) { store.trouble }
                    + process.following(photos.server)
                    + process.following("rollcall.clock") { verifier.clockTrouble },
                takingUp: { command in
                    guard let command = command as? RollcallProfile else { return }
                    let configuration = command.limits.configuration
                    process.change(limits: configuration.limits)
                    profile.change(uploads: configuration.uploadsPerHour)
                },
                beforeDraining: profile.beginDrain)
            try await photos.close()
        }
    }
}
