import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage

/// What Presence knows of users: Auth asks for it as a service.
struct PresenceRecords: OutboxDestination {
    static let name = "Presence"
    static let kinds = [OutboxItem.Kind.registerPresence, .erasePresence]
    static let work = OutboxItem.table("kind IN ('registerPresence', 'erasePresence')")
    static let passedOn: Set<StatusCode> = [.resourceExhausted, .cancelled]

    let presence: PresencePeerServiceClient
    let credential: ServiceCredential
    /// The longest that one call may take.
    let timeout: Duration

    func deliver(_ kind: OutboxItem.Kind, of user: UUIDv7) async throws -> Int64? {
        let options = try credential.options(timeout: timeout)
        let userID = user.description
        switch kind {
        case .registerPresence:
            // The id is as old as the sign-up.
            let request = RegisterPresenceRequest(
                userID: userID, signedUpAtMs: user.milliseconds)
            _ = try await presence.registerPresence(request, options: options)
        case .erasePresence:
            let request = ErasePresenceRequest(userID: userID)
            return try await presence.erasePresence(request, options: options).erasedAtMs
        case .confirmDisplayName, .releaseDisplayName, .makeProfile, .eraseProfile,
            .eraseProfileAndName:
            break
        }
        return nil
    }

    func export(_ id: UUIDv7) async throws -> ExportPresenceResponse {
        let options = try credential.options(timeout: timeout)
        let request = ExportPresenceRequest(userID: id.description)
        return try await Self.calling {
            try await presence.exportPresence(request, options: options)
        }
    }

    /// For a check of the services.
    func list(_ request: ListPresencesRequest) async throws -> ListPresencesResponse {
        try await Self.repairing {
            try await presence.listPresences(
                request, options: credential.options(timeout: timeout))
        }
    }
}
