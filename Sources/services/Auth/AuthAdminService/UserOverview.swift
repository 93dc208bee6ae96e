import RollcallAPI
import RollcallCrypto

/// An account, as an administrator sees it: nothing in it comes from its password or its tokens.
struct UserOverview: Sendable {
    let account: Account
    /// Of live sessions.
    let sessionCount: Int
    let hasFactor: Bool

    var id: UUIDv7 { account.id }

    /// Field by field, so that a new column of the account is not shown by accident.
    func summary(now: Int64) -> UserSummary {
        let isDisabled = account.isDisabled(at: now)
        let end = account.disabledUntil
        return UserSummary(
            userID: id.description,
            email: account.primary?.text ?? "",
            role: account.role == .admin ? .admin : .user,
            createdAtMs: account.createdAt,
            isDisabled: isDisabled,
            disableEndsAtMs: isDisabled && end != .max ? end ?? 0 : 0,
            mustResetPassword: account.mustResetPassword,
            sessionCount: UInt32(clamping: sessionCount),
            isEmailVerified: account.verifiedPrimary != nil,
            hasPassword: account.password != nil,
            hasFactor: hasFactor)
    }
}
