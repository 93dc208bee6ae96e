import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// What a check of the services asks of Profile.
extension DisplayNames {
    typealias Entry = (user: UUIDv7, trace: ProfileTrace)

    func profiles(
        after user: UUIDv7?, limit: Int
    ) async throws -> (entries: [Entry], isLast: Bool) {
        let request = ListProfilesRequest(
            pageSize: UInt32(limit), afterUserID: user?.description ?? "")
        let answer = try await repairing { try await profile.listProfiles(request, options: $0) }
        return (try answer.profiles.map(entry), !answer.hasMore)
    }

    func profiles(of users: [UUIDv7]) async throws -> [UUIDv7: ProfileTrace] {
        let request = ListProfilesRequest(userIDs: users.map(\.description))
        let answer = try await repairing { try await profile.listProfiles(request, options: $0) }
        let entries = try answer.profiles.map(entry)
        return Dictionary(entries) { _, last in last }
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

    func checkPhotos(after photo: String, mending isMending: Bool) async throws
        -> CheckPhotosResponse
    {
        let request = CheckPhotosRequest(afterPhotoID: photo, mend: isMending)
        return try await repairing { try await profile.checkPhotos(request, options: $0) }
    }

    private func entry(_ trace: ProfileTrace) throws -> Entry {
        let user = try UUIDv7(trace.userID).orThrow(
            RPCError(.internal, "the profile service has listed what is no user"))
        return (user, trace)
    }

    private func repairing<T>(_ body: (CallOptions) async throws -> T) async throws -> T {
        try await asking(nil) { options in
            try await RepeatedCalls.repeating { try await body(options) }
        }
    }
}
