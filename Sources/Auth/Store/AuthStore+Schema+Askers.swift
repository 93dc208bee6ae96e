import GRDBStorage
import Storage

extension AuthStore {
    /// Who asked for a challenge: what one asks for ends what the same one has asked for before, and
    /// leaves alone what others have.
    static let askers = Schema.Migration(
        "askers",
        sql: """
            -- The name of the asker's meter (see meter.key); empty where a session asked.
            ALTER TABLE challenge ADD COLUMN asker BLOB NOT NULL DEFAULT x''
                CHECK (length(asker) IN (0, 16));
            -- Whether it was asked for on a device that the account knows. While it waits, it goes
            -- before those of strangers.
            ALTER TABLE challenge ADD COLUMN isFromKnownDevice INTEGER NOT NULL DEFAULT 0
                CHECK (isFromKnownDevice IN (0, 1));
            DROP INDEX challengeOpen;
            CREATE UNIQUE INDEX challengeOpen ON challenge (accountID, purpose, asker)
                WHERE accountID IS NOT NULL AND purpose <> 'undoAddress';
            DROP INDEX challengeWaiting;
            CREATE INDEX challengeWaiting ON challenge (isFromKnownDevice DESC, id)
                WHERE waitingLocale IS NOT NULL;
            """)
}
