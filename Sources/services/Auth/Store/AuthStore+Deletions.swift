import RollcallCrypto
import Storage

extension AuthStore {
    /// Deletes an account and all that belongs to it, and notes what the other services have yet to
    /// be told: all or nothing.
    ///
    /// - Parameters:
    ///   - receipt: what the deletion is found by later; only the digest of its token is kept.
    ///   - freesName: whether the display name is free at once.
    ///   - notices: ids of the mails that tell the owner, one for each verified address.
    func delete(
        _ id: UUIDv7, receipt: AccountDeletion.Receipt, freesName: Bool, notices: [UUIDv7],
        by right: DeletionRight
    ) async throws -> AccountDeletion.Outcome {
        try await write(inTurn: true) { tx in
            guard let account = try tx.account(id) else { return .unknown }
            let addresses = try tx.addresses(of: id).filter(\.isVerified)
            guard try tx.permits(right, account) else { return .refused }
            try tx.run(Statements.add, id, receipt.token.hash, receipt.requestedAt)
            // Before their rows go: other services hear of sessions that have ended.
            try tx.endSessions(of: id, reason: .revoked, now: receipt.requestedAt)
            try tx.note(.accountDeleted, of: id, now: receipt.requestedAt)
            try tx.forget(id, now: receipt.requestedAt)
            let erasure = freesName ? OutboxItem.Kind.eraseProfileAndName : .eraseProfile
            for kind in [erasure, .erasePresence] {
                try tx.addToOutbox(kind, of: id)
            }
            for (notice, address) in zip(notices, addresses) {
                try tx.queue(
                    MailItem(
                        id: notice, kind: .accountDeleted, account: nil,
                        recipient: address.text, locale: account.locale),
                    now: receipt.requestedAt)
            }
            return .done(receipt)
        }
    }

    func deletion(receipt: SHA256Digest) async throws -> Deletion? {
        try await first(Statements.deletion, receipt)
    }
}

extension AuthTransaction {
    /// Takes away all that names the account. What refers to its row goes with it. What providers
    /// have granted is revoked later.
    fileprivate func forget(_ id: UUIDv7, now: Int64) throws {
        // A confirmation that is still to be told is of no use to anybody now.
        try run(Statements.forgetOutbox, id)
        try run(Statements.forgetSignUp, id)
        try endAllChallenges(of: id)
        try queueRevocations(of: id, now: now)
        try run(Statements.forgetAccount, id)
    }

    /// Notes that a service has forgotten the user, and when it did.
    func noteErasure(_ item: OutboxItem, at erasedAt: Int64) throws {
        switch item.kind {
        case .eraseProfile, .eraseProfileAndName:
            try run(Statements.noteProfile, erasedAt, item.accountID)
        case .erasePresence: try run(Statements.notePresence, erasedAt, item.accountID)
        case .confirmDisplayName, .releaseDisplayName, .makeProfile, .registerPresence: return
        }
    }
}

extension Deletion: RowValue {
    static let columns: SQL = "requestedAtMs, profileErasedAtMs, presenceErasedAtMs"

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        try self.init(
            requestedAt: columns.next(), profileErasedAt: columns.next(),
            presenceErasedAt: columns.next())
    }
}

private enum Statements {
    static let deletion = Query<Deletion, SHA256Digest>(
        "SELECT \(Deletion.columns) FROM deletion WHERE receiptHash = $1")

    static let add = Command<UUIDv7, SHA256Digest, Int64>(
        "INSERT INTO deletion (accountID, receiptHash, requestedAtMs) VALUES ($1, $2, $3)")

    static let forgetOutbox = Command<UUIDv7>("DELETE FROM outbox WHERE accountID = $1")
    static let forgetSignUp = Command<UUIDv7>("DELETE FROM signUp WHERE accountID = $1")
    static let forgetAccount = Command<UUIDv7>("DELETE FROM account WHERE id = $1")

    static let noteProfile = note("profileErasedAtMs")
    static let notePresence = note("presenceErasedAtMs")

    private static func note(_ time: SQL) -> Command<Int64, UUIDv7> {
        Command("UPDATE deletion SET \(time) = $1 WHERE accountID = $2 AND \(time) IS NULL")
    }
}
