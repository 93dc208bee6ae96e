import RollcallCrypto
import Storage

extension AuthStore {
    /// Writes a request down, and takes a few rows away that are of no use any more.
    func add(_ request: ResetRequest, now: Int64) async throws {
        try await write { tx in
            try tx.store(request.challenge, waitingAs: request)
            try tx.sweepChallenges(now: now)
        }
    }

    /// The requests that nobody has looked at, the oldest in front, and those of known devices before
    /// those of strangers.
    func resetRequests(limit: Int) async throws -> [ResetRequest] {
        try await all(Statements.waiting, limit)
    }

    /// Nothing comes of a request. Its row stays for as long as that of one with a mail, so that tries
    /// at it are counted as at any other.
    func settle(_ request: ResetRequest, spending permits: [Permit] = [], now: Int64) async throws {
        var challenge = request.challenge
        challenge.begin(at: now)
        try await write { [challenge] tx in
            try tx.run(Statements.settle, challenge.expiresAt, challenge.id)
            try tx.keep(permits)
        }
    }

    /// Sends a request's mail. The tries that were made meanwhile count.
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

    /// Another password, chosen by who reads what is sent to the account's address: all sessions end,
    /// whatever was open, and what its devices had of trust.
    ///
    /// - Parameters:
    ///   - device: on which it was chosen; the account knows it from now on, and no other.
    ///   - notice: to the owner; not sent unless the password is changed.
    /// - Returns: `false` when the challenge is open no more.
    func resetPassword(
        by challenge: Challenge, to hash: PasswordHash, on device: KnownDevice, notice: Notice?,
        now: Int64
    ) async throws -> Bool {
        try await write(sending: notice?.mail, by: notice?.permit) { tx, mail in
            guard let account = try tx.use(challenge),
                try tx.replacePassword(of: account, by: hash, now: now)
            else { return .refunded(false) }
            try tx.noteVerification(of: account, now: now)
            try tx.endSessions(of: account.id, reason: .passwordReset, now: now)
            try tx.forgetDevices(of: account.id)
            try tx.use(device)
            try tx.endChallenges(of: account.id)
            try tx.queue(mail, now: now)
            return .spent(true)
        }
    }
}

extension AuthTransaction {
    /// Takes a few rows away that have expired, so that the tables stay as small as what is in use.
    func sweepChallenges(now: Int64) throws {
        try run(Statements.sweepChallenges, now)
        try run(Statements.sweepAddresses, now)
    }
}

private enum Statements {
    static let waiting = Query<ResetRequest, Int>(
        """
        SELECT \(Challenge.columns), waitingLocale, isFromKnownDevice FROM challenge
        WHERE waitingLocale IS NOT NULL ORDER BY isFromKnownDevice DESC, id LIMIT $1
        """
    ) {
        try ResetRequest(
            challenge: Challenge(&$0), locale: $0.next(), isFromKnownDevice: $0.next())
    }

    static let settle = Command<Int64, UUIDv7>(
        "UPDATE challenge SET waitingLocale = NULL, expiresAtMs = $1 WHERE id = $2")

    static let sweepChallenges = Command<Int64>(
        """
        DELETE FROM challenge WHERE id IN (
            SELECT id FROM challenge WHERE expiresAtMs <= $1 ORDER BY expiresAtMs LIMIT 8)
        """)

    static let sweepAddresses = Command<Int64>(
        """
        DELETE FROM reservedAddress WHERE canonicalEmail IN (
            SELECT canonicalEmail FROM reservedAddress WHERE untilMs <= $1
            ORDER BY untilMs LIMIT 8)
        """)
}
