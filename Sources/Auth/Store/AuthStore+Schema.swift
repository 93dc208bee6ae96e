import GRDBStorage
import Storage

extension AuthStore {
    /// `RCAU`: Rollcall, Auth.
    static let schema = Schema(
        applicationID: 0x5243_4155,
        migrations: [
            accounts,
            sessions,
            limits,
            mail,
            settings,
            roles,
            keys,
            devices,
            limiterClock,
            deletions,
            challenges,
            askers,
            hashParameters,
            consistency,
            sealedKeys,
        ])

    /// Identifiers are UUIDs of 16 bytes, times milliseconds since 1970-01-01 UTC, digests SHA-256.
    private static let accounts = Schema.Migration(
        "accounts",
        sql: """
            CREATE TABLE account (
                id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
                -- As it was signed up.
                email TEXT NOT NULL CHECK (length(CAST(email AS BLOB)) BETWEEN 3 AND 254),
                -- What is compared.
                canonicalEmail TEXT NOT NULL UNIQUE,
                -- A PHC string.
                passwordHash TEXT NOT NULL CHECK (passwordHash LIKE '$argon2id$%'),
                createdAtMs INTEGER NOT NULL
            ) STRICT;

            CREATE TABLE session (
                id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
                accountID BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                deviceLabel TEXT NOT NULL CHECK (length(deviceLabel) <= 64),
                createdAtMs INTEGER NOT NULL,
                refreshedAtMs INTEGER NOT NULL CHECK (refreshedAtMs >= createdAtMs),
                endedAtMs INTEGER,
                endReason TEXT CHECK (endReason IN ('signedOut', 'tokenReused')),
                -- The refresh token that counts, and how it came from the one before.
                tokenHash BLOB NOT NULL CHECK (length(tokenHash) = 32),
                previousTokenHash BLOB CHECK (length(previousTokenHash) = 32),
                rotationNonce BLOB CHECK (length(rotationNonce) = 16),
                -- The first 8 bytes of each hash before those, oldest first.
                spentTokenHashes BLOB NOT NULL
                    CHECK (length(spentTokenHashes) % 8 = 0 AND length(spentTokenHashes) <= 512),
                CHECK ((endedAtMs IS NULL) = (endReason IS NULL)),
                CHECK ((previousTokenHash IS NULL) = (rotationNonce IS NULL))
            ) STRICT;
            CREATE INDEX sessionByAccount ON session (accountID);

            -- A sign-up from before its first step elsewhere. It stays as long as its account, and
            -- else until Profile has let the display name go.
            CREATE TABLE signUp (
                idempotencyKey TEXT NOT NULL PRIMARY KEY
                    CHECK (length(idempotencyKey) BETWEEN 16 AND 64),
                accountID BLOB NOT NULL UNIQUE CHECK (length(accountID) = 16),
                state TEXT NOT NULL CHECK (state IN ('pending', 'committed', 'aborted')),
                canonicalEmail TEXT NOT NULL,
                displayName TEXT NOT NULL,
                createdAtMs INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX signUpPending ON signUp (idempotencyKey) WHERE state = 'pending';

            -- What Profile has yet to be told, until it has answered.
            CREATE TABLE outbox (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                kind TEXT NOT NULL CHECK (kind IN ('confirmDisplayName', 'releaseDisplayName')),
                accountID BLOB NOT NULL CHECK (length(accountID) = 16),
                UNIQUE (accountID, kind)
            ) STRICT;

            CREATE TABLE signingKey (
                -- RFC 7638.
                thumbprint TEXT NOT NULL PRIMARY KEY,
                privateKey BLOB NOT NULL CHECK (length(privateKey) = 32),
                createdAtMs INTEGER NOT NULL
            ) STRICT;
            """)

    private static let limits = Schema.Migration(
        "limits",
        sql: """
            -- What callers have used of their limits, so that a restart gives nobody a new start.
            CREATE TABLE meter (
                limitName TEXT NOT NULL,
                -- Half of a keyed digest of whose it is: the key is not in this file.
                key BLOB NOT NULL CHECK (length(key) = 16),
                -- When the next unit would be taken at the steady rate: then the row is of no use.
                dueAtMs INTEGER NOT NULL,
                PRIMARY KEY (limitName, key)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX meterByDue ON meter (dueAtMs);
            """)
}
