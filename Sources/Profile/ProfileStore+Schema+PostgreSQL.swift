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
            height BIGINT NOT NULL CHECK (height BETWEEN 1 AND 65535)
        );

        -- The other files: to be removed, or about to be written. What is in neither table is not
        -- on the disk.
        CREATE TABLE garbage (
            photoID BYTEA NOT NULL PRIMARY KEY CHECK (length(photoID) = 32)
        );

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
            -- Since when the user is frozen, as there is no account; NULL for all others.
            frozenAtMs BIGINT,
            -- Of the profile: NULL while the name is held.
            createdAtMs BIGINT,
            updatedAtMs BIGINT CHECK (updatedAtMs >= createdAtMs),
            photoID BYTEA REFERENCES photo (id),
            skeleton TEXT GENERATED ALWAYS AS (\(skeleton)) STORED,
            CHECK ((name IS NULL) = (canonicalName IS NULL)),
            CHECK ((createdAtMs IS NULL) = (updatedAtMs IS NULL)),
            CHECK (photoID IS NULL OR createdAtMs IS NOT NULL)
        );
        CREATE UNIQUE INDEX profileByName ON profile (canonicalName);
        CREATE INDEX profileBySkeleton ON profile (skeleton);
        CREATE INDEX profileByPhoto ON profile (photoID) WHERE photoID IS NOT NULL;
        """
}
