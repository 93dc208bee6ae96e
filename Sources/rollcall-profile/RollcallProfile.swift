import AccessTokens
import ArgumentParser
import Blobs
import Daemon
import NIOPosix
import Profile
import RollcallAPI
import RollcallRPC

@main
struct RollcallProfile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollcall-profile",
        abstract: "How others see you: display names and photos.",
        discussion: DaemonOptions.discussion)

    /// Photos that are read or written at once; each spends its time waiting for the disk.
    private static let photoThreads = 8

    @Option(help: ArgumentHelp("Where Auth answers.", valueName: "endpoint"))
    var auth = Endpoint.tcp(host: "127.0.0.1", port: 4710)

    @OptionGroup var options: DaemonOptions

    func run() async throws {
        try await DaemonProcess.run("rollcall-profile", options) { process in
            let store = try ProfileStore(path: "\(process.dataDirectory)/profile.sqlite") {
                process.abandon($0)
            }
            defer { try? store.close() }
            let threads = NIOThreadPool(numberOfThreads: Self.photoThreads)
            threads.start()
            let photos = FileBlobStore(
                try BlobDirectory(path: "\(process.dataDirectory)/photos"), threads: threads)
            let auth = process.client(of: auth)
            let profile = ProfileHandler(
                store: store, blobs: photos, clock: SystemClock.milliseconds,
                logger: process.logger)
            var router = Router()
            router.add(profile)
            process.addIntrospection(to: &router)
            let server = try Server(
                router: router,
                authenticator: TokenAuthenticator(
                    auth: AuthServiceClient(auth), clock: SystemClock.milliseconds),
                interceptors: process.interceptors, logger: process.logger)
            try await process.serve(server, beside: [profile.run])
            try await threads.shutdownGracefully()
        }
    }
}
