import RollcallAPI
import RollcallRPC

/// What is proved by a code or a link that was mailed.
extension RollcallSession {
    /// Sends a code and a link to the account's e-mail address, to verify it.
    ///
    /// - Returns: until when they are good, in milliseconds since 1970-01-01 UTC; nil when the
    ///   address is verified already.
    /// - Throws: `RPCError` (`resourceExhausted`, TOO_MANY_ATTEMPTS); `SessionError`.
    public func sendVerification() async throws -> Int64? {
        let response = try await account.sendVerification(SendVerificationRequest())
        return response.expiresAtMs == 0 ? nil : response.expiresAtMs
    }

    /// Verifies the account's e-mail address.
    ///
    /// - Parameter code: eight digits.
    /// - Throws: `RPCError` (CODE_WRONG, CODE_EXPIRED); `SessionError`.
    public func verifyAddress(code: String) async throws {
        _ = try await account.verifyAddress(VerifyAddressRequest(code: code))
    }

    /// Has a code and a link mailed to a user who forgot the password. It needs no session, and does not
    /// tell whether the account exists. A device that the account knows has a limit of its own, which
    /// strangers cannot use up.
    ///
    /// - Parameter locale: the language to write in if the account has chosen none.
    /// - Returns: a secret, to be shown together with the code.
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS).
    public func requestPasswordReset(email: String, locale: String = "") async throws -> String {
        var request = RequestPasswordResetRequest(email: email, locale: locale)
        if let token = try? await store.loadDeviceToken() { request.deviceToken = token }
        return try await account.requestPasswordReset(request).flow
    }

    /// Chooses a password by a mailed code, and ends all of the account's sessions. The account knows
    /// this device from then on, so that strangers keep nobody from signing in on it.
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
    /// - Parameter linkToken: what stands behind the `#` of the link.
    /// - Throws: `RPCError` (LINK_INVALID, or a reason for each rule that the password breaks).
    public func resetPassword(linkToken: String, to password: String) async throws {
        try await resetPassword(
            ResetPasswordRequest(proof: .linkToken(linkToken), newPassword: password))
    }

    private func resetPassword(_ request: ResetPasswordRequest) async throws {
        let token = try await account.resetPassword(request).deviceToken
        // Without it the next sign-in is that of a new device. A user who is signed in keeps the present
        // one: the mail may have been for another account.
        let isSignedOut = try await store.load() == nil
        if isSignedOut, !token.isEmpty { try? await store.saveDeviceToken(token) }
    }

    /// Begins to change the account's e-mail address: sends a code to the new one, and to the old one
    /// if that was verified.
    ///
    /// - Throws: `RPCError`: `permissionDenied` (WRONG_CREDENTIALS) when the account has another
    ///   password; `invalidArgument`; TOO_MANY_ATTEMPTS; `SessionError`.
    public func startAddressChange(
        to email: String, password: String
    ) async throws -> StartAddressChangeResponse {
        try await account.startAddressChange(
            StartAddressChangeRequest(password: password, newEmail: email))
    }

    /// Changes the account's e-mail address, and ends all of its sessions but this one.
    ///
    /// - Parameter oldCode: empty if none was sent to the old address.
    /// - Throws: `RPCError` (CODE_WRONG for each that is wrong, CODE_EXPIRED); `SessionError`.
    public func confirmAddressChange(oldCode: String = "", newCode: String) async throws {
        _ = try await account.confirmAddressChange(
            ConfirmAddressChangeRequest(oldCode: oldCode, newCode: newCode))
    }

    /// What a mailed link is for. Nothing is used up by it; no session is needed.
    ///
    /// - Parameter linkToken: what stands behind the `#` of the link.
    /// - Throws: `RPCError` (LINK_INVALID).
    public func linkPurpose(of linkToken: String) async throws -> LinkPurpose {
        try await account.describeLink(DescribeLinkRequest(linkToken: linkToken)).purpose
    }

    /// Does what a mailed link is for, when its reader has said yes. No session is needed.
    ///
    /// - Parameter linkToken: what stands behind the `#` of the link.
    /// - Throws: `RPCError` (LINK_INVALID; `failedPrecondition` for one that needs a new password).
    public func followLink(_ linkToken: String) async throws -> FollowLinkResponse {
        try await account.followLink(FollowLinkRequest(linkToken: linkToken))
    }
}
