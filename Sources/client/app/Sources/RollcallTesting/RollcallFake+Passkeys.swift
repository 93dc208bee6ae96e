import Foundation
import RollcallApp

/// The fake has no passkeys: an authenticator that answers would have to be a fake, too. The calls
/// throw what a deployment without passkeys says.
extension RollcallFake {
    public func startPasskeyRegistration(
        _ proof: Proof?
    ) async throws(RollcallError) -> PasskeyRegistration { throw .withoutPasskeys }

    @discardableResult public func finishPasskeyRegistration(
        _ registration: PasskeyRegistration, clientDataJSON: Data, attestationObject: Data,
        label: String
    ) async throws(RollcallError) -> Passkey { throw .withoutPasskeys }

    public func passkeys() async throws(RollcallError) -> [Passkey] { [] }

    public func removePasskey(_ id: String, proof: Proof?) async throws(RollcallError) {
        throw .withoutPasskeys
    }

    public func startPasskeySignIn(
        _ pending: PendingSignIn?
    ) async throws(RollcallError) -> PasskeyChallenge { throw .withoutPasskeys }

    @discardableResult
    public func signIn(with assertion: PasskeyAssertion) async throws(RollcallError) -> User {
        throw .withoutPasskeys
    }

    /// Only whether a rule is broken: the fake does not estimate guesses.
    public func checkPassword(
        _ password: String, email: String, displayName: String
    ) async throws(RollcallError) -> PasswordStrength {
        try await call { server throws(RollcallError) in
            var strength = PasswordStrength()
            strength.violations = server.broken(
                password: password, of: [email, displayName.spaceTrimmed], "password")
            strength.score = strength.violations.isEmpty ? 4 : 0
            return strength
        }
    }
}

extension RollcallError {
    fileprivate static var withoutPasskeys: RollcallError {
        .refused(.failedPrecondition, .signInWayOff)
    }
}
