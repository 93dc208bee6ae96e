-- The statements of Refresh.
\set number random(1, :sessions)
BEGIN ISOLATION LEVEL SERIALIZABLE;
SELECT session.id, session.accountID, deviceLabel, platform, appVersion, addressPrefix,
        session.createdAtMs, refreshedAtMs, endedAtMs, endReason, tokenHash, previousTokenHash,
        rotationNonce, EXISTS (
            SELECT 1 FROM account WHERE role = 'admin' AND account.id = session.accountID)
    FROM session WHERE id = (SELECT id FROM numbered WHERE number = :number);
UPDATE session SET refreshedAtMs = refreshedAtMs + 1, tokenHash = tokenHash,
        previousTokenHash = tokenHash, rotationNonce = substr(tokenHash, 1, 16)
    WHERE id = (SELECT id FROM numbered WHERE number = :number);
COMMIT;
