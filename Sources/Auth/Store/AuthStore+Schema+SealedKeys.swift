import GRDBStorage
import Storage

extension AuthStore {
    /// Private keys are sealed: whoever has this file alone can sign nothing.
    static let sealedKeys = Schema.Migration(
        "sealedKeys",
        sql: """
            -- One row, once there is a key file: a random key, sealed with it (see SealedBytes). All
            -- that is sealed or digested with a key in this file goes by keys derived from this one.
            CREATE TABLE masterKey (
                id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
                sealedKey BLOB NOT NULL CHECK (length(sealedKey) = 60)
            ) STRICT;

            -- Keys that stood here in clear may stand in copies, too: new ones take their place.
            PRAGMA secure_delete = ON;
            DELETE FROM signingKey;
            DROP TABLE signingKey;
            CREATE TABLE signingKey (
                -- RFC 7638.
                thumbprint TEXT NOT NULL PRIMARY KEY,
                -- The private half, sealed, until the key is retired: then nobody can sign with it,
                sealedKey BLOB CHECK (length(sealedKey) = 60),
                -- and what is left is the point that tokens are verified with.
                publicKey BLOB CHECK (length(publicKey) = 64),
                createdAtMs INTEGER NOT NULL,
                -- Until then it is only shown, so that others have it in time.
                signsFromMs INTEGER NOT NULL,
                retiredAtMs INTEGER,
                CHECK ((sealedKey IS NULL) = (retiredAtMs IS NOT NULL)),
                CHECK ((sealedKey IS NULL) = (publicKey IS NOT NULL))
            ) STRICT;
            """)
}
