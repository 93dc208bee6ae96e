extension PresenceStore {
    /// Users are UUIDs of 16 bytes, times milliseconds since 1970-01-01 UTC.
    static let sqliteTables = """
        CREATE TABLE lastSeen (
            userID BLOB NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            atMs INTEGER NOT NULL CHECK (atMs > 0),
            -- The last day before that one on which the user was here, counted from 1970-01-01; 0 for none.
            dayBefore INTEGER NOT NULL CHECK (dayBefore BETWEEN 0 AND 65535)
        ) STRICT, WITHOUT ROWID;

        -- The devices that are online. Written when they come and go, not with each heartbeat.
        CREATE TABLE lease (
            -- The 64 bits of the lease's id, read as a signed number.
            id INTEGER NOT NULL PRIMARY KEY CHECK (id <> 0),
            userID BLOB NOT NULL CHECK (length(userID) = 16),
            -- 64 bits that stand for the device's name.
            device INTEGER NOT NULL,
            -- The session that took it.
            sessionID BLOB NOT NULL CHECK (length(sessionID) = 16),
            durationMs INTEGER NOT NULL CHECK (durationMs BETWEEN 5000 AND 300000),
            -- What the device says of itself: 1 online, 2 away, 3 invisible.
            mode INTEGER NOT NULL CHECK (mode BETWEEN 1 AND 3),
            -- Whether it was not touched for so long that it counts as away.
            isIdle INTEGER NOT NULL CHECK (isIdle IN (0, 1)),
            sinceMs INTEGER NOT NULL,
            UNIQUE (userID, device)
        ) STRICT;

        -- What users have written beside their presence.
        CREATE TABLE status (
            userID BLOB NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            text TEXT NOT NULL,
            -- 0 for one that does not end.
            endsAtMs INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- What users have set, of those who ever have.
        CREATE TABLE setting (
            userID BLOB NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            -- See PresenceVisibility.
            visibility INTEGER NOT NULL CHECK (visibility BETWEEN 1 AND 3),
            -- How often the user has set something.
            number INTEGER NOT NULL CHECK (number > 0)
        ) STRICT, WITHOUT ROWID;

        -- When the service was last known to run, and to hold all these leases.
        CREATE TABLE run (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            aliveAtMs INTEGER NOT NULL
        ) STRICT;

        -- Users of whom nothing more is to be written.
        CREATE TABLE erasedUser (
            userID BLOB NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            erasedAtMs INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Users who have no account, and of whom nothing is shown.
        CREATE TABLE frozenUser (
            userID BLOB NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            frozenAtMs INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Whom users have blocked: a copy of what Profile has.
        CREATE TABLE block (
            userID BLOB NOT NULL CHECK (length(userID) = 16),
            blockedID BLOB NOT NULL CHECK (length(blockedID) = 16),
            -- The number of the copy that the row is of.
            copy INTEGER NOT NULL,
            PRIMARY KEY (userID, blockedID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX blockOfBlocked ON block (blockedID);

        CREATE TABLE blockCopy (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            -- How often the copy has begun anew, and which of them was whole last; 0 when none was.
            number INTEGER NOT NULL,
            wholeNumber INTEGER NOT NULL,
            -- Up to where it was told: 64 bits each, read as signed numbers.
            cursorPosition INTEGER NOT NULL,
            cursorNumber INTEGER NOT NULL
        ) STRICT;

        -- Versions: 64 bits each, read as signed numbers; they are positive.
        CREATE TABLE history (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            -- Names this store in cursors.
            epoch INTEGER NOT NULL,
            -- Whether each change that is in the other tables has its version in these.
            isWhole INTEGER NOT NULL CHECK (isWhole IN (0, 1)),
            -- Changes below this version are not known any more.
            floorVersion INTEGER NOT NULL
        ) STRICT;

        -- The runs of the service: the version at which each began, and up to which its changes were written.
        CREATE TABLE historyRun (
            baseVersion INTEGER NOT NULL PRIMARY KEY,
            writtenVersion INTEGER NOT NULL CHECK (writtenVersion >= baseVersion)
        ) STRICT;

        -- The last change of each user, those who were erased included.
        CREATE TABLE userVersion (
            userID BLOB NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            version INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Since when a viewer sees a user as now, where one has blocked the other, or did.
        CREATE TABLE viewVersion (
            viewerID BLOB NOT NULL CHECK (length(viewerID) = 16),
            userID BLOB NOT NULL CHECK (length(userID) = 16),
            version INTEGER NOT NULL,
            PRIMARY KEY (viewerID, userID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX viewVersionOfUser ON viewVersion (userID);
        CREATE INDEX viewVersionInOrder ON viewVersion (version);
        """
}
