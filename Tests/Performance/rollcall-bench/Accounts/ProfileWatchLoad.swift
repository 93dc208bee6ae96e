import ArgumentParser
import NIOCore
import NIOPosix
import RollcallAPI
import RollcallRPC
import Synchronization

struct ProfileWatchLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile-watch",
        abstract: "How long after a change was acknowledged all who watch the user have seen it.")

    /// One user is watched by all others, each on a stream of its own.
    @OptionGroup var users: SessionOptions

    @Option(help: "Where Profile answers.")
    var profile: Endpoint

    @Option(help: "Connections that they share.")
    var connections = 20

    @Option(help: "Changes, one after the other.")
    var times = 200

    func run() async throws {
        try FileLimit.raise()
        let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let clients = (0...connections).map { _ in ProfileServiceClient(profile.client(eventLoops))
        }
        let sessions = try await users.signedIn(usual: 1_001, by: users.auth.client(eventLoops))
        guard let watched = sessions.last, sessions.count > 1 else {
            throw SeededSession.NoSessions()
        }
        let sightings = Sightings(watchers: sessions.count - 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, session) in sessions.dropLast().enumerated() {
                let client = clients[number % connections]
                group.addTask { try await sightings.note(session, watching: watched, by: client) }
            }
            try await sightings.wait(for: Sightings.beginning)
            let latencies = try await change(watched, by: clients[connections], sightings)
            group.cancelAll()
            try report(
                latencies.fields, ["watchers": sightings.watchers, "changes": latencies.count])
        }
    }

    /// - Returns: the time from each answer until the last watcher has seen the change.
    private func change(
        _ watched: SeededSession, by client: ProfileServiceClient, _ sightings: Sightings
    ) async throws -> Latencies {
        var latencies = Latencies(expecting: times)
        let options = try watched.authorized(CallOptions())
        for number in 0..<times {
            // The changes differ in their time, which has milliseconds.
            try await Task.sleep(for: .milliseconds(5))
            let answer = try await client.updateProfile(
                .changing(bio: "\(number)"), options: options)
            let answered = NIODeadline.now()
            let time = answer.profile?.updatedAtMs ?? 0
            let last = try await sightings.wait(for: time)
            latencies.add(max(.zero, last - answered))
        }
        return latencies
    }
}

/// How many watchers have seen which change, and when the last of them did.
private final class Sightings: Sendable {
    /// Stands for the change before the first.
    static let beginning: Int64 = -1

    private static let patience = TimeAmount.seconds(30)

    struct NeverSeen: Error {}

    let watchers: Int
    private let seen = Mutex<[Int64: (count: Int, last: NIODeadline)]>([:])

    init(watchers: Int) {
        self.watchers = watchers
    }

    func note(
        _ session: SeededSession, watching watched: SeededSession, by client: ProfileServiceClient
    ) async throws {
        let stream = try await client.watchProfiles(
            WatchProfilesRequest(userIDs: [watched.userID]),
            options: session.authorized(CallOptions()))
        while let message = try await stream.next() {
            guard let profile = message.profiles.first else { continue }
            let now = NIODeadline.now()
            let change = message.replaces ? Self.beginning : profile.updatedAtMs
            seen.withLock { seen in
                seen[change] = ((seen[change]?.count ?? 0) + 1, now)
            }
        }
    }

    /// - Returns: when the last of the watchers saw the change.
    @discardableResult
    func wait(for change: Int64) async throws -> NIODeadline {
        let end = NIODeadline.now() + Self.patience
        while NIODeadline.now() < end {
            if let found = seen.withLock({ $0[change] }), found.count == watchers {
                return found.last
            }
            try await Task.sleep(for: .milliseconds(1))
        }
        throw NeverSeen()
    }
}
