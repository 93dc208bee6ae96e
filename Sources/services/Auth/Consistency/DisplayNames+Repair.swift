import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// What a check of the services asks of Profile.
extension DisplayNames {
    func list(_ request: ListProfilesRequest) async throws -> ListProfilesResponse {
        try await repairing { try await profile.listProfiles(request, options: $0) }
    }

    /// - Parameter name: empty for none; nil for any.
    func restore(_ user: UUIDv7, wanting name: String?) async throws {
        let request = RestoreProfileRequest(
            userID: user.description, displayName: name ?? "", withoutName: name == "")
        _ = try await repairing { try await profile.restoreProfile(request, options: $0) }
    }

    func confirm(_ user: UUIDv7) async throws {
        let request = ConfirmDisplayNameRequest(userID: user.description)
        _ = try await repairing { try await profile.confirmDisplayName(request, options: $0) }
    }

    func release(_ user: UUIDv7) async throws {
        let request = ReleaseDisplayNameRequest(userID: user.description)
        _ = try await repairing { try await profile.releaseDisplayName(request, options: $0) }
    }

    func erase(_ user: UUIDv7) async throws {
        let request = EraseProfileRequest(userID: user.description)
        _ = try await repairing { try await profile.eraseProfile(request, options: $0) }
    }

    private func repairing<T>(_ body: (CallOptions) async throws -> T) async throws -> T {
        try await asking(nil) { options in
            try await RepeatedCalls.repeating { try await body(options) }
        }
    }
}
