import GRDB
import RollcallCrypto

extension AuthStore {
    enum DeletionOutcome {
        case done, unknown, refused
    }

    /// Deletes an account and all that belongs to it, and notes what the other services have yet to
    /// be told: all or nothing.
    ///
    /// - Parameters:
    ///   - receipt: the digest of what the deletion is found by later.
    ///   - notice: the id of the mail that tells the owner, if the address is proved.
    func delete(
        _ deletion: Deletion, receipt: SHA256Digest, notice: UUIDv7,
        if condition: @escaping @Sendable (Database, Account) throws -> Bool
    ) async throws -> DeletionOutcome {
        try await write { db in
            guard let account = try db.account(deletion.accountID) else { return .unknown }
            guard try condition(db, account) else { return .refused }
            try db.insert(deletion, receipt: receipt)
            // Before their rows go: other services hear of sessions that have ended.
            try db.endSessions(of: account.id, reason: .revoked, now: deletion.requestedAt)
            try db.forget(account.id)
            for kind in [OutboxItem.Kind.eraseProfile, .erasePresence] {
                _ = try db.addToOutbox(kind, of: account.id)
            }
            if account.emailVerifiedAt != nil {
                try db.enqueue(
                    MailItem(
                        id: notice, kind: .accountDeleted, account: nil,
                        recipient: account.email, locale: account.locale),
                    now: deletion.requestedAt)
            }
            return .done
        }
    }

    func deletion(receipt: SHA256Digest) async throws -> Deletion? {
        try await read { db in
            try Row.fetchOne(
                db, sql: "SELECT * FROM deletion WHERE receiptHash = ?", arguments: [receipt.data]
            ).map(Deletion.init)
        }
    }
}

extension Database {
    fileprivate func insert(_ deletion: Deletion, receipt: SHA256Digest) throws {
        try execute(
            sql: "INSERT INTO deletion (accountID, receiptHash, requestedAtMs) VALUES (?, ?, ?)",
            arguments: [deletion.accountID.data, receipt.data, deletion.requestedAt])
    }

    /// Takes away all that names the account. What refers to its row goes with it.
    fileprivate func forget(_ id: UUIDv7) throws {
        // A confirmation that is still to be told is of no use to anybody now.
        for table in ["outbox", "signUp"] {
            try execute(sql: "DELETE FROM \(table) WHERE accountID = ?", arguments: [id.data])
        }
        try end("accountID = ?", [id.data])
        try execute(sql: "DELETE FROM account WHERE id = ?", arguments: [id.data])
    }

    /// Notes that a service has forgotten the user, and when it did.
    func noteErasure(_ item: OutboxItem, at erasedAt: Int64) throws {
        let column: String
        switch item.kind {
        case .eraseProfile: column = "profileErasedAtMs"
        case .erasePresence: column = "presenceErasedAtMs"
        case .confirmDisplayName, .releaseDisplayName: return
        }
        try execute(
            sql: """
                UPDATE deletion SET \(column) = ? WHERE accountID = ? AND \(column) IS NULL
                """,
            arguments: [erasedAt, item.accountID.data])
    }
}
