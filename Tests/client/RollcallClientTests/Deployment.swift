import RollcallAPI
import RollcallClient
import RollcallRPC
import Synchronization
import TestServers
import TestSupport

/// The services as a client meets them, in memory. Tokens are numbered, and only the newest ones
/// are valid.
final class Deployment: Sendable {
    struct State {
        /// The number of the tokens that are valid.
        var number = 1
        var refreshes = 0
        /// Auth's clock, if its tokens are to end ten minutes later.
        var authTime: Int64?
        var isEnded = false
        /// How many of the next sign-ups, lease calls and watches find the service away.
        var absences = 0
        /// How they then fail.
        var absence = StatusCode.unavailable
        /// Whether a watch says nothing more in place of being cut off.
        var isSilent = false
        var idempotencyKeys: [String] = []
        var signIns: [SignInRequest] = []
        /// What the next sign-ins wait for.
        var pending: PendingSignIn?
        var continuations: [ContinueSignInRequest] = []
        var signedOut: [String] = []
        /// The ids of sessions, `others` or `all`.
        var revoked: [String] = []
        var sessionWatches = 0
        var leases: [UInt64] = []
        var endedLeases: [UInt64] = []
        /// What attached devices have said.
        var attachRequests: [AttachRequest] = []
        /// How many messages the device of each lease has sent.
        var beats: [UInt64: Int] = [:]
        var watches: [WatchRequest] = []
        /// How many messages of a watch of presence are answered before it is cut off.
        var watchAnswers: UInt32 = 1
        var staleSince: Int64 = 0
        var visibility = PresenceVisibility.everyone
        /// The cursors of watches of profiles, and what each of the next ones sends before it is
        /// cut off.
        var profileCursors: [ProfileWatchCursor?] = []
        var profileWatches: [[WatchProfilesResponse]] = []
    }

    let state = Mutex(State())

    func connect() throws -> any RPCClient { try server().connection }

    func server() throws -> TestServer {
        try TestServer(authenticator: AuthDouble(deployment: self)) { router in
            router.add(AuthDouble(deployment: self))
            router.add(PresenceDouble(deployment: self))
            router.serverStreaming(ProfileServiceMethods.watchProfiles) { request, responses, _ in
                let sent = self.state.withLock { state in
                    state.profileCursors.append(request.cursor)
                    return state.profileWatches.isEmpty ? [] : state.profileWatches.removeFirst()
                }
                for response in sent { try await responses.send(response) }
                try await self.leaveWatch()
            }
        }
    }

    /// A client that is signed in with the tokens of number 1.
    func session(
        expiresAtMs: Int64 = .max, now: @escaping @Sendable () -> Int64 = { 0 }
    ) throws -> RollcallSession {
        try session(
            store: InMemorySessionStore(.numbered(1, expiresAtMs: expiresAtMs)), now: now)
    }

    func session(
        store: any SessionStore, now: @escaping @Sendable () -> Int64 = { 0 },
        longestSilence: Duration = .seconds(30)
    ) throws -> RollcallSession {
        let client = try connect()
        return RollcallSession(
            auth: client, profile: client, presence: client, store: store, now: now,
            longestSilence: longestSilence)
    }

    /// Cuts a watch off, or says nothing more.
    func leaveWatch() async throws {
        if state.withLock({ $0.isSilent }) { try await untilCancelled() }
        throw RPCError(.unavailable, "going away")
    }

    /// Fails as if the service were away, if it is.
    func checkIsThere() throws {
        let absence: StatusCode? = state.withLock { state in
            state.absences -= 1
            return state.absences >= 0 ? state.absence : nil
        }
        if absence == .resourceExhausted { throw RPCError.tooManyAttempts(.milliseconds(1)) }
        if let absence { throw RPCError(absence, "away") }
    }
}

extension StoredSession {
    static func numbered(_ number: Int, expiresAtMs: Int64 = .max) -> StoredSession {
        StoredSession(
            sessionID: "session", userID: "user", accessToken: "access-\(number)",
            accessTokenExpiresAtMs: expiresAtMs, refreshToken: "refresh-\(number)")
    }
}
