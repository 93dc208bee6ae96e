import GRDBStorage
import Storage

extension AuthStore {
    /// Who may administer, who may not sign in, and which services have a credential.
    static let roles = Schema.Migration(
        "roles",
        sql: """
            ALTER TABLE account ADD COLUMN role TEXT NOT NULL DEFAULT 'user'
                CHECK (role IN ('user', 'admin'));
            -- NULL when it is enabled; the greatest number there is when it is disabled for good.
            ALTER TABLE account ADD COLUMN disabledUntilMs INTEGER;
            -- Whether the password must be replaced before anybody signs in.
            ALTER TABLE account ADD COLUMN mustResetPassword INTEGER NOT NULL DEFAULT 0
                CHECK (mustResetPassword IN (0, 1));
            CREATE INDEX accountByRole ON account (id) WHERE role = 'admin';

            CREATE TABLE service (
                id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
                name TEXT NOT NULL UNIQUE
                    CHECK (length(name) BETWEEN 1 AND 32 AND name NOT GLOB '*[^a-z0-9-]*'),
                -- Of the credential that the service keeps.
                credentialHash BLOB NOT NULL CHECK (length(credentialHash) = 32),
                createdAtMs INTEGER NOT NULL,
                -- When the credential was last exchanged, to the hour.
                lastUsedAtMs INTEGER
            ) STRICT;
            """)
}
