import ArgumentParser
import NIOCore
import NIOPosix
import RollcallAPI
import RollcallClient
import RollcallRPC
import Synchronization

struct PhotoLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo-put",
        abstract: "Uploads photos that are all different, a number of them at a time.",
        discussion: "Prints the URL of one as well, which everyone may see.")

    @Option(help: "Where Auth answers.")
    var auth: Endpoint

    @Option(help: "Where Profile answers.")
    var profile: Endpoint

    @Option(help: "The file of the sessions.")
    var sessions: String

    @Option(help: "The first of them that takes part, from 0.")
    var first = 0

    @Option(help: "How many of them take part, each with one photo at a time.")
    var most = 1

    @Option(help: "A JPEG, from which the photos have all but the picture.")
    var photo: String

    @Option(help: "Bytes of a photo.")
    var size = 100 << 10

    @Option(help: "For how long.")
    var seconds = 2.0

    func run() async throws {
        let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let auth = AuthServiceClient(NetworkClient(auth, eventLoops: eventLoops))
        let client = ProfileServiceClient(NetworkClient(profile, eventLoops: eventLoops))
        let sessions = try SeededSession.read(from: sessions, first: first, most: most)
        for session in sessions { try await session.refresh(by: auth, options: CallOptions()) }
        let photos = try PhotoSource(like: photo, size: size)
        let calls: [Call] = sessions.map { session -> Call in
            {
                _ = try await client.upload(
                    photos.next(), options: session.authorized(CallOptions()))
            }
        }
        let loop = ClosedLoop(calls: calls, executor: nil)
        _ = try await loop.run(until: .calls(4 * sessions.count))
        let start = NIODeadline.now()
        let latencies = try await loop.run(
            until: .instant(start + .milliseconds(Int64(seconds * 1_000))))
        let took = Double((NIODeadline.now() - start).nanoseconds) / 1e9
        var report = Report([
            "photos_per_second": .decimal(Double(latencies.count) / took),
            "url": .text(try await showOne(of: sessions[0], photos, client)),
        ])
        report.add(latencies.fields)
        try report.print()
    }

    private func showOne(
        of session: SeededSession, _ photos: PhotoSource, _ client: ProfileServiceClient
    ) async throws -> String {
        let options = try session.authorized(CallOptions())
        _ = try await client.updateProfile(
            UpdateProfileRequest(
                visibilities: [FieldVisibility(field: .photo, visibility: .everyone)]),
            options: options)
        return try await client.upload(photos.next(), options: options).url
    }
}
