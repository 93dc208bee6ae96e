import GRDBStorage
import Storage

extension AuthStore {
    static let limiterClock = Schema.Migration(
        "limiterClock",
        sql: """
            -- The newest time of the clock that the meters go by, so that it does not go back.
            CREATE TABLE limiterClock (
                id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
                newestMs INTEGER NOT NULL
            ) STRICT;
            """)
}
