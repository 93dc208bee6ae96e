import ArgumentParser
import NIOCore
import NIOPosix
import RollcallAPI
import RollcallRPC

struct RevocationLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revocation",
        abstract: "How long after a session was revoked the other services go on to serve it.")

    /// They are revoked, one after the other.
    @OptionGroup var users: SessionOptions

    @Option(help: "Where Profile answers.")
    var profile: Endpoint

    @Option(help: "Where Presence answers.")
    var presence: Endpoint

    func run() async throws {
        let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let client = users.auth.client(eventLoops)
        let auth = AuthServiceClient(client)
        let watched = WatchedServices(
            profile: ProfileServiceClient(profile.client(eventLoops)),
            presence: PresenceServiceClient(presence.client(eventLoops)))
        let sessions = try await users.signedIn(usual: 300, by: client)
        var latencies = Latencies(expecting: sessions.count)
        for session in sessions {
            latencies.add(try await watched.delay(of: session, revokedBy: auth))
        }
        try report(latencies.fields, ["revocations": latencies.count])
    }
}

/// Those that have to hear of a revocation.
private struct WatchedServices {
    let profile: ProfileServiceClient
    let presence: PresenceServiceClient

    /// Between two questions whether a session is still served.
    private static let pause = Duration.milliseconds(1)
    /// A session that is served for longer is served until its token expires.
    private static let patience = TimeAmount.seconds(10)

    struct NeverRefused: Error {}

    /// - Returns: the time from the answer to the revocation until the last of the services has
    ///   refused the session for the first time; zero if that was before the answer.
    func delay(
        of session: SeededSession, revokedBy auth: AuthServiceClient
    ) async throws -> TimeAmount {
        let options = try session.authorized(CallOptions())
        let profileRequest = RollcallAPI.GetProfileRequest(user: .id(session.userID))
        let presenceRequest = GetPresenceRequest(userIDs: [session.userID])
        let calls: [Call] = [
            { _ = try await profile.getProfile(profileRequest, options: options) },
            { _ = try await presence.getPresence(presenceRequest, options: options) },
        ]
        for call in calls { try await patient(call)() }
        async let refused = lastRefusal(of: calls)
        _ = try await auth.revokeSession(
            RevokeSessionRequest(sessionID: session.sessionID), options: options)
        let revoked = NIODeadline.now()
        return max(.zero, try await refused - revoked)
    }

    private func lastRefusal(of calls: [Call]) async throws -> NIODeadline {
        try await withThrowingTaskGroup(of: NIODeadline.self) { group in
            for call in calls { group.addTask { try await refusal(of: call) } }
            return try await group.reduce(.uptimeNanoseconds(0)) { max($0, $1) }
        }
    }

    private func refusal(of call: Call) async throws -> NIODeadline {
        let end = NIODeadline.now() + Self.patience
        while NIODeadline.now() < end {
            do {
                try await call()
            } catch let error as RPCError where error.code == .unauthenticated {
                return .now()
            }
            try await Task.sleep(for: Self.pause)
        }
        throw NeverRefused()
    }
}
