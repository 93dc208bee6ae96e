extension ProfileStore {
    /// Identifiers are UUIDs of 16 bytes, photos' are SHA-256 digests, times milliseconds since
    /// 1970-01-01 UTC.
    static let postgresqlTables = """
        -- One name a user, one user a name. It is the user's own if there is a profile; otherwise
        -- it is held for a sign-up.
        CREATE TABLE displayName (
            userID BYTEA NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
            name TEXT NOT NULL CHECK (name ~ '^[A-Za-z0-9_.]{3,30}$'),
            -- What is compared.
            canonicalName TEXT NOT NULL CHECK (canonicalName = lower(name)),
            heldAtMs BIGINT NOT NULL,
            -- Since when the user is frozen, as there is no account; NULL for all others.
            frozenAtMs BIGINT,
            -- Whether nobody has chosen the name.
            isGenerated BOOLEAN NOT NULL DEFAULT FALSE,
            skeleton TEXT GENERATED ALWAYS AS (\(skeleton)) STORED
        );
        CREATE UNIQUE INDEX displayNameByName ON displayName (canonicalName);
        CREATE INDEX displayNameBySkeleton ON displayName (skeleton);

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

        CREATE TABLE profile (
            userID BYTEA NOT NULL PRIMARY KEY REFERENCES displayName (userID),
            photoID BYTEA REFERENCES photo (id),
            createdAtMs BIGINT NOT NULL,
            updatedAtMs BIGINT NOT NULL CHECK (updatedAtMs >= createdAtMs)
        );
        CREATE INDEX profileByPhoto ON profile (photoID) WHERE photoID IS NOT NULL;
        """
}
