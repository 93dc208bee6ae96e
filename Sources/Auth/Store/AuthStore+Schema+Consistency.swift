import GRDBStorage
import Storage

extension AuthStore {
    static let consistency = Schema.Migration(
        "consistency",
        sql: """
            -- Whether the accounts were compared with the profiles since the epoch began. There is
            -- nothing to compare at first.
            ALTER TABLE epoch ADD COLUMN isChecked INTEGER NOT NULL DEFAULT 1
                CHECK (isChecked IN (0, 1));
            """)
}
