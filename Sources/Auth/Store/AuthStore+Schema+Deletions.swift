import GRDBStorage
import Storage

extension AuthStore {
    static let deletions = Schema.Migration(
        "deletions",
        sql: """
            -- What remains of accounts that were deleted.
            CREATE TABLE deletion (
                accountID BLOB NOT NULL PRIMARY KEY CHECK (length(accountID) = 16),
                receiptHash BLOB NOT NULL UNIQUE CHECK (length(receiptHash) = 32),
                requestedAtMs INTEGER NOT NULL,
                -- When the other services had forgotten the user; NULL while they have not.
                profileErasedAtMs INTEGER,
                presenceErasedAtMs INTEGER
            ) STRICT;

            -- A CHECK cannot be altered, so the table is made anew: there are more kinds, and a
            -- second service that is told.
            CREATE TABLE newOutbox (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                kind TEXT NOT NULL CHECK (kind IN (
                    'confirmDisplayName', 'releaseDisplayName', 'eraseProfile', 'erasePresence')),
                accountID BLOB NOT NULL CHECK (length(accountID) = 16),
                UNIQUE (accountID, kind)
            ) STRICT;
            INSERT INTO newOutbox (id, kind, accountID) SELECT id, kind, accountID FROM outbox;
            DROP TABLE outbox;
            ALTER TABLE newOutbox RENAME TO outbox;
            """)
}
