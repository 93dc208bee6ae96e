import RollcallAPI
import RollcallCrypto

/// What a check of the services asks of Profile.
extension DisplayNames {
    func list(_ request: ListProfilesRequest) async throws -> ListProfilesResponse {
        try await Self.repairing {
            try await profile.listProfiles(request, options: options(nil))
        }
    }

    /// - Parameter name: empty for none; nil for any.
    func restore(_ user: UUIDv7, wanting name: String?) async throws {
        let request = RestoreProfileRequest(
            userID: user.description, displayName: name ?? "", isNameless: name == "")
        _ = try await Self.repairing {
            try await profile.restoreProfile(request, options: options(nil))
        }
    }
}
