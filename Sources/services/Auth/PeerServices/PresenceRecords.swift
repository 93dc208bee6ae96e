import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// What Presence knows of users: Auth asks for it as a service.
struct PresenceRecords: OutboxDestination {
    static let name = "Presence"
    static let kinds = [OutboxItem.Kind.registerPresence, .erasePresence]

    let presence: PresenceServiceClient
    let credential: ServiceCredential
    /// The longest that one call may take.
    let timeout: Duration

    func deliver(_ item: OutboxItem) async throws -> Int64? {
        let options = try credential.options(timeout: timeout)
        let userID = item.accountID.description
        switch item.kind {
        case .registerPresence:
            // The id is as old as the sign-up.
            let request = RegisterPresenceRequest(
                userID: userID, signedUpAtMs: item.accountID.milliseconds)
            _ = try await presence.registerPresence(request, options: options)
        case .erasePresence:
            let request = ErasePresenceRequest(userID: userID)
            return try await presence.erasePresence(request, options: options).erasedAtMs
        case .confirmDisplayName, .releaseDisplayName, .eraseProfile: break
        }
        return nil
    }

    func export(_ id: UUIDv7) async throws -> ExportPresenceResponse {
        let options = try credential.options(timeout: timeout)
        let request = ExportPresenceRequest(userID: id.description)
        return try await answering {
            try await presence.exportPresence(request, options: options)
        }
    }

    func answering<T>(_ body: () async throws -> T) async throws -> T {
        try await answer(of: "presence", passing: [.resourceExhausted, .cancelled], body)
    }
}
