import GRDBStorage
import Storage

extension AuthStore {
    /// What users need to know their sessions again, and every reason for which one can end. A
    /// CHECK cannot be altered, so the table is made anew.
    static let sessions = Schema.Migration(
        "sessions",
        sql: """
            CREATE TABLE newSession (
                id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
                accountID BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                -- What the client says of its device.
                deviceLabel TEXT NOT NULL CHECK (length(deviceLabel) <= 64),
                platform TEXT NOT NULL CHECK (length(platform) <= 32),
                appVersion TEXT NOT NULL CHECK (length(appVersion) <= 32),
                -- The network that it was opened from, such as '203.0.113.0/24', or empty.
                addressPrefix TEXT NOT NULL CHECK (length(addressPrefix) <= 43),
                createdAtMs INTEGER NOT NULL,
                -- When the password was last given in it.
                authenticatedAtMs INTEGER NOT NULL,
                -- When the refresh token that counts was given out.
                refreshedAtMs INTEGER NOT NULL CHECK (refreshedAtMs >= createdAtMs),
                endedAtMs INTEGER,
                endReason TEXT CHECK (endReason IN (
                    'signedOut', 'revoked', 'revokedByAdmin', 'tokenReused', 'passwordChanged',
                    'passwordReset', 'addressChanged', 'disabled', 'replaced', 'expired',
                    'newEpoch')),
                -- The refresh token that counts, and how it came from the one before.
                tokenHash BLOB NOT NULL CHECK (length(tokenHash) = 32),
                previousTokenHash BLOB CHECK (length(previousTokenHash) = 32),
                rotationNonce BLOB CHECK (length(rotationNonce) = 16),
                -- The first 8 bytes of the hash of each token that was used or displaced, oldest
                -- first; of those used, the previous one is the last.
                spentTokenHashes BLOB NOT NULL
                    CHECK (length(spentTokenHashes) % 8 = 0 AND length(spentTokenHashes) <= 512),
                CHECK ((endedAtMs IS NULL) = (endReason IS NULL)),
                CHECK ((previousTokenHash IS NULL) = (rotationNonce IS NULL))
            ) STRICT;

            INSERT INTO newSession
            SELECT
                id, accountID, deviceLabel, '', '', '', createdAtMs, createdAtMs, refreshedAtMs,
                endedAtMs, endReason, tokenHash, previousTokenHash, rotationNonce,
                -- The previous token stood apart until now. `||` makes text of the bytes.
                iif(
                    previousTokenHash IS NULL, x'',
                    substr(
                        CAST(spentTokenHashes || substr(previousTokenHash, 1, 8) AS BLOB), -512))
            FROM session;
            DROP TABLE session;
            ALTER TABLE newSession RENAME TO session;
            CREATE INDEX sessionByAccount ON session (accountID, endedAtMs);
            """)
}
