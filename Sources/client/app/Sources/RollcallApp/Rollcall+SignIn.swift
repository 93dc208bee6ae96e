/// What a sign-in with a correct password has led to.
public enum SignInResult: Sendable, Equatable {
    case signedIn(User)
    /// A code was mailed: go on with `continueSignIn`. What was signed in before still is.
    case codeRequired(PendingSignIn)
}

extension Rollcall {
    /// Opens a session. The user who was signed in before is signed out.
    ///
    /// - Parameter name: an e-mail address or a display name.
    /// - Throws: `RollcallError`; WRONG_CREDENTIALS for an unknown name and for a wrong password.
    public func signIn(_ name: String, password: String) async throws(RollcallError) -> SignInResult
    {
        let isAddress = name.contains("@")
        let answer = try await auth.signIn(
            SignInRequest(
                email: isAddress ? name : "", password: password, deviceLabel: device.label,
                displayName: isAddress ? "" : name, platform: device.platform,
                appVersion: device.appVersion, deviceToken: try await deviceToken()))
        if let pending = answer.pending { return .codeRequired(pending) }
        return .signedIn(try await keeper.open(answer.session, answer.tokens, answer.deviceToken))
    }

    /// Opens the session of a sign-in that waits for a code.
    ///
    /// - Parameter code: the eight digits of the mail.
    /// - Throws: `RollcallError`: CODE_WRONG; CODE_EXPIRED when the sign-in has to begin again.
    @discardableResult
    public func continueSignIn(
        _ pending: PendingSignIn, code: String
    ) async throws(RollcallError) -> User {
        let answer = try await auth.continueSignIn(
            ContinueSignInRequest(token: pending.token, step: .mailedCode(code)))
        return try await keeper.open(answer.session, answer.tokens, answer.deviceToken)
    }

    /// Signs out, also without a network: the session is ended at the server when that is next
    /// reached.
    ///
    /// - Throws: `RollcallError` when the store cannot be changed: the user is still signed in.
    public func signOut() async throws(RollcallError) { try await keeper.signOut() }

    func deviceToken() async throws(RollcallError) -> String {
        try await keeper.vault.load().state.deviceToken
    }
}
