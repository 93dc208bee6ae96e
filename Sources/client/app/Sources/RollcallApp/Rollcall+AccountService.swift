import Foundation

extension Rollcall: AccountService {}

// What is not there yet.
extension Rollcall {
    private static let missing = RollcallError(.unimplemented, "not there yet", from: .app)

    public func checkDisplayName(
        _ name: String
    ) async throws(RollcallError) -> DisplayNameVerdict {
        let answer = try await profile.checkDisplayName(CheckDisplayNameRequest(displayName: name))
        return DisplayNameVerdict(answer, isOwn: false)
    }
    public func updateProfile(_ change: ProfileChange) async throws(RollcallError) -> User {
        let answer = try await profile.updateProfile(UpdateProfileRequest(change))
        return User(id: answer.profile?.userID ?? "", profile: answer.profile ?? Profile())
    }
    public func user(_ id: String) async throws(RollcallError) -> User { throw Self.missing }
    public func users(_ ids: [String]) async throws(RollcallError) -> [User] {
        throw Self.missing
    }
    public func searchUsers(prefix: String) async throws(RollcallError) -> [User] {
        throw Self.missing
    }
    public func block(_ id: String) async throws(RollcallError) { throw Self.missing }
    public func unblock(_ id: String) async throws(RollcallError) { throw Self.missing }
    public func blockedUsers() async throws(RollcallError) -> [User] { throw Self.missing }
    public func report(
        _ id: String, reason: ReportReason, note: String
    ) async throws(RollcallError) {
        throw Self.missing
    }
    public func setPhoto(
        _ data: Data, progress: @escaping @Sendable (Double) -> Void
    ) async throws(RollcallError) {
        throw Self.missing
    }
    public func deletePhoto() async throws(RollcallError) { throw Self.missing }
    public func photo(of user: User, size: Int) async throws(RollcallError) -> Data? {
        throw Self.missing
    }
    public func beHere() async throws(RollcallError) { throw Self.missing }
    public func people(_ ids: [String]) -> People { People(ids) { _, _ in } }
}
