import RollcallCrypto
import Storage

extension AuthStore {
    /// Stores a request, and deletes a few obsolete rows.
    func add(_ request: ResetRequest, claim: WorkClaim, now: Int64) async throws {
        try await write { tx in
            try tx.store(request.challenge, waitingAs: request)
            if claim.claimedBy != nil {
                try tx.run(Statements.claim, claim.dueAtMs, claim.claimedBy, request.id)
            }
            try tx.sweepChallenges(now: now)
        }
    }

    /// Marks a request as done without a mail. Its row stays as long as that of a request with a
    /// mail, so that tries at it are counted in the same way.
    func settle(_ request: ResetRequest, spending permits: [Permit] = [], now: Int64) async throws {
        var challenge = request.challenge
        challenge.begin(at: now)
        try await write { [challenge] tx in
            try tx.run(Statements.settle, challenge.expiresAt, challenge.id)
            try tx.keep(permits)
        }
    }

    /// Sends a request's mail. Tries in the meantime count.
    func answer(
        _ request: ResetRequest, by issue: Challenges.Issue, spending permits: [Permit],
        now: Int64
    ) async throws {
        try await write { tx in
            try tx.keep(permits)
            guard var challenge = try tx.challenge(request.challenge.id) else { return }
            challenge.bond = issue.challenge.bond
            challenge.begin(at: now)
            try tx.send(Challenges.Issue(challenge: challenge, mail: issue.mail), now: now)
        }
    }

    /// Sets a new password, chosen by a reader of an address of the account. Ends all sessions and
    /// open challenges, and removes the trust of its devices.
    ///
    /// - Parameters:
    ///   - device: the device of the reset. The account knows it from now on, and no other.
    ///   - notice: a mail to the owner; sent only if the password is changed.
    /// - Returns: `false` if the challenge is no longer open.
    func resetPassword(
        by challenge: Challenge, to hash: PasswordHash, on device: KnownDevice, notice: Notice?,
        now: Int64
    ) async throws -> Bool {
        try await write(sending: notice?.mails, by: notice?.permit) { tx, mails in
            guard let account = try tx.use(challenge),
                try tx.replacePassword(of: account, by: hash, now: now)
            else { return .refunded(false) }
            try tx.disarmUnlessProved(account.id, now: now)
            try tx.setVerified(EmailAddress(challenge.address), of: account.id, now: now)
            try tx.endSessions(of: account.id, reason: .passwordReset, now: now)
            try tx.note(.passwordReset, of: account.id, now: now)
            try tx.forgetDevices(of: account.id)
            try tx.use(device)
            try tx.endChallenges(of: account.id)
            try tx.queue(mails, now: now)
            return .spent(true)
        }
    }
}

extension AuthTransaction {
    /// Deletes a few expired rows, so that the tables hold little more than what is in use.
    func sweepChallenges(now: Int64) throws {
        try run(ObsoleteRows.challenges, now, 8)
        try run(Statements.sweepAddresses, now, 8)
    }
}

private enum Statements {
    static let claim = Command<Int64, Int64?, UUIDv7>(
        "UPDATE challenge SET dueAtMs = $1, claimedBy = $2 WHERE id = $3")

    static let settle = Command<Int64, UUIDv7>(
        "UPDATE challenge SET waitingLocale = NULL, expiresAtMs = $1 WHERE id = $2")

    static let sweepAddresses = Command<Int64, Int>(
        .sweep("reservedAddress", by: "canonicalEmail", of: "untilMs", where: "untilMs <= $1"))
}
