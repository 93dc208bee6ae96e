import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// What a check of the services asks of Presence.
extension PresenceRecords {
    typealias Entry = (user: UUIDv7, trace: PresenceTrace)

    func presences(
        after user: UUIDv7?, limit: Int
    ) async throws -> (entries: [Entry], isLast: Bool) {
        let request = ListPresencesRequest(
            pageSize: UInt32(limit), afterUserID: user?.description ?? "")
        let answer = try await repairing { try await presence.listPresences(request, options: $0) }
        return (try answer.presences.map(entry), !answer.hasMore)
    }

    func presences(of users: [UUIDv7]) async throws -> [UUIDv7: PresenceTrace] {
        let request = ListPresencesRequest(userIDs: users.map(\.description))
        let answer = try await repairing { try await presence.listPresences(request, options: $0) }
        let entries = try answer.presences.map(entry)
        return Dictionary(entries) { _, last in last }
    }

    func erase(_ user: UUIDv7) async throws {
        let request = ErasePresenceRequest(userID: user.description)
        _ = try await repairing { try await presence.erasePresence(request, options: $0) }
    }

    private func entry(_ trace: PresenceTrace) throws -> Entry {
        let user = try UUIDv7(trace.userID).orThrow(
            RPCError(.internal, "the presence service has listed what is no user"))
        return (user, trace)
    }

    private func repairing<T>(_ body: (CallOptions) async throws -> T) async throws -> T {
        let options = try credential.options(timeout: timeout)
        return try await answering { try await RepeatedCalls.repeating { try await body(options) } }
    }
}
