-- The statements of UpdateProfile with another display name.
\set id random(1, 1000000)
\set new random(1, 1000000000000)
BEGIN;
SELECT userID, name, photoID, size, width, height, createdAtMs, updatedAtMs, isGenerated
    FROM profile LEFT JOIN photo ON photo.id = photoID
    WHERE createdAtMs IS NOT NULL
        AND userID = decode(lpad(to_hex(:id::int), 32, '0'), 'hex');
SELECT NOT EXISTS (
        SELECT 1 FROM profile WHERE canonicalName = 'r' || :new
            AND userID IS DISTINCT FROM decode(lpad(to_hex(:id::int), 32, '0'), 'hex'))
    AND NOT EXISTS (
        SELECT 1 FROM profile WHERE skeleton = 'r' || :new
            AND userID IS DISTINCT FROM decode(lpad(to_hex(:id::int), 32, '0'), 'hex'))
    AND NOT EXISTS (
        SELECT 1 FROM quarantinedName WHERE skeleton = 'r' || :new AND untilMs > 2
            AND (userID IS NULL
                OR userID IS DISTINCT FROM decode(lpad(to_hex(:id::int), 32, '0'), 'hex')));
DELETE FROM quarantinedName WHERE canonicalName = 'r' || :new;
INSERT INTO quarantinedName (canonicalName, userID, untilMs)
    SELECT canonicalName, userID, 3 FROM profile
    WHERE userID = decode(lpad(to_hex(:id::int), 32, '0'), 'hex')
        AND (SELECT count(*) FROM quarantinedName
            WHERE userID = decode(lpad(to_hex(:id::int), 32, '0'), 'hex') AND untilMs > 2) < 8
    ON CONFLICT (canonicalName) DO UPDATE
    SET userID = excluded.userID, untilMs = excluded.untilMs;
UPDATE profile
    SET updatedAtMs = CASE WHEN updatedAtMs < 2 THEN 2 ELSE updatedAtMs END, name = 'r' || :new,
        canonicalName = 'r' || :new, isGenerated = isGenerated AND canonicalName = 'r' || :new
    WHERE userID = decode(lpad(to_hex(:id::int), 32, '0'), 'hex');
COMMIT;
