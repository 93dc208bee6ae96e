import Storage

extension ProfileStore {
    /// Identifiers are UUIDs of 16 bytes, photos' are SHA-256 digests, times milliseconds since
    /// 1970-01-01 UTC.
    static func tables(_ sql: SchemaDialect) -> String {
        """
        -- Names that their last owner has given up, and that nobody else gets yet.
        CREATE TABLE quarantinedName (
            canonicalName TEXT NOT NULL PRIMARY KEY CHECK (length(canonicalName) BETWEEN 3 AND 30),
            -- Who may take it back; NULL when nobody is left.
            userID \(sql.bytes) CHECK (length(userID) = 16),
            untilMs \(sql.integer) NOT NULL,
            skeleton TEXT GENERATED ALWAYS AS (\(skeleton)) \(sql.computed)
        )\(sql.keyed);
        CREATE INDEX quarantinedNameBySkeleton ON quarantinedName (skeleton);
        CREATE INDEX quarantinedNameByUser ON quarantinedName (userID, untilMs);
        CREATE INDEX quarantinedNameByTime ON quarantinedName (untilMs);

        -- Who had a name before, and how that ended. The owner of now stands in profile.
        CREATE TABLE nameHistory (
            canonicalName TEXT NOT NULL CHECK (length(canonicalName) BETWEEN 3 AND 30),
            -- Counts those of the name from 1.
            number \(sql.integer) NOT NULL CHECK (number > 0),
            -- As it was written last.
            name TEXT NOT NULL CHECK (lower(name) = canonicalName),
            -- NULL for a user who was erased.
            userID \(sql.bytes) CHECK (length(userID) = 16),
            fromMs \(sql.integer) NOT NULL,
            untilMs \(sql.integer) NOT NULL CHECK (untilMs >= fromMs),
            -- Why an administrator gave the name, and took it away; NULL if none did.
            givenReason TEXT CHECK (length(givenReason) BETWEEN 1 AND 500),
            takenReason TEXT CHECK (length(takenReason) BETWEEN 1 AND 500),
            PRIMARY KEY (canonicalName, number)
        )\(sql.keyed);
        CREATE INDEX nameHistoryByUser ON nameHistory (userID, untilMs)
            WHERE userID IS NOT NULL;

        -- Words that administrators have reserved or released. Of all others the program says
        -- whether they are reserved.
        CREATE TABLE reservedWord (
            -- What is left of it when all that looks the same is one.
            skeleton TEXT NOT NULL PRIMARY KEY CHECK (length(skeleton) BETWEEN 1 AND 30),
            word TEXT NOT NULL CHECK (length(word) BETWEEN 1 AND 30),
            \(sql.flag("isReserved")),
            reason TEXT NOT NULL CHECK (length(reason) <= 500),
            changedAtMs \(sql.integer) NOT NULL
        )\(sql.keyed);

        -- Who has blocked whom.
        CREATE TABLE block (
            userID \(sql.bytes) NOT NULL CHECK (length(userID) = 16),
            blockedID \(sql.bytes) NOT NULL CHECK (length(blockedID) = 16 AND blockedID <> userID),
            createdAtMs \(sql.integer) NOT NULL,
            -- The same two in the order of their bytes, so that one look finds a block either way.
            lesserID \(sql.bytes) GENERATED ALWAYS AS (
                CASE WHEN userID < blockedID THEN userID ELSE blockedID END) STORED,
            greaterID \(sql.bytes) GENERATED ALWAYS AS (
                CASE WHEN userID < blockedID THEN blockedID ELSE userID END) STORED,
            PRIMARY KEY (userID, blockedID)
        )\(sql.keyed);
        CREATE INDEX blockByBlocked ON block (blockedID);
        CREATE INDEX blockByBoth ON block (lesserID, greaterID);

        -- What was changed last of each user, in the order of the changes, for those who follow. A
        -- row that is changed again moves to the end, and the last row is never deleted.
        CREATE TABLE change (
            userID \(sql.bytes) NOT NULL CHECK (length(userID) = 16),
            -- 0: the profile; 1: whom the user has blocked; 2: what others do not see. See
            -- ChangeKind.
            kind \(sql.integer) NOT NULL CHECK (kind BETWEEN 0 AND 2),
            position \(sql.integer) NOT NULL,
            number \(sql.integer) NOT NULL,
            PRIMARY KEY (userID, kind)
        )\(sql.keyed);
        CREATE UNIQUE INDEX changeByPosition ON change (position, number);
        -- Of use where several transactions write at a time: counts the servers on which the tables
        -- have been, as each numbers its transactions anew.
        CREATE TABLE changeEra (era \(sql.integer) NOT NULL)\(sql.strict);
        INSERT INTO changeEra VALUES (0);
        \(sql.either(sqlite: changesInOrder, postgresql: changesInAnyOrder))

        \(sql.masterKeyTable)

        -- Users whose sign-up was given up: a hold that comes late must not take a name that
        -- nobody would release. Kept for as long as one may be under way.
        CREATE TABLE releasedUser (
            userID \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            releasedAtMs \(sql.integer) NOT NULL
        )\(sql.keyed);
        CREATE INDEX releasedUserByTime ON releasedUser (releasedAtMs);

        -- Users who are not to come back, whatever still arrives about them.
        CREATE TABLE erasedUser (
            userID \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            erasedAtMs \(sql.integer) NOT NULL
        )\(sql.keyed);

        -- The files that profiles refer to, and no others.
        CREATE TABLE photo (
            id \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            size \(sql.integer) NOT NULL CHECK (size > 0),
            width \(sql.integer) NOT NULL CHECK (width BETWEEN 1 AND 65535),
            height \(sql.integer) NOT NULL CHECK (height BETWEEN 1 AND 65535),
            -- Chosen by chance for the last upload of the file.
            upload \(sql.integer) NOT NULL,
            -- When no request of that upload can have an effect any more.
            settledAtMs \(sql.integer) NOT NULL,
            -- A ThumbHash of it; NULL until it was made.
            placeholder \(sql.bytes) CHECK (length(placeholder) BETWEEN 5 AND 24),
            -- The work is to make its squares and the placeholder.
            \(sql.work)
        )\(sql.keyed);
        -- What is still to be made.
        CREATE INDEX photoWithoutSquares ON photo (dueAtMs)
            WHERE placeholder IS NULL AND attempts < 2;

        -- The files of photos' squares. Photos that look alike when they are small share one.
        CREATE TABLE photoSquare (
            photoID \(sql.bytes) NOT NULL REFERENCES photo (id),
            -- Pixels a side, as it is asked for.
            nominalSide \(sql.integer) NOT NULL CHECK (nominalSide IN (64, 128, 256, 512)),
            -- Fewer for a small photo.
            side \(sql.integer) NOT NULL CHECK (side BETWEEN 1 AND nominalSide),
            fileID \(sql.bytes) NOT NULL CHECK (length(fileID) = 32),
            size \(sql.integer) NOT NULL CHECK (size > 0),
            -- When no request that wrote the file can have an effect any more.
            settledAtMs \(sql.integer) NOT NULL,
            PRIMARY KEY (photoID, nominalSide)
        )\(sql.keyed);
        CREATE INDEX photoSquareByFile ON photoSquare (fileID);

        -- The other files: to be removed, or about to be written. What is in none of the tables is
        -- not on the disk.
        CREATE TABLE garbage (
            photoID \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(photoID) = 32),
            -- Chosen by chance: of the uploads that may refer to the file, or of the removal. 0 for
            -- a file that was a photo's, to which any upload may refer.
            token \(sql.integer) NOT NULL,
            -- Before which nobody removes it.
            notBeforeMs \(sql.integer) NOT NULL,
            -- Until when a removal may be under way; NULL if none has begun.
            removalUntilMs \(sql.integer)
        )\(sql.keyed);

        -- The one clock of all instances.
        CREATE VIEW databaseClock AS SELECT \(milliseconds(sql)) AS nowMs;

        -- One row a user, at most one name a user, one user a name. Until there is a profile, the
        -- row is held for a sign-up, with the name that the user is to have, if any.
        CREATE TABLE profile (
            userID \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            -- NULL for a user without one.
            name TEXT CHECK (\(displayName(sql))),
            -- What is compared.
            canonicalName TEXT CHECK (canonicalName = lower(name)),
            -- Whether nobody has chosen the name.
            \(sql.flag("isGenerated", default: false)),
            -- Since when the user has the name; NULL for one that came with the profile.
            namedAtMs \(sql.integer),
            -- Why an administrator gave it; NULL if none did.
            givenReason TEXT CHECK (length(givenReason) BETWEEN 1 AND 500),
            -- Of the profile: NULL while the name is held.
            createdAtMs \(sql.integer),
            updatedAtMs \(sql.integer) CHECK (updatedAtMs >= createdAtMs),
            photoID \(sql.bytes) REFERENCES photo (id),
            -- Grows with each change.
            revision \(sql.integer) NOT NULL DEFAULT 1,
            -- What the user says of themselves; NULL for nothing.
            bio TEXT CHECK (length(bio) BETWEEN 1 AND 1000),
            pronouns TEXT CHECK (length(pronouns) BETWEEN 1 AND 40),
            location TEXT CHECK (length(location) BETWEEN 1 AND 100),
            -- One a line.
            links TEXT CHECK (length(links) BETWEEN 1 AND 10244),
            -- Who sees which field, two bits each: see Visibilities.
            visibilities \(sql.integer) NOT NULL DEFAULT 0 CHECK (visibilities BETWEEN 0 AND 1023),
            -- Whether a search finds the user.
            \(sql.flag("isFindable", default: true)),
            skeleton TEXT GENERATED ALWAYS AS (\(skeleton)) \(sql.computed),
            CHECK ((name IS NULL) = (canonicalName IS NULL)),
            CHECK ((createdAtMs IS NULL) = (updatedAtMs IS NULL)),
            CHECK (photoID IS NULL OR createdAtMs IS NOT NULL)
        )\(sql.keyed);
        -- An index that is declared by itself has all that is asked for by name: SQLite looks up
        -- the row as well for a column that is UNIQUE.
        CREATE UNIQUE INDEX profileByName ON profile (canonicalName);
        -- What a search reads: whoever is not found costs it nothing.
        CREATE INDEX profileBySearch ON profile (canonicalName)
            WHERE isFindable AND createdAtMs IS NOT NULL;
        CREATE INDEX profileBySkeleton ON profile (skeleton);
        CREATE INDEX profileByPhoto ON profile (photoID) WHERE photoID IS NOT NULL;

        -- Profiles that users have reported, as signed-in users saw them then. A row goes when
        -- somebody has decided.
        CREATE TABLE reportedProfile (
            -- That of the first report.
            id \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            userID \(sql.bytes) NOT NULL CHECK (length(userID) = 16),
            -- Of the profile.
            revision \(sql.integer) NOT NULL,
            name TEXT CHECK (length(name) BETWEEN 3 AND 30),
            bio TEXT CHECK (length(bio) BETWEEN 1 AND 1000),
            pronouns TEXT CHECK (length(pronouns) BETWEEN 1 AND 40),
            location TEXT CHECK (length(location) BETWEEN 1 AND 100),
            links TEXT CHECK (length(links) BETWEEN 1 AND 10244),
            photoID \(sql.bytes) REFERENCES photo (id)
        )\(sql.keyed);
        CREATE UNIQUE INDEX reportedProfileByUser ON reportedProfile (userID, revision);
        CREATE INDEX reportedProfileByPhoto ON reportedProfile (photoID) WHERE photoID IS NOT NULL;

        -- Who has reported whom, also for the limits.
        CREATE TABLE report (
            id \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            -- Who has reported; NULL for a user who was erased.
            userID \(sql.bytes) CHECK (length(userID) = 16),
            -- Who was reported.
            reportedID \(sql.bytes) NOT NULL CHECK (length(reportedID) = 16),
            -- NULL once somebody has decided, and for a user who had no profile.
            reportedProfileID \(sql.bytes) REFERENCES reportedProfile (id),
            -- A number of ReportReason.
            reason \(sql.integer) NOT NULL CHECK (reason > 0),
            note TEXT CHECK (length(note) BETWEEN 1 AND 500),
            sentAtMs \(sql.integer) NOT NULL
        )\(sql.keyed);
        CREATE INDEX reportByUser ON report (userID, sentAtMs) WHERE userID IS NOT NULL;
        CREATE INDEX reportByReported ON report (reportedID);
        CREATE INDEX reportByProfile ON report (reportedProfileID, id)
            WHERE reportedProfileID IS NOT NULL;
        CREATE INDEX reportByTime ON report (sentAtMs) WHERE reportedProfileID IS NULL;

        -- Photos that nobody may have again.
        CREATE TABLE refusedPhoto (
            photoID \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(photoID) = 32),
            reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
            refusedAtMs \(sql.integer) NOT NULL
        )\(sql.keyed);

        -- What users are to be told by mail, as an administrator has taken it away, until Auth has
        -- it.
        CREATE TABLE takeDownNotice (
            -- Made when it happened.
            id \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            userID \(sql.bytes) NOT NULL CHECK (length(userID) = 16),
            -- One bit for each field: see TakenFields.
            fields \(sql.integer) NOT NULL CHECK (fields BETWEEN 1 AND 63),
            -- Why, for the user.
            reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 500)
        )\(sql.keyed);
        CREATE INDEX takeDownNoticeByUser ON takeDownNotice (userID, id);
        """
    }

    private static func displayName(_ sql: SchemaDialect) -> String {
        sql.either(
            sqlite: "length(name) BETWEEN 3 AND 30 AND name NOT GLOB '*[^A-Za-z0-9_.]*'",
            postgresql: "name ~ '^[A-Za-z0-9_.]{3,30}$'")
    }

    private static func milliseconds(_ sql: SchemaDialect) -> String {
        sql.either(
            sqlite: "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
            postgresql: "(extract(epoch FROM clock_timestamp()) * 1000)::bigint")
    }

    /// For an engine that writes one transaction at a time.
    private static let changesInOrder = """
        -- Where the next change stands. One at a time writes: what is there was committed in its
        -- order.
        CREATE VIEW nextChange AS
            SELECT 0 AS position, 1 + coalesce((
                SELECT number FROM change ORDER BY position DESC, number DESC LIMIT 1), 0) AS number;
        -- Before which position nothing is still to come, and which no change has reached yet.
        CREATE VIEW changeHorizon AS SELECT 9223372036854775807 AS position;
        CREATE VIEW changeEnd AS SELECT 9223372036854775807 AS position;
        """

    /// For an engine whose transactions commit in any order.
    private static let changesInAnyOrder = """
        CREATE SEQUENCE changeNumber;
        -- Where the next change stands: by its transaction, as several commit in any order.
        CREATE VIEW nextChange AS
            SELECT (SELECT era FROM changeEra) * 281474976710656
                    + pg_current_xact_id()::text::bigint AS position,
                nextval('changeNumber') AS number;
        -- Before which position nothing is still to come: all transactions have ended.
        CREATE VIEW changeHorizon AS
            SELECT (SELECT era FROM changeEra) * 281474976710656
                + pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS position;
        -- Which position no transaction has reached yet.
        CREATE VIEW changeEnd AS
            SELECT (SELECT era FROM changeEra) * 281474976710656
                + pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS position;
        """
}
