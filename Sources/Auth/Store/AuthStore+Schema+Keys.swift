import GRDBStorage
import Storage

extension AuthStore {
    /// Keys that change, and what others need to know that a session has ended.
    static let keys = Schema.Migration(
        "keys",
        sql: """
            CREATE TABLE newSigningKey (
                -- RFC 7638.
                thumbprint TEXT NOT NULL PRIMARY KEY,
                -- Until the key is retired: then nobody can sign with it any more,
                privateKey BLOB CHECK (length(privateKey) = 32),
                -- and what is left is the point that tokens are verified with.
                publicKey BLOB CHECK (length(publicKey) = 64),
                createdAtMs INTEGER NOT NULL,
                -- Until then it is only shown, so that others have it in time.
                signsFromMs INTEGER NOT NULL,
                retiredAtMs INTEGER,
                CHECK ((privateKey IS NULL) = (retiredAtMs IS NOT NULL)),
                CHECK ((privateKey IS NULL) = (publicKey IS NOT NULL))
            ) STRICT;
            INSERT INTO newSigningKey
            SELECT thumbprint, privateKey, NULL, createdAtMs, createdAtMs, NULL FROM signingKey;
            DROP TABLE signingKey;
            ALTER TABLE newSigningKey RENAME TO signingKey;

            -- One row. The number is random: a copy of the file that is put back cannot have drawn
            -- the one that was drawn since.
            CREATE TABLE epoch (
                id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
                number BLOB NOT NULL CHECK (length(number) = 8),
                -- Whether there has been a mark beside the file, which must then never be missing.
                hasMark INTEGER NOT NULL CHECK (hasMark IN (0, 1))
            ) STRICT;
            INSERT INTO epoch VALUES (1, randomblob(8), 0);

            -- Sessions that ended while an access token of theirs could still be good. Versions
            -- count up from 1 in each epoch, and none is ever used again in it.
            CREATE TABLE revocation (
                version INTEGER PRIMARY KEY AUTOINCREMENT,
                sessionID BLOB NOT NULL CHECK (length(sessionID) = 16),
                reason TEXT NOT NULL,
                atMs INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX revocationByTime ON revocation (atMs);
            CREATE INDEX sessionByEnd ON session (endedAtMs) WHERE endedAtMs IS NOT NULL;
            """)
}
