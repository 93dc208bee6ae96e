import GRDBStorage
import Storage

extension AuthStore {
    static let devices = Schema.Migration(
        "devices",
        sql: """
            -- The devices that have signed in to an account.
            CREATE TABLE device (
                id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
                accountID BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                tokenHash BLOB NOT NULL CHECK (length(tokenHash) = 32),
                createdAtMs INTEGER NOT NULL,
                lastUsedAtMs INTEGER NOT NULL CHECK (lastUsedAtMs >= createdAtMs)
            ) STRICT;
            CREATE INDEX deviceByAccount ON device (accountID, lastUsedAtMs);
            """)
}
