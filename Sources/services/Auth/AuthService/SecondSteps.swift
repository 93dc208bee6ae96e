import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthHandler {
    /// The steps of which a sign-in needs one after a correct first proof; empty if the proof is
    /// enough. An account with a second factor needs it at every sign-in. A mailed code is another
    /// proof only where the first was not mailed, too.
    ///
    /// - Parameters:
    ///   - device: nil if the account does not know the caller's device.
    ///   - isMailed: whether the first proof was a code or link of a mail.
    func secondSteps(
        of account: Account, on device: KnownDevice?, isMailed: Bool = false
    ) async throws -> [SignInStep] {
        if try await store.hasFactor(account.id) {
            let isOffered = passkeys.relyingParty != nil
            let count = try await isOffered ? store.waysIn(of: account.id).passkeys : 0
            return [.totp, .recoveryCode] + (count > 0 ? [.passkey] : [])
        }
        let asksByMail =
            configuration.confirmsUnknownDevices && device == nil && !isMailed
            && account.verifiedPrimary != nil
        return asksByMail ? [.mailedCode] : []
    }

    /// Suspends a sign-in with a correct first proof until one of the steps is done. A new one from
    /// the same address or device replaces the earlier one.
    ///
    /// The codes that are mailed to an account have a limit. Only a caller with the correct proof
    /// is told that it is reached.
    ///
    /// - Parameters:
    ///   - known: the caller's device, if the account knows it.
    ///   - purpose: of a mailed step.
    ///   - steps: of `secondSteps`.
    ///   - identity: the first proof, if that was one.
    ///   - met: a challenge that was met before; it is used up if the sign-in is suspended.
    ///   - attempt: spent if the sign-in is suspended.
    /// - Returns: nil if the account is another than when the proof was verified.
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS, ATTEMPT_EXPIRED).
    func suspend(
        _ account: Account, on device: SessionDevice, known: KnownDevice?,
        as purpose: ChallengePurpose = .signIn, until steps: [SignInStep],
        with identity: ProvedIdentity? = nil, using met: Challenge? = nil,
        spending attempt: consuming Attempt, _ context: CallContext
    ) async throws -> PendingSignIn? {
        let flow = try challenges.newFlow(issuer.random)
        var challenge: Challenge
        var mail: MailItem?
        if steps.contains(.mailedCode) {
            let permit = try limits.permit(.noticeAccount, of: .notice(account.id, .signIn))
            if let wait = attempt.take([permit]) {
                try await attempt.spend()
                throw RPCError.tooManyAttempts(wait)
            }
            let issue = try mailedStep(purpose, of: account, on: device, flow, context)
            (challenge, mail) = (issue.challenge, issue.mail)
        } else {
            let asker = known.map { Asker.device($0) } ?? .stranger(context.peer)
            challenge = challenges.factor(
                of: account, on: device, known: known, flow: flow,
                by: try limits.mail(for: asker).key)
        }
        challenge.identity = identity
        let isSuspended = try await store.suspend(
            challenge, of: account, using: met, mailing: mail, spending: attempt.permits)
        guard isSuspended else { return nil }
        attempt.recorded()
        metrics.signIns.count(.pending)
        return PendingSignIn(
            token: flow.token.text, expiresAtMs: challenge.expiresAt, steps: steps)
    }

    private func mailedStep(
        _ purpose: ChallengePurpose, of account: Account, on device: SessionDevice,
        _ flow: ChallengeFlow,
        _ context: CallContext
    ) throws -> Challenges.Issue {
        let address = account.verifiedPrimary?.text ?? ""
        let asker = try limits.mail(for: .stranger(context.peer)).key
        var request = challenges.request(purpose, at: address, flow: flow, by: asker)
        request.device = device
        return try challenges.draft(request).issue(
            of: account, at: address,
            telling: [.device: device.label, .network: context.peer.addressPrefix])
    }
}
