-- A million users with names and profiles, in the tables that Profile has in PostgreSQL.
CREATE TABLE photo (id BYTEA NOT NULL PRIMARY KEY, size BIGINT, width BIGINT, height BIGINT);
CREATE TABLE profile (
    userID BYTEA NOT NULL PRIMARY KEY CHECK (length(userID) = 16),
    name TEXT NOT NULL CHECK (name ~ '^[A-Za-z0-9_.]{3,30}$'),
    canonicalName TEXT NOT NULL CHECK (canonicalName = lower(name)),
    isGenerated BOOLEAN NOT NULL DEFAULT FALSE,
    createdAtMs BIGINT,
    updatedAtMs BIGINT CHECK (updatedAtMs >= createdAtMs),
    photoID BYTEA REFERENCES photo (id),
    skeleton TEXT GENERATED ALWAYS AS (replace(replace(replace(replace(replace(
        canonicalName, '0', 'o'), '1', 'l'), 'i', 'l'), 'rn', 'm'), 'vv', 'w')) STORED,
    CHECK ((createdAtMs IS NULL) = (updatedAtMs IS NULL)),
    CHECK (photoID IS NULL OR createdAtMs IS NOT NULL)
);
CREATE TABLE quarantinedName (
    canonicalName TEXT NOT NULL PRIMARY KEY CHECK (length(canonicalName) BETWEEN 3 AND 30),
    userID BYTEA CHECK (length(userID) = 16),
    untilMs BIGINT NOT NULL,
    skeleton TEXT GENERATED ALWAYS AS (replace(replace(replace(replace(replace(
        canonicalName, '0', 'o'), '1', 'l'), 'i', 'l'), 'rn', 'm'), 'vv', 'w')) STORED
);
INSERT INTO profile (userID, name, canonicalName, createdAtMs, updatedAtMs)
    SELECT decode(lpad(to_hex(n), 32, '0'), 'hex'), name, name, 1, 1
    FROM generate_series(1, 1000000) AS n, LATERAL (SELECT 'u' || lpad(n::text, 7, '0')) AS named (name);
CREATE UNIQUE INDEX profileByName ON profile (canonicalName);
CREATE INDEX profileBySkeleton ON profile (skeleton);
CREATE INDEX profileByPhoto ON profile (photoID) WHERE photoID IS NOT NULL;
CREATE INDEX quarantinedNameBySkeleton ON quarantinedName (skeleton);
CREATE INDEX quarantinedNameByUser ON quarantinedName (userID, untilMs);
CREATE INDEX quarantinedNameByTime ON quarantinedName (untilMs);
VACUUM ANALYZE;
CHECKPOINT;
