import RollcallAPI

/// Proofs by a mailed code or link.
extension RollcallSession {
    /// Sends a code and a link to the account's primary e-mail address, to verify it.
    ///
    /// - Returns: when they expire, in milliseconds since 1970-01-01 UTC; nil when the address is
    ///   already verified, and for an account without one.
    /// - Throws: `RPCError` (`resourceExhausted`, TOO_MANY_ATTEMPTS); `SessionError`.
    public func sendVerification() async throws -> Int64? {
        let response = try await account.sendVerification(SendVerificationRequest())
        return response.expiresAtMs == 0 ? nil : response.expiresAtMs
    }

    /// Sends a code to the account's primary e-mail address, for `Reauthentication.mailedCode`.
    ///
    /// - Returns: when it expires, in milliseconds since 1970-01-01 UTC; nil when nothing was sent,
    ///   as the account has no verified address.
    /// - Throws: `RPCError` (`resourceExhausted`, TOO_MANY_ATTEMPTS); `SessionError`.
    public func sendReauthentication() async throws -> Int64? {
        let response = try await account.sendReauthentication(SendReauthenticationRequest())
        return response.expiresAtMs == 0 ? nil : response.expiresAtMs
    }

    /// Sends a code and a link to a user who forgot the password. It needs no session, and does not
    /// reveal whether the account exists. A known device has its own limit, which strangers cannot
    /// use up.
    ///
    /// - Parameter locale: the language of the mail if the account has chosen none.
    /// - Returns: a secret that has to be sent together with the code.
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS).
    public func requestPasswordReset(email: String, locale: String = "") async throws -> String {
        var request = RequestPasswordResetRequest(email: email, locale: locale)
        if let token = try? await store.loadDeviceToken() { request.deviceToken = token }
        return try await account.requestPasswordReset(request).flow
    }

    /// Chooses a password by a mailed code, and ends all of the account's sessions. This device
    /// becomes a known device, so that strangers cannot block sign-ins on it.
    ///
    /// - Parameter flow: what `requestPasswordReset` returned.
    /// - Throws: `RPCError` (CODE_WRONG, CODE_EXPIRED, or a reason for each rule that the password
    ///   breaks).
    public func resetPassword(flow: String, code: String, to password: String) async throws {
        let proof = MailedCode(flow: flow, code: code)
        try await resetPassword(
            ResetPasswordRequest(proof: .mailedCode(proof), newPassword: password))
    }

    /// Chooses a password by a mailed link, and ends all of the account's sessions.
    ///
    /// - Parameter linkToken: the part of the link after the `#`.
    /// - Throws: `RPCError` (LINK_INVALID, or a reason for each rule that the password breaks).
    public func resetPassword(linkToken: String, to password: String) async throws {
        try await resetPassword(
            ResetPasswordRequest(proof: .linkToken(linkToken), newPassword: password))
    }

    private func resetPassword(_ request: ResetPasswordRequest) async throws {
        let token = try await account.resetPassword(request).deviceToken
        // Without it the next sign-in is that of a new device. A signed-in user keeps the present
        // token, as the mail may have been for another account.
        let isSignedOut = try await store.load() == nil
        if isSignedOut, !token.isEmpty { try? await store.saveDeviceToken(token) }
    }
}
