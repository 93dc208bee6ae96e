-- A million users with names and profiles, in the tables that Profile has in PostgreSQL.
CREATE TABLE displayName (
    userID BYTEA NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
    name TEXT NOT NULL CHECK (name ~ '^[A-Za-z0-9_.]{3,30}$'),
    canonicalName TEXT NOT NULL UNIQUE CHECK (canonicalName = lower(name)),
    frozenAtMs BIGINT,
    isGenerated BOOLEAN NOT NULL DEFAULT FALSE,
    skeleton TEXT GENERATED ALWAYS AS (replace(replace(replace(replace(replace(
        canonicalName, '0', 'o'), '1', 'l'), 'i', 'l'), 'rn', 'm'), 'vv', 'w')) STORED
);
CREATE TABLE quarantinedName (
    canonicalName TEXT NOT NULL PRIMARY KEY,
    userID BYTEA,
    untilMs BIGINT NOT NULL,
    skeleton TEXT GENERATED ALWAYS AS (replace(replace(replace(replace(replace(
        canonicalName, '0', 'o'), '1', 'l'), 'i', 'l'), 'rn', 'm'), 'vv', 'w')) STORED
);
CREATE TABLE photo (id BYTEA NOT NULL PRIMARY KEY, size BIGINT, width BIGINT, height BIGINT);
CREATE TABLE profile (
    userID BYTEA NOT NULL PRIMARY KEY REFERENCES displayName (userID),
    photoID BYTEA REFERENCES photo (id),
    createdAtMs BIGINT NOT NULL,
    updatedAtMs BIGINT NOT NULL CHECK (updatedAtMs >= createdAtMs)
);
INSERT INTO displayName (userID, name, canonicalName)
    SELECT decode(lpad(to_hex(n), 32, '0'), 'hex'), name, name
    FROM generate_series(1, 1000000) AS n, LATERAL (SELECT 'u' || lpad(n::text, 7, '0')) AS named (name);
INSERT INTO profile (userID, createdAtMs, updatedAtMs)
    SELECT userID, 1, 1 FROM displayName;
CREATE INDEX displayNameBySkeleton ON displayName (skeleton);
CREATE INDEX quarantinedNameBySkeleton ON quarantinedName (skeleton);
CREATE INDEX quarantinedNameByUser ON quarantinedName (userID, untilMs);
CREATE INDEX quarantinedNameByTime ON quarantinedName (untilMs);
VACUUM ANALYZE;
CHECKPOINT;
