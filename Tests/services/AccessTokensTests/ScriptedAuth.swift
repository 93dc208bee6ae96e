import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization

/// Auth, as far as a verifier sees it, which does what the test says.
final class ScriptedAuth: RevocationService {
    enum Conduct {
        case follows
        /// Takes the call, and says nothing.
        case isSilent
        case refuses(RPCError)
    }

    struct State {
        var conduct = Conduct.follows
        var epoch: UInt64 = 1
        var sessions: [UUIDv7] = []
        var keys: [SigningKey]
        var keyFetches = 0
        /// What its clock shows; 0 if it does not say.
        var sentAtMs: Int64 = 0
        /// Of every call, in order.
        var cursors: [RevocationCursor?] = []
        fileprivate var watchers: [Int: AsyncStream<WatchRevocationsResponse>.Continuation] = [:]
        fileprivate var isExpired = false
    }

    /// Sessions in a message.
    static let page = 1000

    let state: Mutex<State>

    init(keys: [SigningKey]) {
        state = Mutex(State(keys: keys))
    }

    var cursors: [RevocationCursor?] { state.withLock { $0.cursors } }
    var keyFetches: Int { state.withLock { $0.keyFetches } }

    func add(to router: inout Router) {
        router.add(self)
        router.unary(AuthServiceMethods.getSigningKeys) { _, _ in
            self.state.withLock { state in
                state.keyFetches += 1
                return GetSigningKeysResponse(keys: state.keys)
            }
        }
    }

    func watchRevocations(
        _ request: WatchRevocationsRequest, responses: ResponseWriter<WatchRevocationsResponse>,
        context: CallContext
    ) async throws {
        let (news, watcher) = AsyncStream.makeStream(of: WatchRevocationsResponse.self)
        let (conduct, backlog) = state.withLock { state in
            state.cursors.append(request.cursor)
            state.watchers[state.cursors.count] = watcher
            return (state.conduct, state.backlog(since: request.cursor))
        }
        switch conduct {
        case .refuses(let error): throw error
        case .isSilent: break
        case .follows: for message in backlog { try await responses.send(message) }
        }
        for await message in news { try await responses.send(message) }
        if state.withLock({ $0.isExpired }) {
            throw RPCError(.unauthenticated, "the token has expired")
        }
        throw RPCError(.unavailable, "the stream was closed")
    }
}

/// What the test says.
extension ScriptedAuth {
    func set(_ conduct: Conduct) { state.withLock { $0.conduct = conduct } }

    func revoke(_ sessions: [UUIDv7]) {
        state.withLock { state in
            state.sessions += sessions
            state.tell(WatchRevocationsResponse(sessionIDs: sessions.map(\.bytes)))
        }
    }

    func sayNothingNew(at time: Int64 = 0) {
        state.withLock { state in
            state.sentAtMs = time
            state.tell(WatchRevocationsResponse())
        }
    }

    func beginEpoch() {
        state.withLock { state in
            state.epoch += 1
            state.sessions = []
            state.tell(WatchRevocationsResponse(replaces: true))
        }
    }

    func setKeys(_ keys: [SigningKey]) {
        state.withLock { state in
            state.keys = keys
            state.tell(WatchRevocationsResponse(hasNewKeys: true))
        }
    }

    /// Ends the streams that are open.
    ///
    /// - Parameter isExpired: whether the caller's token is to blame.
    func close(isExpired: Bool = false) {
        state.withLock { state in
            state.isExpired = isExpired
            for watcher in state.watchers.values { watcher.finish() }
            state.watchers = [:]
        }
    }
}

extension ScriptedAuth.State {
    private var cursor: RevocationCursor {
        RevocationCursor(epoch: epoch, version: UInt64(sessions.count))
    }

    func tell(_ message: WatchRevocationsResponse) {
        var message = message
        message.cursor = cursor
        message.isCurrent = true
        message.sentAtMs = sentAtMs
        for watcher in watchers.values { watcher.yield(message) }
    }

    fileprivate func backlog(since start: RevocationCursor?) -> [WatchRevocationsResponse] {
        let isKnown = start?.epoch == epoch
        let first = isKnown ? Int(start?.version ?? 0) : 0
        return stride(from: first, through: sessions.count, by: ScriptedAuth.page).map { start in
            let end = min(start + ScriptedAuth.page, sessions.count)
            return WatchRevocationsResponse(
                cursor: RevocationCursor(epoch: epoch, version: UInt64(end)),
                replaces: !isKnown && start == 0,
                sessionIDs: sessions[start..<end].map(\.bytes),
                isCurrent: end == sessions.count)
        }
    }
}
