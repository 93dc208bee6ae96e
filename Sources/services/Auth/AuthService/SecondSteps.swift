import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthConfiguration {
    /// The steps of which a sign-in needs one after the correct password; empty if the password is
    /// enough. Another factor is decided here, and checked by `continueSignIn`.
    ///
    /// - Parameter device: nil if the account does not know the caller's device.
    func secondSteps(of account: Account, on device: KnownDevice?) -> [SignInStep] {
        confirmsUnknownDevices && device == nil && account.verifiedPrimary != nil
            ? [.mailedCode] : []
    }
}

extension AuthHandler {
    /// Suspends a sign-in with a correct password until the code that is mailed now comes back. A
    /// new one from the same address replaces the earlier one.
    ///
    /// The codes of an account have a limit. Only a caller with the correct password is told that
    /// it is reached.
    ///
    /// - Returns: nil if the account is another than when the password was verified.
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS).
    func suspend(
        _ account: Account, on device: SessionDevice, until steps: [SignInStep],
        spending attempt: consuming Attempt, _ context: CallContext
    ) async throws -> PendingSignIn? {
        let address = account.verifiedPrimary?.text ?? ""
        let mail = try limits.permit(.noticeAccount, of: .notice(account.id, .signIn))
        if let wait = attempt.take([mail]) {
            try await attempt.spend()
            throw RPCError.tooManyAttempts(wait)
        }
        let flow = try challenges.newFlow(issuer.random)
        let asker = try limits.mail(for: .stranger(context.peer)).key
        var request = challenges.request(.signIn, at: address, flow: flow, by: asker)
        request.device = device
        let issue = try challenges.draft(request).issue(
            of: account, at: address,
            telling: [.device: device.label, .network: context.peer.addressPrefix])
        guard try await store.suspend(issue, of: account, spending: attempt.permits) else {
            return nil
        }
        attempt.recorded()
        metrics.signIns.count(.pending)
        return PendingSignIn(
            token: flow.token.text, expiresAtMs: issue.challenge.expiresAt, steps: steps)
    }
}
