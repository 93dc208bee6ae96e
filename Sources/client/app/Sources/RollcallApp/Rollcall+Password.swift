extension Rollcall {
    /// How easily a password is guessed, and the rules of a sign-up that it breaks.
    ///
    /// - Throws: `RollcallError` (TOO_MANY_ATTEMPTS).
    public func checkPassword(
        _ password: String, email: String, displayName: String
    ) async throws(RollcallError) -> PasswordStrength {
        try await account.checkPassword(
            CheckPasswordRequest(password: password, email: email, displayName: displayName))
    }

    /// Has a code and a link mailed to a user who forgot the password. The answer is the same for
    /// an address without an account.
    ///
    /// - Parameter locale: the language of the mail if the account has chosen none.
    /// - Returns: the flow, which `MailedCode` names beside the code.
    /// - Throws: `RollcallError` (TOO_MANY_ATTEMPTS).
    public func requestPasswordReset(
        email: String, locale: String
    ) async throws(RollcallError) -> String {
        let request = RequestPasswordResetRequest(
            email: email, locale: locale, deviceToken: try await deviceToken())
        return try await account.requestPasswordReset(request).flow
    }

    /// Chooses another password, and ends all of the account's sessions. Then sign in.
    ///
    /// - Parameter proof: the mail's code with its flow, or the part of its link after the `#`.
    /// - Throws: `RollcallError`: CODE_WRONG, CODE_EXPIRED, LINK_INVALID, or the rules that the
    ///   password breaks.
    public func resetPassword(
        _ proof: ResetPasswordRequest.Proof, to password: String
    ) async throws(RollcallError) {
        let answer = try await account.resetPassword(
            ResetPasswordRequest(proof: proof, newPassword: password))
        // A user who is signed in keeps the present token: the mail may be another account's.
        try await keeper.change { state in
            if state.session == nil, !answer.deviceToken.isEmpty {
                state.deviceToken = answer.deviceToken
            }
        }
    }
}
