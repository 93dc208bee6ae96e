extension AuthStore {
    static let sqliteTables = """
        -- Accounts, and what their owners need to sign in.

        CREATE TABLE account (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            -- As it was signed up.
            email TEXT NOT NULL CHECK (length(CAST(email AS BLOB)) BETWEEN 3 AND 254),
            -- What is compared.
            canonicalEmail TEXT NOT NULL UNIQUE,
            -- NULL: nobody has proved to read what is sent to the address.
            emailVerifiedAtMs INTEGER,
            -- A PHC string.
            passwordHash TEXT NOT NULL CHECK (passwordHash LIKE '$argon2id$%'),
            passwordChangedAtMs INTEGER NOT NULL,
            -- BCP 47; empty for the deployment's own.
            locale TEXT NOT NULL CHECK (length(locale) <= 35),
            createdAtMs INTEGER NOT NULL,
            role TEXT NOT NULL CHECK (role IN ('user', 'admin')),
            -- NULL when it is enabled; the greatest number there is when it is disabled for good.
            disabledUntilMs INTEGER,
            -- Whether the password must be replaced before anybody signs in.
            mustResetPassword INTEGER NOT NULL CHECK (mustResetPassword IN (0, 1))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX accountByRole ON account (id) WHERE role = 'admin';

        -- What the hash of an account may cost, as it stands in a PHC string.
        CREATE TABLE hashParameters (
            text TEXT NOT NULL PRIMARY KEY
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE session (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            accountID BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            -- What the client says of its device.
            deviceLabel TEXT NOT NULL CHECK (length(deviceLabel) <= 64),
            platform TEXT NOT NULL CHECK (length(platform) <= 32),
            appVersion TEXT NOT NULL CHECK (length(appVersion) <= 32),
            -- The network that it was opened from, such as '203.0.113.0/24', or empty.
            addressPrefix TEXT NOT NULL CHECK (length(addressPrefix) <= 43),
            createdAtMs INTEGER NOT NULL,
            -- When the password was last given in it.
            authenticatedAtMs INTEGER NOT NULL,
            -- When the refresh token that counts was given out.
            refreshedAtMs INTEGER NOT NULL CHECK (refreshedAtMs >= createdAtMs),
            endedAtMs INTEGER,
            endReason TEXT CHECK (endReason IN (
                'signedOut', 'revoked', 'revokedByAdmin', 'tokenReused', 'passwordChanged',
                'passwordReset', 'addressChanged', 'disabled', 'replaced', 'expired', 'newEpoch')),
            -- The refresh token that counts, and how it came from the one before.
            tokenHash BLOB NOT NULL CHECK (length(tokenHash) = 32),
            previousTokenHash BLOB CHECK (length(previousTokenHash) = 32),
            rotationNonce BLOB CHECK (length(rotationNonce) = 16),
            -- The first 8 bytes of the hash of each token that was used or displaced, oldest first;
            -- of those used, the previous one is the last.
            spentTokenHashes BLOB NOT NULL
                CHECK (length(spentTokenHashes) % 8 = 0 AND length(spentTokenHashes) <= 512),
            CHECK ((endedAtMs IS NULL) = (endReason IS NULL)),
            CHECK ((previousTokenHash IS NULL) = (rotationNonce IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sessionByAccount ON session (accountID, endedAtMs);
        CREATE INDEX sessionByEnd ON session (endedAtMs) WHERE endedAtMs IS NOT NULL;

        -- The devices that have signed in to an account.
        CREATE TABLE device (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            accountID BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            tokenHash BLOB NOT NULL CHECK (length(tokenHash) = 32),
            createdAtMs INTEGER NOT NULL,
            lastUsedAtMs INTEGER NOT NULL CHECK (lastUsedAtMs >= createdAtMs)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX deviceByAccount ON device (accountID, lastUsedAtMs);

        -- Sign-ups and deletions, of which other services are told.

        -- A sign-up from before its first step elsewhere. It stays as long as its account, and
        -- otherwise until Profile has let the display name go.
        CREATE TABLE signUp (
            idempotencyKey TEXT NOT NULL PRIMARY KEY
                CHECK (length(idempotencyKey) BETWEEN 16 AND 64),
            accountID BLOB NOT NULL UNIQUE CHECK (length(accountID) = 16),
            state TEXT NOT NULL CHECK (state IN ('pending', 'committed', 'aborted')),
            canonicalEmail TEXT NOT NULL,
            -- Empty for an account without one.
            displayName TEXT NOT NULL,
            createdAtMs INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX signUpPending ON signUp (idempotencyKey) WHERE state = 'pending';

        -- What another service has yet to be told, until it has answered. The ids rise in the order
        -- of writing, and none is used again.
        CREATE TABLE outbox (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL CHECK (kind IN (
                'confirmDisplayName', 'releaseDisplayName', 'registerPresence', 'eraseProfile',
                'erasePresence')),
            accountID BLOB NOT NULL CHECK (length(accountID) = 16),
            UNIQUE (accountID, kind)
        ) STRICT;

        -- What remains of accounts that were deleted.
        CREATE TABLE deletion (
            accountID BLOB NOT NULL PRIMARY KEY CHECK (length(accountID) = 16),
            receiptHash BLOB NOT NULL UNIQUE CHECK (length(receiptHash) = 32),
            requestedAtMs INTEGER NOT NULL,
            -- When the other services had forgotten the user; NULL while they have not.
            profileErasedAtMs INTEGER,
            presenceErasedAtMs INTEGER
        ) STRICT;

        -- Codes, links and mail.

        -- What is to be proved by a code or a link. One that was met, or has died, is deleted; or it
        -- is nobody's until it expires.
        CREATE TABLE challenge (
            -- Rises in the order of writing.
            place INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            purpose TEXT NOT NULL CHECK (purpose IN (
                'verifyAddress', 'resetPassword', 'changeAddressOld', 'changeAddressNew',
                'undoAddress')),
            -- Where it was sent; as it was asked for, until an account was looked for.
            address TEXT NOT NULL CHECK (length(CAST(address AS BLOB)) BETWEEN 3 AND 254),
            -- What whoever asked has to show; NULL where a session stands for that.
            flowHash BLOB CHECK (length(flowHash) = 32),
            -- The name of the asker's meter (see meter.key); empty where a session asked. What one
            -- asks for ends what the same one has asked for before, and nothing of others.
            asker BLOB NOT NULL CHECK (length(asker) IN (0, 16)),
            -- NULL: nothing meets it.
            accountID BLOB REFERENCES account (id) ON DELETE CASCADE,
            -- Digests with a key that is not in this database.
            codeHash BLOB CHECK (length(codeHash) = 32),
            linkHash BLOB CHECK (length(linkHash) = 32),
            -- What it protects, as it was.
            stateHash BLOB CHECK (length(stateHash) = 32),
            triesUsed INTEGER NOT NULL CHECK (triesUsed BETWEEN 0 AND 5),
            createdAtMs INTEGER NOT NULL,
            expiresAtMs INTEGER NOT NULL CHECK (expiresAtMs > createdAtMs),
            -- Set while no account was looked for: the language to write in if it has none.
            waitingLocale TEXT CHECK (length(waitingLocale) <= 35),
            -- Whether it was asked for on a device that the account knows. While it waits, it goes
            -- before those of strangers.
            isFromKnownDevice INTEGER NOT NULL CHECK (isFromKnownDevice IN (0, 1)),
            CHECK ((accountID IS NULL) = (stateHash IS NULL)),
            CHECK (accountID IS NULL OR waitingLocale IS NULL),
            CHECK (accountID IS NOT NULL OR purpose = 'resetPassword')
        ) STRICT;
        CREATE UNIQUE INDEX challengeOpen ON challenge (accountID, purpose, asker)
            WHERE accountID IS NOT NULL AND purpose <> 'undoAddress';
        CREATE INDEX challengeByAccount ON challenge (accountID);
        CREATE INDEX challengeWaiting ON challenge (isFromKnownDevice DESC, id)
            WHERE waitingLocale IS NOT NULL;
        CREATE INDEX challengeByExpiry ON challenge (expiresAtMs);

        -- So that whoever goes back to an address finds it free.
        CREATE TABLE reservedAddress (
            canonicalEmail TEXT NOT NULL PRIMARY KEY,
            accountID BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            untilMs INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX reservedAddressByAccount ON reservedAddress (accountID);
        CREATE INDEX reservedAddressByTime ON reservedAddress (untilMs);

        -- Mail that is to be sent, was sent lately, or could not be sent.
        CREATE TABLE mail (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 32),
            accountID BLOB REFERENCES account (id) ON DELETE CASCADE,
            recipient TEXT NOT NULL CHECK (length(CAST(recipient AS BLOB)) BETWEEN 3 AND 254),
            locale TEXT NOT NULL CHECK (length(locale) <= 35),
            -- A JSON object of texts. Never a code or a token: those are derived from the challenge
            -- when the mail is sent.
            variables TEXT NOT NULL CHECK (length(CAST(variables AS BLOB)) <= 8192),
            challengeID BLOB CHECK (length(challengeID) = 16),
            state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'dead')),
            -- How often it was tried, when it is tried next, and how the last try ended.
            attempts INTEGER NOT NULL CHECK (attempts >= 0),
            dueAtMs INTEGER NOT NULL,
            lastError TEXT NOT NULL CHECK (length(lastError) <= 500),
            createdAtMs INTEGER NOT NULL,
            expiresAtMs INTEGER NOT NULL,
            endedAtMs INTEGER,
            CHECK ((endedAtMs IS NULL) = (state = 'pending'))
        ) STRICT;
        CREATE INDEX mailDue ON mail (dueAtMs) WHERE state = 'pending';
        CREATE INDEX mailByState ON mail (state, id);
        CREATE INDEX mailByAccount ON mail (accountID);
        CREATE INDEX mailEnded ON mail (endedAtMs) WHERE state <> 'pending';

        -- Notices of Profile's that have come, so that one which comes again is no second mail.
        CREATE TABLE receivedNotice (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            receivedAtMs INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX receivedNoticeByTime ON receivedNotice (receivedAtMs);

        -- Limits.

        -- What callers have used of their limits, so that a restart gives nobody a new start.
        CREATE TABLE meter (
            limitName TEXT NOT NULL,
            -- Half of a keyed digest of whose it is: the key is not in this database.
            key BLOB NOT NULL CHECK (length(key) = 16),
            -- When the next unit would be taken at the steady rate: then the row is of no use.
            dueAtMs INTEGER NOT NULL,
            PRIMARY KEY (limitName, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX meterByDue ON meter (dueAtMs);

        -- The newest time of the clock that the meters go by, so that it does not go back.
        CREATE TABLE limiterClock (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            newestMs INTEGER NOT NULL
        ) STRICT;

        -- Services, keys, and which sessions have ended.

        -- The services that have a credential.
        CREATE TABLE service (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            name TEXT NOT NULL UNIQUE
                CHECK (length(name) BETWEEN 1 AND 32 AND name NOT GLOB '*[^a-z0-9-]*'),
            -- Of the credential that the service keeps.
            credentialHash BLOB NOT NULL CHECK (length(credentialHash) = 32),
            createdAtMs INTEGER NOT NULL,
            -- When the credential was last exchanged, to the hour.
            lastUsedAtMs INTEGER
        ) STRICT;

        -- One row, once there is a key file: a random key, sealed with it (see SealedBytes). All that
        -- is sealed or digested with a key in this database goes by keys derived from this one.
        CREATE TABLE masterKey (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            sealedKey BLOB NOT NULL CHECK (length(sealedKey) = 60)
        ) STRICT;

        CREATE TABLE signingKey (
            -- RFC 7638.
            thumbprint TEXT NOT NULL PRIMARY KEY,
            -- The private half, sealed, until the key is retired: then nobody can sign with it,
            sealedKey BLOB CHECK (length(sealedKey) = 60),
            -- and what is left is the point that tokens are verified with.
            publicKey BLOB CHECK (length(publicKey) = 64),
            createdAtMs INTEGER NOT NULL,
            -- Until then it is only shown, so that others have it in time.
            signsFromMs INTEGER NOT NULL,
            retiredAtMs INTEGER,
            CHECK ((sealedKey IS NULL) = (retiredAtMs IS NOT NULL)),
            CHECK ((sealedKey IS NULL) = (publicKey IS NOT NULL))
        ) STRICT;

        -- One row: how often the signing keys have changed.
        CREATE TABLE signingKeySet (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            version INTEGER NOT NULL
        ) STRICT;
        INSERT INTO signingKeySet (id, version) VALUES (1, 0);

        -- One row. The number is random: a copy of the database that is put back cannot have drawn
        -- the one that was drawn since.
        CREATE TABLE epoch (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            number INTEGER NOT NULL,
            -- Of the last revocation in it; 0 before the first.
            version INTEGER NOT NULL CHECK (version >= 0),
            -- Whether there has been a mark beside the file, which must then never be missing.
            hasMark INTEGER NOT NULL CHECK (hasMark IN (0, 1)),
            -- Whether the accounts were compared with the profiles since the epoch began. There is
            -- nothing to compare at first.
            isChecked INTEGER NOT NULL CHECK (isChecked IN (0, 1))
        ) STRICT;
        INSERT INTO epoch (id, number, version, hasMark, isChecked) VALUES (1, random(), 0, 0, 1);

        -- Sessions that ended while an access token of theirs could still be good. Versions count up
        -- from 1 in each epoch, without a gap, and none is ever used again in it.
        CREATE TABLE revocation (
            version INTEGER NOT NULL PRIMARY KEY CHECK (version > 0),
            sessionID BLOB NOT NULL CHECK (length(sessionID) = 16),
            reason TEXT NOT NULL,
            atMs INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX revocationByTime ON revocation (atMs);
        """
}
