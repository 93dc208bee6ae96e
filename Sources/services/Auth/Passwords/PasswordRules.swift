import RollcallAPI
import RollcallRules
import Tables

/// What a new password must be: `NormalPassword` with its rules, and no common one.
struct PasswordRules {
    /// What an attacker would try first: the e-mail address, and display names.
    let identities: [String]
    let common: CommonPasswords

    /// Every rule that the password breaks.
    func broken(by text: String) -> [Reason] {
        let broken = NormalPassword.rulesBroken(by: text, of: identities)
        guard !broken.contains(.passwordMissing), !broken.contains(.passwordTooLong),
            let password = Password(text), common.contain(password)
        else { return broken.map(Reason.init) }
        return broken.map(Reason.init) + [.passwordCommon]
    }
}
