import Storage

/// Rows that are of no use any more. Parameters: the time before which, and the most rows.
enum ObsoleteRows {
    static let sessions = Command<Int64, Int>(
        .sweep("session", by: "id", of: "endedAtMs", where: "endedAtMs < $1"))

    static let challenges = Command<Int64, Int>(
        .sweep("challenge", by: "id", of: "expiresAtMs", where: "expiresAtMs <= $1"))

    static let attempts = Command<Int64, Int>(
        .sweep("usedAttempt", by: "digest", of: "expiresAtMs", where: "expiresAtMs <= $1"))

    static let refusedSignIns = Command<Int64, Int>(
        .sweep("refusedSignIn", by: "accountID, number", of: "atMs", where: "atMs < $1"))

    static let notices = Command<Int64, Int>(
        .sweep("receivedNotice", by: "id", of: "receivedAtMs", where: "receivedAtMs < $1"))

    static let mail = Command<Int64, Int>(
        .sweep(
            "mail", by: "id", of: "endedAtMs", where: "state <> 'pending' AND endedAtMs < $1"))

    /// How long a refused sign-in is shown to administrators.
    static let refusedSignInAge = Duration.days(30)

    /// All kinds, and how long each is kept: an ended session, so that a caller with its tokens is
    /// told why it ended; a notice of Profile, should it come again; a mail that was sent or given
    /// up, for the list of mails.
    static let all: [(rows: Command<Int64, Int>, age: Duration)] = [
        (sessions, .days(30)), (challenges, .zero), (attempts, .zero),
        (refusedSignIns, refusedSignInAge), (notices, .days(30)), (mail, .days(30)),
    ]
}

extension AuthStore {
    /// Deletes all rows of a kind from before a time, in several transactions.
    func sweep(_ rows: Command<Int64, Int>, before time: Int64) async throws {
        let limit = Housekeeping.batchLimit
        while try await write({ try $0.run(rows, time, limit) == limit }) {}
    }
}
