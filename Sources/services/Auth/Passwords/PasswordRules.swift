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
