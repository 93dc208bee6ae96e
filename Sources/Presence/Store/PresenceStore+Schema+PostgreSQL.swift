extension PresenceStore {
    /// Users are UUIDs of 16 bytes, times milliseconds since 1970-01-01 UTC.
    static let postgresqlTables = """
        CREATE TABLE lastSeen (
            userID BYTEA NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            atMs BIGINT NOT NULL CHECK (atMs > 0),
            -- The last day before that one on which the user was here, counted from 1970-01-01; 0 for none.
            dayBefore BIGINT NOT NULL CHECK (dayBefore BETWEEN 0 AND 65535)
        );

        -- The devices that are online. Written when they come and go, not with each heartbeat.
        CREATE TABLE lease (
            -- The 64 bits of the lease's id, read as a signed number.
            id BIGINT NOT NULL PRIMARY KEY CHECK (id <> 0),
            userID BYTEA NOT NULL CHECK (length(userID) = 16),
            -- 64 bits that stand for the device's name.
            device BIGINT NOT NULL,
            -- The session that took it.
            sessionID BYTEA NOT NULL CHECK (length(sessionID) = 16),
            durationMs BIGINT NOT NULL CHECK (durationMs BETWEEN 5000 AND 300000),
            -- What the device says of itself: 1 online, 2 away, 3 invisible.
            mode BIGINT NOT NULL CHECK (mode BETWEEN 1 AND 3),
            -- Whether it was not touched for so long that it counts as away.
            isIdle BOOLEAN NOT NULL,
            sinceMs BIGINT NOT NULL,
            UNIQUE (userID, device)
        );

        -- What users have written beside their presence.
        CREATE TABLE status (
            userID BYTEA NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            text TEXT NOT NULL,
            -- 0 for one that does not end.
            endsAtMs BIGINT NOT NULL
        );

        -- What users have set, of those who ever have.
        CREATE TABLE setting (
            userID BYTEA NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            -- See PresenceVisibility.
            visibility BIGINT NOT NULL CHECK (visibility BETWEEN 1 AND 3),
            -- How often the user has set something.
            number BIGINT NOT NULL CHECK (number > 0)
        );

        -- When the service was last known to run, and to hold all these leases.
        CREATE TABLE run (
            id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
            aliveAtMs BIGINT NOT NULL
        );

        -- Users of whom nothing more is to be written.
        CREATE TABLE erasedUser (
            userID BYTEA NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            erasedAtMs BIGINT NOT NULL
        );

        -- Users who have no account, and of whom nothing is shown.
        CREATE TABLE frozenUser (
            userID BYTEA NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            frozenAtMs BIGINT NOT NULL
        );

        -- Whom users have blocked: a copy of what Profile has.
        CREATE TABLE block (
            userID BYTEA NOT NULL CHECK (length(userID) = 16),
            blockedID BYTEA NOT NULL CHECK (length(blockedID) = 16),
            -- The number of the copy that the row is of.
            copy BIGINT NOT NULL,
            PRIMARY KEY (userID, blockedID)
        );
        CREATE INDEX blockOfBlocked ON block (blockedID);

        CREATE TABLE blockCopy (
            id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
            -- How often the copy has begun anew, and which of them was whole last; 0 when none was.
            number BIGINT NOT NULL,
            wholeNumber BIGINT NOT NULL,
            -- Up to where it was told: 64 bits each, read as signed numbers.
            cursorPosition BIGINT NOT NULL,
            cursorNumber BIGINT NOT NULL
        );

        -- Versions: 64 bits each, read as signed numbers; they are positive.
        CREATE TABLE history (
            id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
            -- Names this store in cursors.
            epoch BIGINT NOT NULL,
            -- Whether each change that is in the other tables has its version in these.
            isWhole BOOLEAN NOT NULL,
            -- Changes below this version are not known any more.
            floorVersion BIGINT NOT NULL
        );

        -- The runs of the service: the version at which each began, and up to which its changes were written.
        CREATE TABLE historyRun (
            baseVersion BIGINT NOT NULL PRIMARY KEY,
            writtenVersion BIGINT NOT NULL CHECK (writtenVersion >= baseVersion)
        );

        -- The last change of each user, those who were erased included.
        CREATE TABLE userVersion (
            userID BYTEA NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            version BIGINT NOT NULL
        );

        -- Since when a viewer sees a user as now, where one has blocked the other, or did.
        CREATE TABLE viewVersion (
            viewerID BYTEA NOT NULL CHECK (length(viewerID) = 16),
            userID BYTEA NOT NULL CHECK (length(userID) = 16),
            version BIGINT NOT NULL,
            PRIMARY KEY (viewerID, userID)
        );
        CREATE INDEX viewVersionOfUser ON viewVersion (userID);
        CREATE INDEX viewVersionInOrder ON viewVersion (version);
        """
}
