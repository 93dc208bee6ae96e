import RollcallAPI
import RollcallRPC
import RollcallWire
import Synchronization

/// Presence, as far as Auth sees it: it forgets and freezes users. It can be made to fail before or after.
final class FaultyPresence: PresenceService {
    typealias Fault = @Sendable (FaultyProfile.Moment) async throws -> Void

    private let erased = Mutex<[String: Int64]>([:])
    private let seen = Mutex<[String: PresenceTrace]>([:])
    private let signUps = Mutex<[String: [Int64]]>([:])
    private let fault = Mutex<Fault?>(nil)

    /// Whoever was here, frozen or not.
    var traces: [PresenceTrace] { seen.withLock { $0.values.sorted { $0.userID < $1.userID } } }

    /// Notes that a user was here.
    func see(_ user: String) {
        seen.withLock { $0[user] = PresenceTrace(userID: user) }
    }

    /// When each user has signed up, in milliseconds since 1970-01-01 UTC, as often as it was told.
    var signUpTimes: [String: [Int64]] { signUps.withLock { $0 } }

    func setFault(_ fault: Fault?) {
        self.fault.withLock { $0 = fault }
    }

    /// Who was forgotten, by their ids.
    var users: Set<String> { erased.withLock { Set($0.keys) } }

    func erasePresence(
        _ request: ErasePresenceRequest, context: CallContext
    ) async throws -> ErasePresenceResponse {
        let fault = fault.withLock { $0 }
        try await fault?(.before)
        let at = erased.withLock { erased in
            let at = erased[request.userID] ?? 1000 + Int64(erased.count)
            if !request.isStray { erased[request.userID] = at }
            return at
        }
        seen.withLock { $0[request.userID] = nil }
        try await fault?(.after)
        return ErasePresenceResponse(erasedAtMs: at)
    }

    func registerPresence(
        _ request: RegisterPresenceRequest, context: CallContext
    ) async throws -> RegisterPresenceResponse {
        let fault = fault.withLock { $0 }
        try await fault?(.before)
        if !users.contains(request.userID) {
            see(request.userID)
            signUps.withLock { $0[request.userID, default: []].append(request.signedUpAtMs) }
        }
        try await fault?(.after)
        return RegisterPresenceResponse()
    }

    func exportPresence(
        _ request: ExportPresenceRequest, context: CallContext
    ) async throws -> ExportPresenceResponse {
        let fault = fault.withLock { $0 }
        try await fault?(.before)
        return ExportPresenceResponse(
            presence: Presence(userID: request.userID, state: .away, lastSeenMs: 1234),
            leases: [ExportedLease(leaseMs: 30_000, away: true)])
    }
}

/// What a check of the services asks.
extension FaultyPresence {
    func listPresences(
        _ request: ListPresencesRequest, context: CallContext
    ) async throws -> ListPresencesResponse {
        let fault = fault.withLock { $0 }
        try await fault?(.before)
        let gone = users.map { PresenceTrace(userID: $0, isErased: true) }
        let all = (traces + gone).sorted { $0.userID < $1.userID }
        guard request.userIDs.isEmpty else {
            return ListPresencesResponse(
                presences: all.filter { request.userIDs.contains($0.userID) })
        }
        let page = all.filter { $0.userID > request.afterUserID }
        return ListPresencesResponse(presences: Array(page.prefix(2)), hasMore: page.count > 2)
    }

    func setPresenceFrozen(
        _ request: SetPresenceFrozenRequest, context: CallContext
    ) async throws -> SetPresenceFrozenResponse {
        seen.withLock { $0[request.userID]?.isFrozen = request.isFrozen }
        return SetPresenceFrozenResponse()
    }
}

/// What Auth does not ask.
extension FaultyPresence {
    func goOnline(
        _ request: GoOnlineRequest, context: CallContext
    ) async throws -> GoOnlineResponse {
        throw RPCError(.unimplemented, "not asked")
    }

    func heartbeat(
        _ request: HeartbeatRequest, context: CallContext
    ) async throws -> HeartbeatResponse {
        throw RPCError(.unimplemented, "not asked")
    }

    func setAway(_ request: SetAwayRequest, context: CallContext) async throws -> SetAwayResponse {
        throw RPCError(.unimplemented, "not asked")
    }

    func goOffline(
        _ request: GoOfflineRequest, context: CallContext
    ) async throws -> GoOfflineResponse {
        throw RPCError(.unimplemented, "not asked")
    }

    func getPresence(
        _ request: GetPresenceRequest, context: CallContext
    ) async throws -> Encoded<GetPresenceResponse> {
        throw RPCError(.unimplemented, "not asked")
    }

    func watch(
        _ requests: RequestStream<WatchRequest>, responses: ResponseWriter<WatchResponse>,
        context: CallContext
    ) async throws {
        throw RPCError(.unimplemented, "not asked")
    }
}
