import RollcallAPI
import RollcallRPC
import Synchronization
import TestServers

/// Presence as Auth sees it: it forgets users. A test makes it fail before or after it has done so.
final class FaultyPresence: PresencePeerService {
    typealias Fault = @Sendable (FaultyProfile.Moment) async throws -> Void

    private let erased = Mutex<[String: Int64]>([:])
    private let seen = Mutex<[String: PresenceTrace]>([:])
    private let signUps = Mutex<[String: [Int64]]>([:])
    private let fault = Mutex<Fault?>(nil)
    /// Whether it lists the first page again and again.
    let isStuck = Atomic(false)
    /// The tokens behind its first pages, which are empty. After the last one it lists users.
    let emptyPages = Mutex<[String]>([])

    /// The users who were here.
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

    /// The ids of the users who were forgotten.
    var users: Set<String> { erased.withLock { Set($0.keys) } }

    func erasePresence(
        _ request: ErasePresenceRequest, context: CallContext
    ) async throws -> ErasePresenceResponse {
        let fault = fault.withLock { $0 }
        try await fault?(.before)
        let at = erased.withLock { erased in
            let at = erased[request.userID] ?? 1000 + Int64(erased.count)
            erased[request.userID] = at
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
            presence: Presence(userID: request.userID, state: .away, lastSeenAtMs: 1234),
            leases: [ExportedLease(leaseMs: 30_000, state: .away)])
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
        let empty = emptyPages.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let empty { return ListPresencesResponse(nextPageToken: empty) }
        let after = isStuck.load(ordering: .relaxed) ? "" : request.pageToken
        let rest = all.filter { $0.userID > after }
        return ListPresencesResponse(
            presences: Array(rest.prefix(2)), nextPageToken: rest.count > 2 ? rest[1].userID : "")
    }
}
