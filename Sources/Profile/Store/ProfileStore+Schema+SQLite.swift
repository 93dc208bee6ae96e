extension ProfileStore {
    /// Identifiers are UUIDs of 16 bytes, photos' are SHA-256 digests, times milliseconds since
    /// 1970-01-01 UTC.
    static let sqliteTables = """
        -- Names that their last owner has given up, and that nobody else gets yet.
        CREATE TABLE quarantinedName (
            canonicalName TEXT NOT NULL PRIMARY KEY CHECK (length(canonicalName) BETWEEN 3 AND 30),
            -- Who may take it back; NULL when nobody is left.
            userID BLOB CHECK (length(userID) = 16),
            untilMs INTEGER NOT NULL,
            skeleton TEXT GENERATED ALWAYS AS (\(skeleton)) VIRTUAL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX quarantinedNameBySkeleton ON quarantinedName (skeleton);
        CREATE INDEX quarantinedNameByUser ON quarantinedName (userID, untilMs);
        CREATE INDEX quarantinedNameByTime ON quarantinedName (untilMs);

        -- Who had a name before, and how that ended. The owner of now stands in profile.
        CREATE TABLE nameHistory (
            canonicalName TEXT NOT NULL CHECK (length(canonicalName) BETWEEN 3 AND 30),
            -- Counts those of the name from 1.
            number INTEGER NOT NULL CHECK (number > 0),
            -- As it was written last.
            name TEXT NOT NULL CHECK (lower(name) = canonicalName),
            -- NULL for a user who was erased.
            userID BLOB CHECK (length(userID) = 16),
            fromMs INTEGER NOT NULL,
            untilMs INTEGER NOT NULL CHECK (untilMs >= fromMs),
            -- Why an administrator gave the name, and took it away; NULL if none did.
            givenReason TEXT CHECK (length(givenReason) BETWEEN 1 AND 500),
            takenReason TEXT CHECK (length(takenReason) BETWEEN 1 AND 500),
            PRIMARY KEY (canonicalName, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX nameHistoryByUser ON nameHistory (userID, untilMs)
            WHERE userID IS NOT NULL;

        -- Words that administrators have reserved or released. Of all others the program says whether
        -- they are reserved.
        CREATE TABLE reservedWord (
            -- What is left of it when all that looks the same is one.
            skeleton TEXT NOT NULL PRIMARY KEY CHECK (length(skeleton) BETWEEN 1 AND 30),
            word TEXT NOT NULL CHECK (length(word) BETWEEN 1 AND 30),
            isReserved INTEGER NOT NULL CHECK (isReserved IN (0, 1)),
            reason TEXT NOT NULL CHECK (length(reason) <= 500),
            changedAtMs INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Who has blocked whom.
        CREATE TABLE block (
            userID BLOB NOT NULL CHECK (length(userID) = 16),
            blockedID BLOB NOT NULL CHECK (length(blockedID) = 16 AND blockedID <> userID),
            createdAtMs INTEGER NOT NULL,
            -- The same two in the order of their bytes, so that one look finds a block either way.
            lesserID BLOB GENERATED ALWAYS AS (
                CASE WHEN userID < blockedID THEN userID ELSE blockedID END) STORED,
            greaterID BLOB GENERATED ALWAYS AS (
                CASE WHEN userID < blockedID THEN blockedID ELSE userID END) STORED,
            PRIMARY KEY (userID, blockedID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX blockByBlocked ON block (blockedID);
        CREATE INDEX blockByBoth ON block (lesserID, greaterID);

        -- What was changed last of each user, in the order of the changes, for those who follow. A row that
        -- is changed again moves to the end, and the last row is never deleted.
        CREATE TABLE change (
            userID BLOB NOT NULL CHECK (length(userID) = 16),
            -- 0: the profile; 1: whom the user has blocked; 2: what others do not see. See ChangeKind.
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),
            position INTEGER NOT NULL,
            number INTEGER NOT NULL,
            PRIMARY KEY (userID, kind)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX changeByPosition ON change (position, number);
        -- Where the next change stands. One at a time writes: what is there was committed in its order.
        CREATE VIEW nextChange AS
            SELECT 0 AS position, 1 + coalesce((
                SELECT number FROM change ORDER BY position DESC, number DESC LIMIT 1), 0) AS number;
        -- Before which position nothing is still to come, and which no change has reached yet.
        CREATE VIEW changeHorizon AS SELECT 9223372036854775807 AS position;
        CREATE VIEW changeEnd AS SELECT 9223372036854775807 AS position;
        -- Of use where several transactions write at a time.
        CREATE TABLE changeEra (era INTEGER NOT NULL) STRICT;
        INSERT INTO changeEra VALUES (0);

        -- Photos that have changed, and that more users have than one transaction writes into change. A row
        -- goes when all are written.
        CREATE TABLE sharedPhotoChange (
            photoID BLOB NOT NULL PRIMARY KEY CHECK (length(photoID) = 32),
            -- The last user who is written, in the order of their ids.
            lastUserID BLOB NOT NULL CHECK (length(lastUserID) = 16)
        ) STRICT, WITHOUT ROWID;

        -- What the links to photos are made with.
        CREATE TABLE linkSecret (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            secret BLOB NOT NULL CHECK (length(secret) = 32)
        ) STRICT, WITHOUT ROWID;

        -- Users whose sign-up was given up: a hold that comes late must not take a name that
        -- nobody would release. Kept for as long as one may be under way.
        CREATE TABLE releasedUser (
            userID BLOB NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            releasedAtMs INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX releasedUserByTime ON releasedUser (releasedAtMs);

        -- Users who are not to come back, whatever still arrives about them.
        CREATE TABLE erasedUser (
            userID BLOB NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            erasedAtMs INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- The files that profiles refer to, and no others.
        CREATE TABLE photo (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            size INTEGER NOT NULL CHECK (size > 0),
            width INTEGER NOT NULL CHECK (width BETWEEN 1 AND 65535),
            height INTEGER NOT NULL CHECK (height BETWEEN 1 AND 65535),
            -- Chosen by chance for the last upload of the file.
            upload INTEGER NOT NULL,
            -- When no request of that upload can have an effect any more.
            settledAtMs INTEGER NOT NULL,
            -- Since when the file is known to be damaged, and moved aside, or to be missing; NULL for a sound one.
            damagedAtMs INTEGER,
            -- A ThumbHash of it; NULL until it was made.
            placeholder BLOB CHECK (length(placeholder) BETWEEN 5 AND 24),
            -- How often its squares could not be made.
            squareFailures INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        -- What is still to be made.
        CREATE INDEX photoWithoutSquares ON photo (id)
            WHERE placeholder IS NULL AND squareFailures < 2;

        CREATE INDEX damagedPhoto ON photo (id) WHERE damagedAtMs IS NOT NULL;

        -- How far the files were read through in search of damaged ones: one row.
        CREATE TABLE photoScrub (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            -- The instance that reads, chosen by chance, and until when no other does.
            holder INTEGER NOT NULL,
            leaseUntilMs INTEGER NOT NULL,
            -- Before which there is nothing to do.
            nextAtMs INTEGER NOT NULL,
            -- When the pass began; NULL while none is under way.
            beganAtMs INTEGER,
            -- The last file of it that was read; NULL before the first.
            lastFileID BLOB CHECK (length(lastFileID) = 32),
            -- What it has read and found, or if none is under way, the last one.
            files INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            damagedFiles INTEGER NOT NULL,
            -- Whether any number of damaged files is believed.
            acceptsDamage INTEGER NOT NULL CHECK (acceptsDamage IN (0, 1)),
            -- Why it does not go on; NULL if it does.
            trouble TEXT,
            -- When the last whole pass ended; NULL before the first.
            endedAtMs INTEGER
        ) STRICT, WITHOUT ROWID;
        INSERT INTO photoScrub (
            id, holder, leaseUntilMs, nextAtMs, files, bytes, damagedFiles, acceptsDamage)
        VALUES (1, 0, 0, 0, 0, 0, 0, 0);

        -- The files of photos' squares. Photos that look alike when they are small share one.
        CREATE TABLE photoSquare (
            photoID BLOB NOT NULL REFERENCES photo (id),
            -- Pixels a side, as it is asked for.
            nominalSide INTEGER NOT NULL CHECK (nominalSide IN (64, 128, 256, 512)),
            -- Fewer for a small photo.
            side INTEGER NOT NULL CHECK (side BETWEEN 1 AND nominalSide),
            fileID BLOB NOT NULL CHECK (length(fileID) = 32),
            size INTEGER NOT NULL CHECK (size > 0),
            -- When no request that wrote the file can have an effect any more.
            settledAtMs INTEGER NOT NULL,
            PRIMARY KEY (photoID, nominalSide)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX photoSquareByFile ON photoSquare (fileID);

        -- The other files: to be removed, or about to be written. What is in none of the tables is not
        -- on the disk. A damaged photo may stand in both.
        CREATE TABLE garbage (
            photoID BLOB NOT NULL PRIMARY KEY CHECK (length(photoID) = 32),
            -- Chosen by chance: of the uploads that may refer to the file, or of the removal. 0 for a file
            -- that was a photo's, to which any upload may refer.
            token INTEGER NOT NULL,
            -- Before which nobody removes it.
            notBeforeMs INTEGER NOT NULL,
            -- Until when a removal may be under way; NULL if none has begun.
            removalUntilMs INTEGER
        ) STRICT, WITHOUT ROWID;

        -- The one clock of all instances.
        CREATE VIEW databaseClock AS SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) AS nowMs;

        -- One row a user, at most one name a user, one user a name. Until there is a profile, the row is
        -- held for a sign-up, with the name that the user is to have, if any.
        CREATE TABLE profile (
            userID BLOB NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            -- NULL for a user without one.
            name TEXT CHECK (
                length(name) BETWEEN 3 AND 30 AND name NOT GLOB '*[^A-Za-z0-9_.]*'),
            -- What is compared.
            canonicalName TEXT CHECK (canonicalName = lower(name)),
            -- Whether nobody has chosen the name.
            isGenerated INTEGER NOT NULL DEFAULT 0 CHECK (isGenerated IN (0, 1)),
            -- Since when the user has the name; NULL for one that came with the profile.
            namedAtMs INTEGER,
            -- Why an administrator gave it; NULL if none did.
            givenReason TEXT CHECK (length(givenReason) BETWEEN 1 AND 500),
            -- Since when the user is frozen, as there is no account; NULL for all others.
            frozenAtMs INTEGER,
            -- Of the profile: NULL while the name is held.
            createdAtMs INTEGER,
            updatedAtMs INTEGER CHECK (updatedAtMs >= createdAtMs),
            photoID BLOB REFERENCES photo (id),
            -- Grows with each change.
            revision INTEGER NOT NULL DEFAULT 1,
            -- What the user says of themselves; NULL for nothing.
            bio TEXT CHECK (length(bio) BETWEEN 1 AND 1000),
            pronouns TEXT CHECK (length(pronouns) BETWEEN 1 AND 40),
            location TEXT CHECK (length(location) BETWEEN 1 AND 100),
            -- One a line.
            links TEXT CHECK (length(links) BETWEEN 1 AND 10244),
            -- Who sees which field, two bits each: see Visibilities.
            visibilities INTEGER NOT NULL DEFAULT 0 CHECK (visibilities BETWEEN 0 AND 1023),
            -- Whether a search finds the user.
            isFindable INTEGER NOT NULL DEFAULT 1 CHECK (isFindable IN (0, 1)),
            skeleton TEXT GENERATED ALWAYS AS (\(skeleton)) VIRTUAL,
            CHECK ((name IS NULL) = (canonicalName IS NULL)),
            CHECK ((createdAtMs IS NULL) = (updatedAtMs IS NULL)),
            CHECK (photoID IS NULL OR createdAtMs IS NOT NULL)
        ) STRICT, WITHOUT ROWID;
        -- An index that is declared by itself has all that is asked for by name: SQLite looks up the
        -- row as well for a column that is UNIQUE.
        CREATE UNIQUE INDEX profileByName ON profile (canonicalName);
        -- What a search reads: whoever is not found costs it nothing.
        CREATE INDEX profileBySearch ON profile (canonicalName)
            WHERE isFindable AND createdAtMs IS NOT NULL AND frozenAtMs IS NULL;
        CREATE INDEX profileBySkeleton ON profile (skeleton);
        CREATE INDEX profileByPhoto ON profile (photoID) WHERE photoID IS NOT NULL;

        -- Profiles that users have reported, as signed-in users saw them then. A row goes when somebody has
        -- decided.
        CREATE TABLE reportedProfile (
            -- That of the first report.
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            userID BLOB NOT NULL CHECK (length(userID) = 16),
            -- Of the profile.
            revision INTEGER NOT NULL,
            name TEXT CHECK (length(name) BETWEEN 3 AND 30),
            bio TEXT CHECK (length(bio) BETWEEN 1 AND 1000),
            pronouns TEXT CHECK (length(pronouns) BETWEEN 1 AND 40),
            location TEXT CHECK (length(location) BETWEEN 1 AND 100),
            links TEXT CHECK (length(links) BETWEEN 1 AND 10244),
            photoID BLOB REFERENCES photo (id)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX reportedProfileByUser ON reportedProfile (userID, revision);
        CREATE INDEX reportedProfileByPhoto ON reportedProfile (photoID) WHERE photoID IS NOT NULL;

        -- Who has reported whom, also for the limits.
        CREATE TABLE report (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            -- Who has reported; NULL for a user who was erased.
            userID BLOB CHECK (length(userID) = 16),
            -- Who was reported.
            reportedID BLOB NOT NULL CHECK (length(reportedID) = 16),
            -- NULL once somebody has decided, and for a user who had no profile.
            reportedProfileID BLOB REFERENCES reportedProfile (id),
            -- A number of ReportReason.
            reason INTEGER NOT NULL CHECK (reason > 0),
            note TEXT CHECK (length(note) BETWEEN 1 AND 500),
            sentAtMs INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX reportByUser ON report (userID, sentAtMs) WHERE userID IS NOT NULL;
        CREATE INDEX reportByReported ON report (reportedID);
        CREATE INDEX reportByProfile ON report (reportedProfileID, id)
            WHERE reportedProfileID IS NOT NULL;
        CREATE INDEX reportByTime ON report (sentAtMs) WHERE reportedProfileID IS NULL;

        -- Photos that nobody may have again.
        CREATE TABLE refusedPhoto (
            photoID BLOB NOT NULL PRIMARY KEY CHECK (length(photoID) = 32),
            reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
            refusedAtMs INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- What users are to be told by mail, as an administrator has taken it away, until Auth has it.
        CREATE TABLE takeDownNotice (
            -- Made when it happened.
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            userID BLOB NOT NULL CHECK (length(userID) = 16),
            -- One bit for each field: see TakenFields.
            fields INTEGER NOT NULL CHECK (fields BETWEEN 1 AND 63),
            -- Why, for the user.
            reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 500)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX takeDownNoticeByUser ON takeDownNotice (userID, id);
        """
}
