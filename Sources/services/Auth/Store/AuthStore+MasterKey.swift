import Storage

extension AuthStore {
    package static var program: String { "rollcall-auth" }

    /// Deletes the signing keys, the mailed codes and links, the second factors, the keys of
    /// imported hashes, and the counts of the limits. Without its factor an account is signed in to
    /// by its password alone. With it, nobody could meet it any more, and its secret may be known
    /// to others. Begins another epoch, which ends all sessions: others may have their tokens, too,
    /// and the seal of the tokens is another.
    package func deleteSealed(_ transaction: Transaction<AuthEvent>, now: Int64) throws {
        for command in Statements.deleteSealed { try transaction.run(command) }
        try transaction.countKeyChange()
        try transaction.beginEpoch(Self.newEpoch(), now: now)
    }
}

private enum Statements {
    static let deleteSealed = [
        PlainCommand("DELETE FROM signingKey"), PlainCommand("DELETE FROM challenge"),
        PlainCommand("DELETE FROM totp"), PlainCommand("DELETE FROM hashKey"),
        PlainCommand("DELETE FROM mail WHERE challengeID IS NOT NULL AND state <> 'sent'"),
        PlainCommand("DELETE FROM meter"),
    ]
}
