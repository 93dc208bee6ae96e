import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// What a check of the services asks of Presence.
extension PresenceRecords {
    func list(_ request: ListPresencesRequest) async throws -> ListPresencesResponse {
        try await repairing { try await presence.listPresences(request, options: $0) }
    }

    func erase(_ user: UUIDv7) async throws {
        let request = ErasePresenceRequest(userID: user.description)
        _ = try await repairing { try await presence.erasePresence(request, options: $0) }
    }

    private func repairing<T>(_ body: (CallOptions) async throws -> T) async throws -> T {
        let options = try credential.options(timeout: timeout)
        return try await answering { try await RepeatedCalls.repeating { try await body(options) } }
    }
}
