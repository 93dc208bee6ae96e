import RollcallAPI

/// What a new password must be: long enough, and not what everyone knows. No rules of composition
/// (NIST SP 800-63B §5.1.1.2).
struct PasswordRules {
    /// In code points after normalisation.
    static let lengths = 8...256

    /// What an attacker would try first: the e-mail address, and display names.
    let identities: [String]
    let common: CommonPasswords

    /// Every rule that the password breaks.
    func broken(by text: String) -> [Reason] {
        guard !text.isEmpty else { return [.passwordMissing] }
        guard let password = Password(text), password.length <= Self.lengths.upperBound else {
            return [.passwordTooLong]
        }
        var reasons: [Reason] = []
        if password.length < Self.lengths.lowerBound { reasons.append(.passwordTooShort) }
        if identities.contains(where: password.isEqual) {
            reasons.append(.passwordSameAsIdentity)
        }
        if common.contain(password) { reasons.append(.passwordCommon) }
        return reasons
    }
}

extension AuthHandler {
    /// What a new password of an account must be: also another than the display name of the sign-up and
    /// the one that Profile has now. Where that does not answer, a password can be changed all the same.
    func passwordRules(for account: Account) async throws -> PasswordRules {
        let first = try await store.firstDisplayName(of: account.id)
        let profile = try? await names.export(account.id)?.profile
        try Task.checkCancellation()
        return PasswordRules(
            identities: [account.email] + [first, profile?.displayName].compactMap(\.self),
            common: commonPasswords)
    }
}
