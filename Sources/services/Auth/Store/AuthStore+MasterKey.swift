import Storage

extension AuthStore {
    package static var program: String { "rollcall-auth" }

    /// Deletes the signing keys, the mailed codes and links, and the counts of the limits. Begins
    /// another epoch, which ends all sessions: others may have their tokens, too, and the seal of
    /// the tokens is another.
    package func deleteSealed(_ transaction: Transaction<AuthEvent>, now: Int64) throws {
        try transaction.deleteSigningKeys()
        try transaction.run(Statements.deleteChallenges)
        try transaction.run(Statements.deleteSecretMail)
        try transaction.run(Statements.deleteMeters)
        try transaction.beginEpoch(Self.newEpoch(), now: now)
    }
}

private enum Statements {
    static let deleteChallenges = PlainCommand("DELETE FROM challenge")
    static let deleteMeters = PlainCommand("DELETE FROM meter")

    static let deleteSecretMail = PlainCommand(
        "DELETE FROM mail WHERE challengeID IS NOT NULL AND state <> 'sent'")
}
