import RollcallAPI
import RollcallRPC
import RollcallWire
import TestServers

/// Presence, as far as a client can see it.
struct PresenceDouble: PartialPresence {
    let deployment: Deployment

    func goOnline(
        _ request: GoOnlineRequest, context: CallContext
    ) async throws -> GoOnlineResponse {
        try deployment.checkIsThere()
        let lease = deployment.state.withLock { state in
            state.leases.append(UInt64(state.leases.count + 1))
            return UInt64(state.leases.count)
        }
        return GoOnlineResponse(leaseID: lease, leaseMs: 30)
    }

    /// Takes what the device says, until its lease is one that has ended.
    func attach(
        _ requests: RequestStream<AttachRequest>, responses: ResponseWriter<AttachResponse>,
        context: CallContext
    ) async throws {
        try deployment.checkIsThere()
        let lease = deployment.state.withLock { state in
            state.leases.append(UInt64(state.leases.count + 1))
            return UInt64(state.leases.count)
        }
        // The second one says that the stream goes on.
        for _ in 0..<2 {
            try await responses.send(AttachResponse(leaseID: lease, leaseMs: 30, beatMs: 10))
        }
        for try await request in requests {
            let isHeld = deployment.state.withLock { state in
                state.attachRequests.append(request)
                state.beats[lease, default: 0] += 1
                return !state.endedLeases.contains(lease)
            }
            guard isHeld else { throw RPCError.violation(.notFound, .leaseEnded, "ended") }
        }
    }

    func heartbeat(
        _ request: HeartbeatRequest, context: CallContext
    ) async throws -> HeartbeatResponse {
        try deployment.checkIsThere()
        let isHeld = deployment.state.withLock { !$0.endedLeases.contains(request.leaseID) }
        guard isHeld else { throw RPCError.violation(.notFound, .leaseEnded, "ended") }
        return HeartbeatResponse(leaseMs: 30)
    }

    func goOffline(
        _ request: GoOfflineRequest, context: CallContext
    ) async throws -> GoOfflineResponse {
        deployment.state.withLock { $0.endedLeases.append(request.leaseID) }
        return GoOfflineResponse()
    }

    func getPresence(
        _ request: GetPresenceRequest, context: CallContext
    ) async throws -> Encoded<GetPresenceResponse> {
        Encoded(GetPresenceResponse())
    }

    /// Answers the messages of one moment, and is then away.
    func watch(
        _ requests: RequestStream<WatchRequest>, responses: ResponseWriter<WatchResponse>,
        context: CallContext
    ) async throws {
        let messages = requests.makeAsyncIterator()
        var version: UInt64 = 0
        for number in 1...deployment.state.withLock({ $0.watchAnswers }) {
            let request = try await messages.next() ?? WatchRequest()
            deployment.state.withLock { $0.watches.append(request) }
            try deployment.checkIsThere()
            let list = PresenceList(presences: [Presence(userID: "user", state: .online)])
            version = max(version, request.cursor?.version ?? 0) + 1
            let isSnapshot = number == 1 && request.cursor == nil
            let staleSince = deployment.state.withLock { $0.staleSince }
            try await responses.send(
                WatchResponse(
                    update: isSnapshot ? .snapshot(list) : .changes(list),
                    cursor: PresenceCursor(epoch: 1, version: version),
                    becameStaleAtMs: staleSince, requests: number))
            // The watch goes on, and there is nothing to tell.
            try await responses.send(
                WatchResponse(
                    update: .changes(PresenceList()), becameStaleAtMs: staleSince,
                    requests: number))
        }
        try await deployment.leaveWatch()
    }

    func getPresenceSettings(
        _ request: GetPresenceSettingsRequest, context: CallContext
    ) async throws -> GetPresenceSettingsResponse {
        GetPresenceSettingsResponse(visibility: deployment.state.withLock { $0.visibility })
    }

    func updatePresenceSettings(
        _ request: UpdatePresenceSettingsRequest, context: CallContext
    ) async throws -> UpdatePresenceSettingsResponse {
        deployment.state.withLock { $0.visibility = request.visibility }
        return UpdatePresenceSettingsResponse()
    }
}
