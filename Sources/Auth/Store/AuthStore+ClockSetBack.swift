import GRDB

extension AuthStore {
    /// Brings the codes, held addresses and mails forward that were written down while the clock was
    /// ahead of `now`, as if they had been written down now.
    ///
    /// Not the sessions: nobody can tell a clock that was ahead from one that is behind now, and all
    /// that were in use would end when the latter is put right. A session of a clock that was ahead
    /// lives longer by that, until it is ended.
    func bringForward(to now: Int64) async throws {
        try await write { db in
            try db.bringChallengesForward(to: now)
            try db.bringMailForward(to: now)
        }
    }
}

extension Database {
    fileprivate func bringChallengesForward(to now: Int64) throws {
        try execute(
            sql: """
                UPDATE challenge
                SET expiresAtMs = expiresAtMs - createdAtMs + :now, createdAtMs = :now
                WHERE createdAtMs > :now
                """,
            arguments: ["now": now])
        try execute(
            sql: "UPDATE reservedAddress SET untilMs = :end WHERE untilMs > :end",
            arguments: ["end": now + ChallengePurpose.undoAddress.lifetime.wholeMilliseconds])
    }

    fileprivate func bringMailForward(to now: Int64) throws {
        try execute(
            sql: """
                UPDATE mail
                SET dueAtMs = min(dueAtMs, :now), createdAtMs = min(createdAtMs, :now),
                    expiresAtMs = expiresAtMs - max(createdAtMs - :now, 0)
                WHERE state = 'pending' AND (createdAtMs > :now OR dueAtMs > :latest)
                """,
            arguments: [
                "now": now, "latest": now + MailSchedule.retries.limit.wholeMilliseconds,
            ])
    }
}
