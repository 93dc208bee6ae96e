import Foundation

/// Passkeys. What the services answer is for `ASAuthorizationController` on Apple's systems, and
/// what that answers goes back: the README has the code.
extension Rollcall {
    public func startPasskeyRegistration(
        _ proof: Reauthentication?
    ) async throws(RollcallError) -> PasskeyRegistration {
        try await passkey.startPasskeyRegistration(
            StartPasskeyRegistrationRequest(proof: proof))
    }

    @discardableResult public func finishPasskeyRegistration(
        _ registration: PasskeyRegistration, clientDataJSON: Data, attestationObject: Data,
        label: String
    ) async throws(RollcallError) -> Passkey {
        let answer = try await passkey.finishPasskeyRegistration(
            FinishPasskeyRegistrationRequest(
                attempt: registration.attempt, clientDataJson: clientDataJSON,
                attestationObject: attestationObject, label: label))
        guard let passkey = answer.passkey else { throw .malformed("the passkey is left out") }
        return passkey
    }

    public func passkeys() async throws(RollcallError) -> [Passkey] {
        try await passkey.listPasskeys().passkeys
    }

    public func removePasskey(
        _ id: String, proof: Reauthentication?
    ) async throws(RollcallError) {
        _ = try await passkey.removePasskey(
            RemovePasskeyRequest(proof: proof, passkeyID: id))
    }

    public func startPasskeySignIn(
        _ pending: PendingSignIn?
    ) async throws(RollcallError) -> PasskeyChallenge {
        try await passkey.startPasskeySignIn(
            StartPasskeySignInRequest(pendingToken: pending?.token ?? ""))
    }

    public func signIn(with assertion: PasskeyAssertion) async throws(RollcallError) -> User {
        let answer = try await passkey.signInWithPasskey(
            SignInWithPasskeyRequest(
                assertion: assertion, deviceLabel: device.label, platform: device.platform,
                appVersion: device.appVersion, deviceToken: try await deviceToken()))
        return try await keeper.open(answer.session, answer.tokens, answer.deviceToken)
    }
}
