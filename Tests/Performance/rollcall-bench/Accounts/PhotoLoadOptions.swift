import ArgumentParser
import NIOCore
import NIOPosix
import RollcallAPI
import RollcallClient
import RollcallRPC

/// What a load of uploads needs to know.
struct PhotoLoadOptions: ParsableArguments {
    @OptionGroup var users: SessionOptions

    @Option(help: "Where Profile answers.")
    var profile: Endpoint

    @Option(help: "Connections to Profile.")
    var connections = 1

    @Option(help: "A JPEG, from which the photos have all but the picture.")
    var photo: String

    @Option(help: "Bytes of a photo.")
    var size = 100 << 10

    /// - Throws: what the files or Auth say.
    func makeUsers() async throws -> PhotoUsers {
        let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let sessions = try await users.signedIn(usual: 1, by: users.auth.client(eventLoops))
        let clients = (0..<connections).map { _ in ProfileServiceClient(profile.client(eventLoops))
        }
        return PhotoUsers(
            sessions: sessions, clients: clients, photos: try PhotoSource(like: photo, size: size),
            eventLoop: eventLoops.next())
    }
}

/// Users who are signed in and upload photos, in turn over some connections.
struct PhotoUsers: Sendable {
    let sessions: [SeededSession]
    let clients: [ProfileServiceClient]
    let photos: PhotoSource
    let eventLoop: any EventLoop

    /// Uploads a photo that nobody has.
    @discardableResult
    func upload(as number: Int) async throws -> RollcallAPI.Photo {
        try await clients[number % clients.count].upload(
            photos.next(),
            options: sessions[number % sessions.count].authorized(CallOptions()))
    }
}
