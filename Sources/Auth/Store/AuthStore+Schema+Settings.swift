import GRDBStorage
import Storage

extension AuthStore {
    /// What people can change of their accounts.
    static let settings = Schema.Migration(
        "settings",
        sql: """
            -- NULL: nobody has proved to read what is sent to the address.
            ALTER TABLE account ADD COLUMN emailVerifiedAtMs INTEGER;
            -- BCP 47; empty for the deployment's own.
            ALTER TABLE account ADD COLUMN locale TEXT NOT NULL DEFAULT ''
                CHECK (length(locale) <= 35);
            ALTER TABLE account ADD COLUMN passwordChangedAtMs INTEGER NOT NULL DEFAULT 0;
            UPDATE account SET passwordChangedAtMs = createdAtMs;
            """)
}
