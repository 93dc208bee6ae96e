import GRDBStorage
import Storage

extension AuthStore {
    /// Mail that is to be sent, was sent lately, or could not be sent.
    static let mail = Schema.Migration(
        "mail",
        sql: """
            CREATE TABLE mail (
                id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
                kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 32),
                accountID BLOB REFERENCES account (id) ON DELETE CASCADE,
                recipient TEXT NOT NULL CHECK (length(CAST(recipient AS BLOB)) BETWEEN 3 AND 254),
                locale TEXT NOT NULL CHECK (length(locale) <= 35),
                -- A JSON object of texts. Never a code or a token: those are derived from the
                -- challenge when the mail is sent.
                variables TEXT NOT NULL CHECK (length(CAST(variables AS BLOB)) <= 8192),
                challengeID BLOB CHECK (length(challengeID) = 16),
                state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'dead')),
                -- How often it was tried, when it is tried next, and how the last try ended.
                attempts INTEGER NOT NULL CHECK (attempts >= 0),
                dueAtMs INTEGER NOT NULL,
                lastError TEXT NOT NULL CHECK (length(lastError) <= 500),
                createdAtMs INTEGER NOT NULL,
                expiresAtMs INTEGER NOT NULL,
                endedAtMs INTEGER,
                CHECK ((endedAtMs IS NULL) = (state = 'pending'))
            ) STRICT;
            CREATE INDEX mailDue ON mail (dueAtMs) WHERE state = 'pending';
            CREATE INDEX mailByState ON mail (state, id);
            CREATE INDEX mailByAccount ON mail (accountID);
            CREATE INDEX mailEnded ON mail (endedAtMs) WHERE state <> 'pending';
            """)
}
