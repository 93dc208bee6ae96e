-- The ids of the sessions by number, for refresh.sql.
CREATE TABLE IF NOT EXISTS numbered AS
    SELECT row_number() OVER (ORDER BY id) AS number, id FROM session;
CREATE UNIQUE INDEX IF NOT EXISTS numberedByNumber ON numbered (number);
