import RollcallCrypto

@testable import Profile

extension ProfileStore {
    /// Gives the user another name, or a first one.
    func rename(
        _ user: UUIDv7, to name: DisplayName, now: Int64
    ) async throws -> StoredProfile {
        try await update(user, ProfileEdit(name: name), now: now)
    }
}
