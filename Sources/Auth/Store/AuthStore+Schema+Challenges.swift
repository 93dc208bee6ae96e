import GRDBStorage
import Storage

extension AuthStore {
    /// What is to be proved by a code or a link, and the addresses that somebody may come back to.
    static let challenges = Schema.Migration(
        "challenges",
        sql: """
            -- One that was met, or has died, is deleted; or it is nobody's until it expires.
            CREATE TABLE challenge (
                id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
                purpose TEXT NOT NULL CHECK (purpose IN (
                    'verifyAddress', 'resetPassword', 'changeAddressOld', 'changeAddressNew',
                    'undoAddress')),
                -- Where it was sent; as it was asked for, until an account was looked for.
                address TEXT NOT NULL CHECK (length(CAST(address AS BLOB)) BETWEEN 3 AND 254),
                -- Who asked; NULL where a session stands for that.
                flowHash BLOB CHECK (length(flowHash) = 32),
                -- NULL: nothing meets it.
                accountID BLOB REFERENCES account (id) ON DELETE CASCADE,
                -- Digests with a key that is not in this file.
                codeHash BLOB CHECK (length(codeHash) = 32),
                linkHash BLOB CHECK (length(linkHash) = 32),
                -- What it protects, as it was.
                stateHash BLOB CHECK (length(stateHash) = 32),
                triesUsed INTEGER NOT NULL CHECK (triesUsed BETWEEN 0 AND 5),
                createdAtMs INTEGER NOT NULL,
                expiresAtMs INTEGER NOT NULL CHECK (expiresAtMs > createdAtMs),
                -- Set while no account was looked for: the language to write in if it has none.
                waitingLocale TEXT CHECK (length(waitingLocale) <= 35),
                CHECK ((accountID IS NULL) = (stateHash IS NULL)),
                CHECK (accountID IS NULL OR waitingLocale IS NULL),
                CHECK (accountID IS NOT NULL OR purpose = 'resetPassword')
            ) STRICT;
            CREATE UNIQUE INDEX challengeOpen ON challenge (accountID, purpose)
                WHERE accountID IS NOT NULL AND purpose <> 'undoAddress';
            CREATE INDEX challengeByAccount ON challenge (accountID);
            CREATE INDEX challengeWaiting ON challenge (id) WHERE waitingLocale IS NOT NULL;
            CREATE INDEX challengeByExpiry ON challenge (expiresAtMs);

            -- So that whoever goes back to an address finds it free.
            CREATE TABLE reservedAddress (
                canonicalEmail TEXT NOT NULL PRIMARY KEY,
                accountID BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                untilMs INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX reservedAddressByAccount ON reservedAddress (accountID);
            CREATE INDEX reservedAddressByTime ON reservedAddress (untilMs);
            """)
}
