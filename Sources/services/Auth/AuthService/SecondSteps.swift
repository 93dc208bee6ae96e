import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// What a sign-in with a correct proof comes to: a session, or the wait for another proof.
struct SignInOutcome: Sendable {
    var session: Session?
    var tokens: Tokens?
    /// Empty without a session.
    var deviceToken = ""
    var pending: PendingSignIn?
}

extension AuthHandler {
    /// Opens a session by a first proof, or suspends the sign-in until another one comes.
    ///
    /// - Parameters:
    ///   - known: the caller's device, if the account knows it.
    ///   - deviceToken: of the request.
    ///   - identity: the proof, if it was one.
    ///   - challenge: the proof, if it was a mailed code. Otherwise it was the password.
    ///   - attempt: spent if the proof is of use.
    /// - Returns: nil if the account is another than when the proof was verified.
    /// - Throws: `RPCError` (TOO_MANY_ATTEMPTS, ATTEMPT_EXPIRED).
    func signIn(
        to account: Account, on device: SessionDevice, known: KnownDevice?,
        keeping deviceToken: String, by identity: ProvedIdentity? = nil,
        using challenge: Challenge? = nil, spending attempt: consuming Attempt,
        _ context: CallContext
    ) async throws -> SignInOutcome? {
        let isMailed = challenge != nil
        let steps = try await secondSteps(of: account, on: known, isMailed: isMailed)
        guard steps.isEmpty else {
            let pending = try await suspend(
                account, on: device, known: known, until: steps, with: identity, using: challenge,
                spending: attempt, context)
            return pending.map { SignInOutcome(pending: $0) }
        }
        guard
            let outcome = try await open(
                account, on: device, known: known, keeping: deviceToken, by: identity,
                using: challenge, isTold: !isMailed, spending: attempt.permits, context)
        else { return nil }
        attempt.recorded()
        metrics.signIns.count(.ok)
        return outcome
    }

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

    /// Suspends a sign-in with a correct first proof until one of the steps is done. A new one that
    /// is mailed to the same address replaces the earlier one.
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
        guard steps.contains(where: { $0 == .mailedCode || $0 == .password }) else {
            return try await suspend(
                account, on: device, known: known, untilFactor: steps, with: identity, using: met,
                spending: attempt)
        }
        let flow = try challenges.newFlow(issuer.random)
        let issue = try mailedStep(purpose, of: account, on: device, flow, context)
        var (challenge, steps, mail) = (issue.challenge, steps, MailItem?.some(issue.mail))
        let permit = try limits.permit(.noticeAccount, of: .notice(account.id, .signIn))
        if let wait = await attempt.take([permit]) {
            // The password needs no mail.
            guard steps.contains(.password) else {
                try await attempt.spend()
                throw RPCError.tooManyAttempts(wait)
            }
            (challenge.bond, steps, mail) = (challenge.bond?.unmailed, [.password], nil)
        }
        challenge.identity = identity
        let isSuspended = try await store.suspend(
            challenge, of: account, mailing: mail, spending: attempt.permits)
        guard isSuspended else { return nil }
        attempt.recorded()
        metrics.signIns.count(.pending)
        return PendingSignIn(
            token: flow.token.text, expiresAtMs: challenge.expiresAt, steps: steps)
    }

    private func suspend(
        _ account: Account, on device: SessionDevice, known: KnownDevice?,
        untilFactor steps: [SignInStep], with identity: ProvedIdentity?, using met: Challenge?,
        spending attempt: consuming Attempt
    ) async throws -> PendingSignIn? {
        if let met, try await !store.end(met) { return nil }
        let (token, expiresAt) = try factors.begin(
            for: account, byPassword: identity == nil && met == nil, on: device, known: known,
            with: identity)
        // A correct password counts in memory alone until it opens a session: it has cost a hash,
        // and nothing that outlives the process.
        attempt.recorded()
        metrics.signIns.count(.pending)
        return PendingSignIn(token: token, expiresAtMs: expiresAt, steps: steps)
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
