/// What a sign-in with a correct proof has led to.
public enum SignInResult: Sendable, Equatable {
    case signedIn(User)
    /// Another proof is needed, such as a mailed code: go on with `continueSignIn`. What was signed
    /// in before still is.
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
        return try await open(answer.session, answer.tokens, answer.deviceToken, answer.pending)
    }

    /// Mails a code for signing in without a password. The answer is the same for an address
    /// without an account.
    ///
    /// - Parameter locale: the language of the mail if the account has chosen none.
    /// - Returns: the flow, which `MailedCode` names beside the code.
    /// - Throws: `RollcallError`; SIGN_IN_WAY_OFF in a deployment that mails none.
    public func sendSignInCode(
        email: String, locale: String
    ) async throws(RollcallError) -> String {
        try await auth.sendSignInCode(
            SendSignInCodeRequest(
                email: email, locale: locale, deviceToken: try await deviceToken())
        ).flow
    }

    /// Signs in by a mailed code. The user who was signed in before is signed out.
    ///
    /// - Throws: `RollcallError`; CODE_WRONG; CODE_EXPIRED when another is needed.
    public func signIn(with code: MailedCode) async throws(RollcallError) -> SignInResult {
        let answer = try await auth.signInWithCode(
            SignInWithCodeRequest(
                flow: code.flow, code: code.code, deviceLabel: device.label,
                platform: device.platform, appVersion: device.appVersion,
                deviceToken: try await deviceToken()))
        return try await open(answer.session, answer.tokens, answer.deviceToken, answer.pending)
    }

    /// Gives an account that was made by `signUpAnonymously` an address and a password. All else
    /// stays as it is.
    ///
    /// - Throws: `RollcallError` with all broken rules; EMAIL_TAKEN: the accounts are not merged;
    ///   HAS_CREDENTIAL, also if an earlier call was done whose answer was lost.
    @discardableResult
    public func upgrade(email: String, password: String) async throws(RollcallError) -> User {
        let answer = try await auth.upgradeAccount(
            UpgradeAccountRequest(email: email, password: password))
        if let session = answer.session { try await keeper.update(session) }
        return try await keeper.user()
    }

    /// Goes on with a sign-in that waits for another proof.
    ///
    /// - Parameter step: one of `pending.steps`.
    /// - Throws: `RollcallError`; CODE_EXPIRED when the sign-in has to begin again.
    public func continueSignIn(
        _ pending: PendingSignIn, by step: ContinueSignInRequest.Step
    ) async throws(RollcallError) -> SignInResult {
        let answer = try await auth.continueSignIn(
            ContinueSignInRequest(token: pending.token, step: step))
        return try await open(answer.session, answer.tokens, answer.deviceToken, answer.pending)
    }

    func open(
        _ session: Session?, _ tokens: Tokens?, _ deviceToken: String, _ pending: PendingSignIn?
    ) async throws(RollcallError) -> SignInResult {
        if let pending { return .codeRequired(pending) }
        return .signedIn(try await keeper.open(session, tokens, deviceToken))
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
