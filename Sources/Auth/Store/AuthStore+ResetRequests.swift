import GRDB
import RollcallCrypto

extension AuthStore {
    /// Writes a request down, and takes a few rows away that are of no use any more.
    func add(_ request: ResetRequest, now: Int64) async throws {
        try await write { db in
            try db.store(request.challenge, waitingAs: request)
            try db.sweepChallenges(now: now)
        }
    }

    /// The requests that nobody has looked at, the oldest in front, and those of known devices before
    /// those of strangers.
    func resetRequests(limit: Int) async throws -> [ResetRequest] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM challenge WHERE waitingLocale IS NOT NULL
                    ORDER BY isFromKnownDevice DESC, id LIMIT ?
                    """,
                arguments: [limit]
            ).map {
                ResetRequest(
                    challenge: try Challenge(row: $0), locale: $0["waitingLocale"],
                    isFromKnownDevice: $0["isFromKnownDevice"])
            }
        }
    }

    /// Nothing comes of a request. Its row stays for as long as that of one with a mail, so that tries
    /// at it are counted as at any other.
    func settle(_ request: ResetRequest, _ charge: Charge? = nil, now: Int64) async throws {
        var challenge = request.challenge
        challenge.begin(at: now)
        try await write { [challenge] db in
            try db.execute(
                sql: "UPDATE challenge SET waitingLocale = NULL, expiresAtMs = ? WHERE id = ?",
                arguments: [challenge.expiresAt, challenge.id.data])
            if let charge { try db.keep(charge) }
        }
    }

    /// Sends a request's mail. The tries that were made meanwhile count.
    func answer(
        _ request: ResetRequest, by issue: Challenges.Issue, _ charge: Charge?, now: Int64
    ) async throws {
        try await write { db in
            if let charge { try db.keep(charge) }
            guard var challenge = try db.challenge(request.challenge.id) else { return }
            challenge.bond = issue.challenge.bond
            challenge.begin(at: now)
            try db.send(Challenges.Issue(challenge: challenge, mail: issue.mail), now: now)
        }
    }

    /// Another password, chosen by who reads what is sent to the account's address: all sessions end,
    /// whatever was open, and what its devices had of trust.
    ///
    /// - Parameters:
    ///   - device: on which it was chosen; the account knows it from now on, and no other.
    ///   - notice: to the owner; made only if the password is changed.
    /// - Returns: `false` when the challenge is open no more.
    func resetPassword(
        by challenge: Challenge, to hash: PasswordHash, on device: KnownDevice,
        notice: @escaping @Sendable () throws -> Notice?, now: Int64
    ) async throws -> Bool {
        try await write(at: now) { db, note in
            guard let account = try db.use(challenge) else { return false }
            guard try db.replacePassword(of: account, by: hash, now: now) else { return false }
            try db.noteVerification(of: account, now: now)
            try db.endSessions(of: account.id, reason: .passwordReset, now: now)
            try db.forgetDevices(of: account.id)
            try db.use(device)
            try db.endChallenges(of: account.id)
            note = try notice()
            return true
        }
    }
}

extension Database {
    /// Takes a few rows away that have expired, so that the tables stay as small as what is in use.
    func sweepChallenges(now: Int64) throws {
        try execute(
            sql: """
                DELETE FROM challenge WHERE id IN (
                    SELECT id FROM challenge WHERE expiresAtMs <= ? ORDER BY expiresAtMs LIMIT 8)
                """,
            arguments: [now])
        try execute(
            sql: """
                DELETE FROM reservedAddress WHERE canonicalEmail IN (
                    SELECT canonicalEmail FROM reservedAddress WHERE untilMs <= ?
                    ORDER BY untilMs LIMIT 8)
                """,
            arguments: [now])
    }
}
