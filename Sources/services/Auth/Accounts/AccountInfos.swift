import RollcallAPI

/// Accounts as their owners see them.
struct AccountInfos: Sendable {
    let store: AuthStore
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64

    func info(of account: Account) async throws -> AccountInfo {
        let pending = try await store.challenge(of: account.id, .changeAddressNew, now: clock())
        return AccountInfo(
            userID: account.id.description,
            email: account.email,
            emailVerified: account.emailVerifiedAt != nil,
            locale: account.locale,
            createdAtMs: account.createdAt,
            passwordChangedAtMs: account.passwordChangedAt,
            pendingEmail: pending?.address ?? "")
    }
}
