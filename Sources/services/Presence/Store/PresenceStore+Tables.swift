import Storage

extension PresenceStore {
    static func tables(_ sql: SchemaDialect) -> String {
        """
        CREATE TABLE lastSeen (
            userID \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            atMs \(sql.integer) NOT NULL CHECK (atMs > 0),
            -- The last day before that one on which the user was here, counted from 1970-01-01; 0
            -- for none.
            dayBefore \(sql.integer) NOT NULL CHECK (dayBefore BETWEEN 0 AND 65535)
        )\(sql.keyed);

        -- The devices that are online. Written when they come and go, not with each heartbeat.
        CREATE TABLE lease (
            -- The 64 bits of the lease's id, read as a signed number.
            id \(sql.integer) NOT NULL PRIMARY KEY CHECK (id <> 0),
            userID \(sql.bytes) NOT NULL CHECK (length(userID) = 16),
            -- 64 bits of a hash of the device's name.
            device \(sql.integer) NOT NULL,
            -- The session that took it.
            sessionID \(sql.bytes) NOT NULL CHECK (length(sessionID) = 16),
            durationMs \(sql.integer) NOT NULL CHECK (durationMs BETWEEN 5000 AND 300000),
            -- What the device says of itself: 1 online, 2 away, 3 invisible.
            mode \(sql.integer) NOT NULL CHECK (mode BETWEEN 1 AND 3),
            -- Whether it was not touched for so long that it counts as away.
            \(sql.flag("isIdle")),
            sinceMs \(sql.integer) NOT NULL,
            UNIQUE (userID, device)
        )\(sql.strict);

        -- What users have written beside their presence.
        CREATE TABLE status (
            userID \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            text TEXT NOT NULL,
            -- 0 for one that does not end.
            endsAtMs \(sql.integer) NOT NULL
        )\(sql.keyed);

        -- What users have set, of those who ever have.
        CREATE TABLE setting (
            userID \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            -- See PresenceVisibility.
            visibility \(sql.integer) NOT NULL CHECK (visibility BETWEEN 1 AND 3),
            -- How often the user has set something.
            number \(sql.integer) NOT NULL CHECK (number > 0)
        )\(sql.keyed);

        -- When the service was last known to run, and to hold all these leases.
        CREATE TABLE run (
            id \(sql.integer) NOT NULL PRIMARY KEY CHECK (id = 1),
            aliveAtMs \(sql.integer) NOT NULL
        )\(sql.strict);

        -- Erased users: nothing more is written about them.
        CREATE TABLE erasedUser (
            userID \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            erasedAtMs \(sql.integer) NOT NULL
        )\(sql.keyed);

        -- The users whom each user has blocked: a copy of Profile's.
        CREATE TABLE block (
            userID \(sql.bytes) NOT NULL CHECK (length(userID) = 16),
            blockedID \(sql.bytes) NOT NULL CHECK (length(blockedID) = 16),
            PRIMARY KEY (userID, blockedID)
        )\(sql.keyed);
        CREATE INDEX blockOfBlocked ON block (blockedID);

        -- Has a row once the copy was complete.
        CREATE TABLE wholeBlockCopy (
            id \(sql.integer) NOT NULL PRIMARY KEY CHECK (id = 1)
        )\(sql.strict);

        -- Versions: 64 bits each, read as signed numbers; they are positive.
        CREATE TABLE history (
            id \(sql.integer) NOT NULL PRIMARY KEY CHECK (id = 1),
            -- Names this store in cursors.
            epoch \(sql.integer) NOT NULL,
            -- Whether each change that is in the other tables has its version in these.
            \(sql.flag("isWhole")),
            -- Changes below this version are not known any more.
            floorVersion \(sql.integer) NOT NULL
        )\(sql.strict);

        -- The runs of the service: the version at which each began, and up to which its changes
        -- were written.
        CREATE TABLE historyRun (
            baseVersion \(sql.integer) NOT NULL PRIMARY KEY,
            writtenVersion \(sql.integer) NOT NULL CHECK (writtenVersion >= baseVersion)
        )\(sql.strict);

        -- The last change of each user, those who were erased included.
        CREATE TABLE userVersion (
            userID \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            version \(sql.integer) NOT NULL
        )\(sql.keyed);

        -- Since when a viewer sees a user as now, where one has blocked the other, or did.
        CREATE TABLE viewVersion (
            viewerID \(sql.bytes) NOT NULL CHECK (length(viewerID) = 16),
            userID \(sql.bytes) NOT NULL CHECK (length(userID) = 16),
            version \(sql.integer) NOT NULL,
            PRIMARY KEY (viewerID, userID)
        )\(sql.keyed);
        CREATE INDEX viewVersionOfUser ON viewVersion (userID);
        CREATE INDEX viewVersionInOrder ON viewVersion (version);
        """
    }
}
