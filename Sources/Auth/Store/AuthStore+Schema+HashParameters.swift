import GRDBStorage
import Storage

extension AuthStore {
    static let hashParameters = Schema.Migration(
        "hashParameters",
        sql: """
            -- What the hash of an account may cost, as it stands in a PHC string.
            CREATE TABLE hashParameters (
                text TEXT NOT NULL PRIMARY KEY
            ) STRICT, WITHOUT ROWID;
            INSERT OR IGNORE INTO hashParameters
                SELECT substr(rest, 1, instr(rest, '$') - 1)
                FROM (SELECT substr(passwordHash, length('$argon2id$v=19$') + 1) AS rest FROM account);
            """)
}
