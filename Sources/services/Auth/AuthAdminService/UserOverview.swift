import RollcallAPI
import RollcallCrypto

/// An account, as an administrator sees it: nothing in it comes from its password or its tokens.
struct UserOverview: Sendable {
    let id: UUIDv7
    /// The primary address, if there is one.
    let email: String?
    let role: Account.Role
    let createdAt: Int64
    /// See `Account.disabledUntil`.
    let disabledUntil: Int64?
    let mustResetPassword: Bool
    let isEmailVerified: Bool
    /// Of live sessions.
    let sessionCount: Int

    /// Field by field, so that a new column of the account is not shown by accident.
    func summary(now: Int64) -> UserSummary {
        let isDisabled = disabledUntil.map { now < $0 } ?? false
        return UserSummary(
            userID: id.description,
            email: email ?? "",
            role: role == .admin ? .admin : .user,
            createdAtMs: createdAt,
            isDisabled: isDisabled,
            disableEndsAtMs: isDisabled && disabledUntil != .max ? disabledUntil ?? 0 : 0,
            mustResetPassword: mustResetPassword,
            sessionCount: UInt32(clamping: sessionCount),
            isEmailVerified: isEmailVerified)
    }
}
