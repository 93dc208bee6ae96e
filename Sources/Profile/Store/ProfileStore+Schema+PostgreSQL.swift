extension ProfileStore {
    /// Identifiers are UUIDs of 16 bytes, photos' are SHA-256 digests, times milliseconds since
    /// 1970-01-01 UTC.
    static let postgresqlTables = """
        -- Names that their last owner has given up, and that nobody else gets yet.
        CREATE TABLE quarantinedName (
            canonicalName TEXT NOT NULL PRIMARY KEY CHECK (length(canonicalName) BETWEEN 3 AND 30),
            -- Who may take it back; NULL when nobody is left.
            userID BYTEA CHECK (length(userID) = 16),
            untilMs BIGINT NOT NULL,
            skeleton TEXT GENERATED ALWAYS AS (\(skeleton)) STORED
        );
        CREATE INDEX quarantinedNameBySkeleton ON quarantinedName (skeleton);
        CREATE INDEX quarantinedNameByUser ON quarantinedName (userID, untilMs);
        CREATE INDEX quarantinedNameByTime ON quarantinedName (untilMs);

        -- Who had a name before, and how that ended. The owner of now stands in profile.
        CREATE TABLE nameHistory (
            canonicalName TEXT NOT NULL CHECK (length(canonicalName) BETWEEN 3 AND 30),
            -- Counts those of the name from 1.
            number BIGINT NOT NULL CHECK (number > 0),
            -- As it was written last.
            name TEXT NOT NULL CHECK (lower(name) = canonicalName),
            -- NULL for a user who was erased.
            userID BYTEA CHECK (length(userID) = 16),
            fromMs BIGINT NOT NULL,
            untilMs BIGINT NOT NULL CHECK (untilMs >= fromMs),
            -- Why an administrator gave the name, and took it away; NULL if none did.
            givenReason TEXT CHECK (length(givenReason) BETWEEN 1 AND 500),
            takenReason TEXT CHECK (length(takenReason) BETWEEN 1 AND 500),
            PRIMARY KEY (canonicalName, number)
        );
        CREATE INDEX nameHistoryByUser ON nameHistory (userID, untilMs)
            WHERE userID IS NOT NULL;

        -- Words that administrators have reserved or released. Of all others the program says whether
        -- they are reserved.
        CREATE TABLE reservedWord (
            -- What is left of it when all that looks the same is one.
            skeleton TEXT NOT NULL PRIMARY KEY CHECK (length(skeleton) BETWEEN 1 AND 30),
            word TEXT NOT NULL CHECK (length(word) BETWEEN 1 AND 30),
            isReserved BOOLEAN NOT NULL,
            reason TEXT NOT NULL CHECK (length(reason) <= 500),
            changedAtMs BIGINT NOT NULL
        );

        -- Who has blocked whom.
        CREATE TABLE block (
            userID BYTEA NOT NULL CHECK (length(userID) = 16),
            blockedID BYTEA NOT NULL CHECK (length(blockedID) = 16 AND blockedID <> userID),
            createdAtMs BIGINT NOT NULL,
            -- The same two in the order of their bytes, so that one look finds a block either way.
            lesserID BYTEA GENERATED ALWAYS AS (
                CASE WHEN userID < blockedID THEN userID ELSE blockedID END) STORED,
            greaterID BYTEA GENERATED ALWAYS AS (
                CASE WHEN userID < blockedID THEN blockedID ELSE userID END) STORED,
            PRIMARY KEY (userID, blockedID)
        );
        CREATE INDEX blockByBlocked ON block (blockedID);
        CREATE INDEX blockByBoth ON block (lesserID, greaterID);

        -- What was changed last of each user, in the order of the changes, for those who follow. A row that
        -- is changed again moves to the end, and the last row is never deleted.
        CREATE TABLE change (
            userID BYTEA NOT NULL CHECK (length(userID) = 16),
            -- 0: the profile; 1: whom the user has blocked; 2: what others do not see. See ChangeKind.
            kind BIGINT NOT NULL CHECK (kind BETWEEN 0 AND 2),
            position BIGINT NOT NULL,
            number BIGINT NOT NULL,
            PRIMARY KEY (userID, kind)
        );
        CREATE UNIQUE INDEX changeByPosition ON change (position, number);
        CREATE SEQUENCE changeNumber;
        -- Counts the servers on which the tables have been: each numbers its transactions anew.
        CREATE TABLE changeEra (era BIGINT NOT NULL);
        INSERT INTO changeEra VALUES (0);
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

        -- Photos that have changed, and that more users have than one transaction writes into change. A row
        -- goes when all are written.
        CREATE TABLE sharedPhotoChange (
            photoID BYTEA NOT NULL PRIMARY KEY CHECK (length(photoID) = 32),
            -- The last user who is written, in the order of their ids.
            lastUserID BYTEA NOT NULL CHECK (length(lastUserID) = 16)
        );

        -- What the links to photos are made with.
        CREATE TABLE linkSecret (
            id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
            secret BYTEA NOT NULL CHECK (length(secret) = 32)
        );

        -- Users whose sign-up was given up: a hold that comes late must not take a name that
        -- nobody would release. Kept for as long as one may be under way.
        CREATE TABLE releasedUser (
            userID BYTEA NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            releasedAtMs BIGINT NOT NULL
        );
        CREATE INDEX releasedUserByTime ON releasedUser (releasedAtMs);

        -- Users who are not to come back, whatever still arrives about them.
        CREATE TABLE erasedUser (
            userID BYTEA NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            erasedAtMs BIGINT NOT NULL
        );

        -- The files that profiles refer to, and no others.
        CREATE TABLE photo (
            id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            size BIGINT NOT NULL CHECK (size > 0),
            width BIGINT NOT NULL CHECK (width BETWEEN 1 AND 65535),
            height BIGINT NOT NULL CHECK (height BETWEEN 1 AND 65535),
            -- Chosen by chance for the last upload of the file.
            upload BIGINT NOT NULL,
            -- When no request of that upload can have an effect any more.
            settledAtMs BIGINT NOT NULL,
            -- Since when the file is known to be damaged, and moved aside, or to be missing; NULL for a sound one.
            damagedAtMs BIGINT,
            -- A ThumbHash of it; NULL until it was made.
            placeholder BYTEA CHECK (length(placeholder) BETWEEN 5 AND 24),
            -- How often its squares could not be made.
            squareFailures BIGINT NOT NULL DEFAULT 0
        );
        -- What is still to be made.
        CREATE INDEX photoWithoutSquares ON photo (id)
            WHERE placeholder IS NULL AND squareFailures < 2;

        CREATE INDEX damagedPhoto ON photo (id) WHERE damagedAtMs IS NOT NULL;

        -- How far the files were read through in search of damaged ones: one row.
        CREATE TABLE photoScrub (
            id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
            -- The instance that reads, chosen by chance, and until when no other does.
            holder BIGINT NOT NULL,
            leaseUntilMs BIGINT NOT NULL,
            -- Before which there is nothing to do.
            nextAtMs BIGINT NOT NULL,
            -- When the pass began; NULL while none is under way.
            beganAtMs BIGINT,
            -- The last file of it that was read; NULL before the first.
            lastFileID BYTEA CHECK (length(lastFileID) = 32),
            -- What it has read and found, or if none is under way, the last one.
            files BIGINT NOT NULL,
            bytes BIGINT NOT NULL,
            damagedFiles BIGINT NOT NULL,
            -- Whether any number of damaged files is believed.
            acceptsDamage BOOLEAN NOT NULL,
            -- Why it does not go on; NULL if it does.
            trouble TEXT,
            -- When the last whole pass ended; NULL before the first.
            endedAtMs BIGINT
        );
        INSERT INTO photoScrub (
            id, holder, leaseUntilMs, nextAtMs, files, bytes, damagedFiles, acceptsDamage)
        VALUES (1, 0, 0, 0, 0, 0, 0, FALSE);

        -- The files of photos' squares. Photos that look alike when they are small share one.
        CREATE TABLE photoSquare (
            photoID BYTEA NOT NULL REFERENCES photo (id),
            -- Pixels a side, as it is asked for.
            nominalSide BIGINT NOT NULL CHECK (nominalSide IN (64, 128, 256, 512)),
            -- Fewer for a small photo.
            side BIGINT NOT NULL CHECK (side BETWEEN 1 AND nominalSide),
            fileID BYTEA NOT NULL CHECK (length(fileID) = 32),
            size BIGINT NOT NULL CHECK (size > 0),
            -- When no request that wrote the file can have an effect any more.
            settledAtMs BIGINT NOT NULL,
            PRIMARY KEY (photoID, nominalSide)
        );
        CREATE INDEX photoSquareByFile ON photoSquare (fileID);

        -- The other files: to be removed, or about to be written. What is in none of the tables is not
        -- on the disk. A damaged photo may stand in both.
        CREATE TABLE garbage (
            photoID BYTEA NOT NULL PRIMARY KEY CHECK (length(photoID) = 32),
            -- Chosen by chance: of the uploads that may refer to the file, or of the removal. 0 for a file
            -- that was a photo's, to which any upload may refer.
            token BIGINT NOT NULL,
            -- Before which nobody removes it.
            notBeforeMs BIGINT NOT NULL,
            -- Until when a removal may be under way; NULL if none has begun.
            removalUntilMs BIGINT
        );

        -- The one clock of all instances.
        CREATE VIEW databaseClock AS SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS nowMs;

        -- One row a user, at most one name a user, one user a name. Until there is a profile, the row is
        -- held for a sign-up, with the name that the user is to have, if any.
        CREATE TABLE profile (
            userID BYTEA NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            -- NULL for a user without one.
            name TEXT CHECK (name ~ '^[A-Za-z0-9_.]{3,30}$'),
            -- What is compared.
            canonicalName TEXT CHECK (canonicalName = lower(name)),
            -- Whether nobody has chosen the name.
            isGenerated BOOLEAN NOT NULL DEFAULT FALSE,
            -- Since when the user has the name; NULL for one that came with the profile.
            namedAtMs BIGINT,
            -- Why an administrator gave it; NULL if none did.
            givenReason TEXT CHECK (length(givenReason) BETWEEN 1 AND 500),
            -- Since when the user is frozen, as there is no account; NULL for all others.
            frozenAtMs BIGINT,
            -- Of the profile: NULL while the name is held.
            createdAtMs BIGINT,
            updatedAtMs BIGINT CHECK (updatedAtMs >= createdAtMs),
            photoID BYTEA REFERENCES photo (id),
            -- Grows with each change.
            revision BIGINT NOT NULL DEFAULT 1,
            -- What the user says of themselves; NULL for nothing.
            bio TEXT CHECK (length(bio) BETWEEN 1 AND 1000),
            pronouns TEXT CHECK (length(pronouns) BETWEEN 1 AND 40),
            location TEXT CHECK (length(location) BETWEEN 1 AND 100),
            -- One a line.
            links TEXT CHECK (length(links) BETWEEN 1 AND 10244),
            -- Who sees which field, two bits each: see Visibilities.
            visibilities BIGINT NOT NULL DEFAULT 0 CHECK (visibilities BETWEEN 0 AND 1023),
            -- Whether a search finds the user.
            isFindable BOOLEAN NOT NULL DEFAULT TRUE,
            skeleton TEXT GENERATED ALWAYS AS (\(skeleton)) STORED,
            CHECK ((name IS NULL) = (canonicalName IS NULL)),
            CHECK ((createdAtMs IS NULL) = (updatedAtMs IS NULL)),
            CHECK (photoID IS NULL OR createdAtMs IS NOT NULL)
        );
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
            id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            userID BYTEA NOT NULL CHECK (length(userID) = 16),
            -- Of the profile.
            revision BIGINT NOT NULL,
            name TEXT CHECK (length(name) BETWEEN 3 AND 30),
            bio TEXT CHECK (length(bio) BETWEEN 1 AND 1000),
            pronouns TEXT CHECK (length(pronouns) BETWEEN 1 AND 40),
            location TEXT CHECK (length(location) BETWEEN 1 AND 100),
            links TEXT CHECK (length(links) BETWEEN 1 AND 10244),
            photoID BYTEA REFERENCES photo (id)
        );
        CREATE UNIQUE INDEX reportedProfileByUser ON reportedProfile (userID, revision);
        CREATE INDEX reportedProfileByPhoto ON reportedProfile (photoID) WHERE photoID IS NOT NULL;

        -- Who has reported whom, also for the limits.
        CREATE TABLE report (
            id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            -- Who has reported; NULL for a user who was erased.
            userID BYTEA CHECK (length(userID) = 16),
            -- Who was reported.
            reportedID BYTEA NOT NULL CHECK (length(reportedID) = 16),
            -- NULL once somebody has decided, and for a user who had no profile.
            reportedProfileID BYTEA REFERENCES reportedProfile (id),
            -- A number of ReportReason.
            reason BIGINT NOT NULL CHECK (reason > 0),
            note TEXT CHECK (length(note) BETWEEN 1 AND 500),
            sentAtMs BIGINT NOT NULL
        );
        CREATE INDEX reportByUser ON report (userID, sentAtMs) WHERE userID IS NOT NULL;
        CREATE INDEX reportByReported ON report (reportedID);
        CREATE INDEX reportByProfile ON report (reportedProfileID, id)
            WHERE reportedProfileID IS NOT NULL;
        CREATE INDEX reportByTime ON report (sentAtMs) WHERE reportedProfileID IS NULL;

        -- Photos that nobody may have again.
        CREATE TABLE refusedPhoto (
            photoID BYTEA NOT NULL PRIMARY KEY CHECK (length(photoID) = 32),
            reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
            refusedAtMs BIGINT NOT NULL
        );

        -- What users are to be told by mail, as an administrator has taken it away, until Auth has it.
        CREATE TABLE takeDownNotice (
            -- Made when it happened.
            id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            userID BYTEA NOT NULL CHECK (length(userID) = 16),
            -- One bit for each field: see TakenFields.
            fields BIGINT NOT NULL CHECK (fields BETWEEN 1 AND 63),
            -- Why, for the user.
            reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 500)
        );
        CREATE INDEX takeDownNoticeByUser ON takeDownNotice (userID, id);
        """
}
