import RollcallAPI
import RollcallRPC
import RollcallRules

extension AccountHandler {
    /// The rules are those of SignUp. The estimate takes a millisecond at most.
    package func checkPassword(
        _ request: CheckPasswordRequest, context: CallContext
    ) async throws -> CheckPasswordResponse {
        let email = try? EmailAddress(request.email)
        let identities = [request.email, email?.text ?? "", request.displayName.spaceTrimmed]
        let rules = PasswordRules(identities: identities, common: passwordRules.common)
        let text = NormalPassword(request.password)?.text ?? request.password
        let strength = PasswordStrength(of: text, knowing: identities)
        var broken = BrokenRules()
        broken.check(password: request.password, by: rules)
        return CheckPasswordResponse(
            score: UInt32(strength.score),
            weakness: strength.score < 3 ? PasswordWeakness(strength.weakness) : .unspecified,
            violations: broken.violations)
    }
}

extension PasswordWeakness {
    fileprivate init(_ weakness: PasswordStrength.Weakness?) {
        self =
            switch weakness {
            case .dictionary: .word
            case .identity: .identity
            case .repeated: .repeat
            case .sequence: .sequence
            case .keyboard: .keys
            case .date: .date
            case nil: .unspecified
            }
    }
}
