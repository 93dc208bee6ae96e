import ArgumentParser
import NIOCore
import RollcallAPI
import RollcallRPC

struct PhotoLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo-put",
        abstract: "Uploads photos that are all different, a number of them at a time.",
        discussion: "Prints the URL of one as well, which everyone may see.")

    @OptionGroup var options: PhotoLoadOptions

    @Option(help: "For how long.")
    var seconds = 2.0

    func run() async throws {
        let users = try await options.makeUsers()
        let calls: [Call] = users.sessions.indices.map { number -> Call in
            { try await users.upload(as: number) }
        }
        let loop = ClosedLoop(calls: calls, executor: nil)
        _ = try await loop.run(until: .calls(4 * users.sessions.count))
        let start = NIODeadline.now()
        let latencies = try await loop.run(
            until: .instant(start + .milliseconds(Int64(seconds * 1_000))))
        let took = Double((NIODeadline.now() - start).nanoseconds) / 1e9
        try report(
            latencies.fields,
            [
                "photos_per_second": Double(latencies.count) / took,
                "url": try await showOne(of: users),
            ])
    }

    private func showOne(of users: PhotoUsers) async throws -> String {
        let options = try users.sessions[0].authorized(CallOptions())
        _ = try await users.clients[0].updateProfile(
            .changing(
                visibilities: [FieldVisibility(field: .photo, visibility: .everyone)]),
            options: options)
        return try await users.upload(as: 0).url
    }
}
