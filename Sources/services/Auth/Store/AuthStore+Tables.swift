import Storage

extension AuthStore {
    static func tables(_ sql: SchemaDialect) -> String {
        """
        -- Accounts, and what their owners need to sign in.

        CREATE TABLE account (
            id \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            -- BCP 47; empty for the deployment's own.
            locale TEXT NOT NULL CHECK (length(locale) <= 35),
            createdAtMs \(sql.integer) NOT NULL,
            role TEXT NOT NULL CHECK (role IN ('user', 'admin')),
            -- NULL when it is enabled; the greatest number there is when it is disabled for good.
            disabledUntilMs \(sql.integer),
            -- Whether the password must be replaced before anybody signs in.
            \(sql.flag("mustResetPassword")),
            -- Rises when a credential or the primary address changes, or an address is removed.
            credentialsChangedAtMs \(sql.integer) NOT NULL
        )\(sql.keyed);
        CREATE INDEX accountByRole ON account (id) WHERE role = 'admin';

        -- One that is being added has no row until it is proved, so that it keeps no owner out.
        CREATE TABLE address (
            accountID \(sql.bytes) NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            canonical TEXT NOT NULL UNIQUE, -- What is compared.
            email TEXT NOT NULL CHECK (\(sql.byteCount("email")) BETWEEN 3 AND 254),
            verifiedAtMs \(sql.integer), -- NULL: nobody has proved to read what is sent there.
            \(sql.flag("isPrimary")),
            PRIMARY KEY (accountID, canonical),
            CHECK (isPrimary OR verifiedAtMs IS NOT NULL)
        )\(sql.keyed);
        CREATE UNIQUE INDEX addressPrimary ON address (accountID) WHERE isPrimary;

        -- What an account is signed in to with.
        CREATE TABLE credential (
            accountID \(sql.bytes) NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('password', 'identity')),
            -- Who vouches for an identity, and its name there. Other kinds have no issuer.
            issuer TEXT NOT NULL, subject TEXT NOT NULL,
            -- Of a password its hash; of an identity a token to be revoked, sealed, or NULL.
            secret TEXT CHECK (kind <> 'password' OR secret IS NOT NULL),
            -- Of an identity the address at the provider when it was linked, or NULL.
            issuerEmail TEXT CHECK (\(sql.byteCount("issuerEmail")) <= 254),
            createdAtMs \(sql.integer) NOT NULL,
            lastUsedAtMs \(sql.integer), -- To the day; NULL before the first use.
            PRIMARY KEY (accountID, kind, issuer, subject),
            CHECK ((kind = 'identity') = (issuer <> '')),
            CHECK (kind = 'identity' OR (subject = '' AND secret LIKE '$%')),
            CHECK (kind = 'identity' OR issuerEmail IS NULL)
        )\(sql.keyed);
        CREATE UNIQUE INDEX credentialIdentity ON credential (issuer, subject) WHERE issuer <> '';

        -- The second factor: a secret that an authenticator app has.
        CREATE TABLE totp (
            accountID \(sql.bytes) NOT NULL PRIMARY KEY
                REFERENCES account (id) ON DELETE CASCADE,
            -- 20 bytes, sealed.
            sealedSecret \(sql.bytes) NOT NULL CHECK (length(sealedSecret) = 48),
            createdAtMs \(sql.integer) NOT NULL,
            -- NULL: no code has come, and the account has no factor.
            confirmedAtMs \(sql.integer),
            -- The newest interval of 30 seconds of which a code was used: none is good twice.
            lastStep \(sql.integer) NOT NULL
        )\(sql.keyed);

        CREATE TABLE recoveryCode (
            accountID \(sql.bytes) NOT NULL REFERENCES totp (accountID) ON DELETE CASCADE,
            -- A digest with a key that is not in this database.
            codeHash \(sql.bytes) NOT NULL CHECK (length(codeHash) = 32),
            PRIMARY KEY (accountID, codeHash)
        )\(sql.keyed);

        CREATE TABLE passkey (
            credentialID \(sql.bytes) NOT NULL PRIMARY KEY
                CHECK (length(credentialID) BETWEEN 1 AND 1023),
            accountID \(sql.bytes) NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            -- By the registry of COSE: -7 for ES256, -257 for RS256.
            algorithm \(sql.integer) NOT NULL CHECK (algorithm IN (-7, -257)),
            publicKey \(sql.bytes) NOT NULL CHECK (length(publicKey) <= 1100),
            signCount \(sql.integer) NOT NULL,
            label TEXT NOT NULL CHECK (length(label) <= 64),
            \(sql.flag("isBackedUp")),
            -- Whether its device has verified its user: only then it signs in without another
            -- proof.
            \(sql.flag("isVerifying")),
            createdAtMs \(sql.integer) NOT NULL,
            lastUsedAtMs \(sql.integer)
        )\(sql.keyed);
        CREATE INDEX passkeyByAccount ON passkey (accountID, createdAtMs);

        -- Attempts with an identity, a passkey or a factor that have ended: none is good twice.
        -- Those that were only begun have no row.
        CREATE TABLE usedAttempt (
            digest \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
            expiresAtMs \(sql.integer) NOT NULL
        )\(sql.keyed);
        CREATE INDEX usedAttemptByExpiry ON usedAttempt (expiresAtMs);

        -- Tokens of identities that were taken away, until their provider has revoked them.
        CREATE TABLE tokenRevocation (
            id \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            provider TEXT NOT NULL,
            sealedToken TEXT NOT NULL,
            createdAtMs \(sql.integer) NOT NULL,
            \(sql.work)
        )\(sql.keyed);
        CREATE INDEX tokenRevocationByTime ON tokenRevocation (dueAtMs);

        -- Which account a user of another backend became, so that none is imported twice.
        CREATE TABLE importedUser (
            source TEXT NOT NULL CHECK (length(source) BETWEEN 1 AND 32),
            foreignID TEXT NOT NULL CHECK (\(sql.byteCount("foreignID")) BETWEEN 1 AND 128),
            accountID \(sql.bytes) NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            PRIMARY KEY (source, foreignID)
        )\(sql.keyed);
        CREATE INDEX importedUserByAccount ON importedUser (accountID);

        -- Keys that imported hashes were made with, besides their salts; sealed.
        CREATE TABLE hashKey (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 32),
            sealedKey \(sql.bytes) NOT NULL
        )\(sql.keyed);

        -- What the hash of an account may cost, as it stands in a PHC string.
        CREATE TABLE hashParameters (
            text TEXT NOT NULL PRIMARY KEY
        )\(sql.keyed);

        CREATE TABLE session (
            id \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            accountID \(sql.bytes) NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            -- What the client says of its device.
            deviceLabel TEXT NOT NULL CHECK (length(deviceLabel) <= 64),
            platform TEXT NOT NULL CHECK (length(platform) <= 32),
            appVersion TEXT NOT NULL CHECK (length(appVersion) <= 32),
            -- The network that it was opened from, such as '203.0.113.0/24', or empty.
            addressPrefix TEXT NOT NULL CHECK (length(addressPrefix) <= 43),
            createdAtMs \(sql.integer) NOT NULL,
            -- When the password was last given in it.
            authenticatedAtMs \(sql.integer) NOT NULL,
            -- When the refresh token that counts was given out.
            refreshedAtMs \(sql.integer) NOT NULL CHECK (refreshedAtMs >= createdAtMs),
            endedAtMs \(sql.integer),
            endReason TEXT CHECK (endReason IN (
                'signedOut', 'revoked', 'revokedByAdmin', 'tokenReused', 'passwordChanged',
                'passwordReset', 'addressChanged', 'disabled', 'replaced', 'expired', 'newEpoch')),
            -- The refresh token that counts, and how it came from the one before.
            tokenHash \(sql.bytes) NOT NULL CHECK (length(tokenHash) = 32),
            previousTokenHash \(sql.bytes) CHECK (length(previousTokenHash) = 32),
            rotationNonce \(sql.bytes) CHECK (length(rotationNonce) = 16),
            CHECK ((endedAtMs IS NULL) = (endReason IS NULL)),
            CHECK ((previousTokenHash IS NULL) = (rotationNonce IS NULL))
        )\(sql.keyed);
        CREATE INDEX sessionByAccount ON session (accountID, endedAtMs);
        CREATE INDEX sessionByEnd ON session (endedAtMs) WHERE endedAtMs IS NOT NULL;

        -- The devices that have signed in to an account.
        CREATE TABLE device (
            id \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            accountID \(sql.bytes) NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            tokenHash \(sql.bytes) NOT NULL CHECK (length(tokenHash) = 32),
            createdAtMs \(sql.integer) NOT NULL,
            lastUsedAtMs \(sql.integer) NOT NULL CHECK (lastUsedAtMs >= createdAtMs)
        )\(sql.keyed);
        CREATE INDEX deviceByAccount ON device (accountID, lastUsedAtMs);

        -- The last sign-ins to each account that were refused, for administrators.
        CREATE TABLE refusedSignIn (
            accountID \(sql.bytes) NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            -- Counts up for each account: only the newest ten are kept.
            number \(sql.integer) NOT NULL,
            atMs \(sql.integer) NOT NULL,
            -- A `SignInRefusal` of the contract.
            reason \(sql.integer) NOT NULL CHECK (reason > 0),
            addressPrefix TEXT NOT NULL CHECK (length(addressPrefix) <= 43),
            PRIMARY KEY (accountID, number)
        )\(sql.keyed);
        CREATE INDEX refusedSignInByTime ON refusedSignIn (atMs);

        -- Sign-ups and deletions, of which other services are told.

        -- A sign-up from before its first step elsewhere. It stays as long as its account, and
        -- otherwise until Profile has let the display name go.
        CREATE TABLE signUp (
            idempotencyKey TEXT NOT NULL PRIMARY KEY
                CHECK (length(idempotencyKey) BETWEEN 16 AND 64),
            accountID \(sql.bytes) NOT NULL UNIQUE CHECK (length(accountID) = 16),
            state TEXT NOT NULL CHECK (state IN ('pending', 'committed', 'aborted')),
            -- Empty for an account without one.
            canonicalEmail TEXT NOT NULL,
            -- Empty for an account without one.
            displayName TEXT NOT NULL,
            createdAtMs \(sql.integer) NOT NULL,
            -- The work is to give up a pending one that nobody goes on with.
            \(sql.work)
        )\(sql.strict);
        CREATE INDEX signUpPending ON signUp (dueAtMs) WHERE state = 'pending';
        CREATE INDEX signUpAnonymous ON signUp (accountID)
            WHERE canonicalEmail = '' AND state = 'committed';

        -- What another service has yet to be told, until it has answered. The ids rise in the order
        -- of writing, and none is used again.
        CREATE TABLE outbox (
            id \(sql.identity)\(sql.either(sqlite: " AUTOINCREMENT", postgresql: "")),
            kind TEXT NOT NULL CHECK (kind IN (
                'confirmDisplayName', 'releaseDisplayName', 'makeProfile', 'registerPresence',
                'eraseProfile', 'eraseProfileAndName', 'erasePresence')),
            accountID \(sql.bytes) NOT NULL CHECK (length(accountID) = 16),
            \(sql.work),
            UNIQUE (accountID, kind)
        )\(sql.strict);
        CREATE INDEX outboxToProfile ON outbox (dueAtMs) WHERE kind IN (
            'confirmDisplayName', 'releaseDisplayName', 'makeProfile', 'eraseProfile',
            'eraseProfileAndName');
        CREATE INDEX outboxToPresence ON outbox (dueAtMs) WHERE kind IN (
            'registerPresence', 'erasePresence');

        -- What remains of accounts that were deleted.
        CREATE TABLE deletion (
            accountID \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(accountID) = 16),
            receiptHash \(sql.bytes) NOT NULL UNIQUE CHECK (length(receiptHash) = 32),
            requestedAtMs \(sql.integer) NOT NULL,
            -- When the other services had forgotten the user; NULL while they have not.
            profileErasedAtMs \(sql.integer),
            presenceErasedAtMs \(sql.integer)
        )\(sql.strict);

        -- Codes, links and mail.

        -- What is to be proved by a code or a link. One that was met, or has died, is deleted; or
        -- it is nobody's until it expires.
        CREATE TABLE challenge (
            -- Rises in the order of writing.
            place \(sql.identity),
            id \(sql.bytes) NOT NULL UNIQUE CHECK (length(id) = 16),
            purpose TEXT NOT NULL CHECK (purpose IN (
                'verifyAddress', 'resetPassword', 'changeAddressOld', 'changeAddressNew',
                'undoAddress', 'addAddress', 'reauthenticate', 'signIn', 'signInCode',
                'linkIdentity')),
            -- Where it was sent; as it was asked for, until an account was looked for.
            address TEXT NOT NULL CHECK (\(sql.byteCount("address")) BETWEEN 3 AND 254),
            -- What whoever asked has to show; NULL where a session stands for that.
            flowHash \(sql.bytes) CHECK (length(flowHash) = 32),
            -- The name of the asker's meter (see meter.key); empty where a session asked. What one
            -- asks for ends what the same one has asked for before, and nothing of others.
            asker \(sql.bytes) NOT NULL CHECK (length(asker) IN (0, 16)),
            -- NULL: nothing meets it.
            accountID \(sql.bytes) REFERENCES account (id) ON DELETE CASCADE,
            -- Digests with a key that is not in this database.
            codeHash \(sql.bytes) CHECK (length(codeHash) = 32),
            linkHash \(sql.bytes) CHECK (length(linkHash) = 32),
            -- What it protects, as it was.
            stateHash \(sql.bytes) CHECK (length(stateHash) = 32),
            triesUsed \(sql.integer) NOT NULL CHECK (triesUsed BETWEEN 0 AND 5),
            createdAtMs \(sql.integer) NOT NULL,
            expiresAtMs \(sql.integer) NOT NULL CHECK (expiresAtMs > createdAtMs),
            -- Set while no account was looked for: the language to write in if it has none.
            waitingLocale TEXT CHECK (length(waitingLocale) <= 35),
            \(sql.work),
            -- Whether it was asked for on a device that the account knows. While it waits, it goes
            -- before those of strangers.
            \(sql.flag("isFromKnownDevice")),
            -- What the client of a sign-in says of its device; empty for other purposes.
            deviceLabel TEXT NOT NULL CHECK (length(deviceLabel) <= 64),
            platform TEXT NOT NULL CHECK (length(platform) <= 32),
            appVersion TEXT NOT NULL CHECK (length(appVersion) <= 32),
            -- The identity that is linked to the account when the challenge is met, or NULL.
            identityIssuer TEXT, identitySubject TEXT,
            identityEmail TEXT CHECK (\(sql.byteCount("identityEmail")) <= 254),
            identityGrant TEXT, -- Sealed; may be NULL.
            CHECK ((identityIssuer IS NULL) = (identitySubject IS NULL)),
            CHECK ((accountID IS NULL) = (stateHash IS NULL)),
            CHECK (accountID IS NULL OR waitingLocale IS NULL),
            CHECK (accountID IS NOT NULL OR purpose IN ('resetPassword', 'signInCode'))
        )\(sql.strict);
        CREATE UNIQUE INDEX challengeOpen ON challenge (accountID, purpose, asker)
            WHERE accountID IS NOT NULL AND purpose <> 'undoAddress';
        CREATE INDEX challengeByAccount ON challenge (accountID);
        CREATE INDEX challengeWaiting ON challenge (isFromKnownDevice DESC, id)
            WHERE waitingLocale IS NOT NULL;
        CREATE INDEX challengeByExpiry ON challenge (expiresAtMs);

        -- So that whoever goes back to an address finds it free.
        CREATE TABLE reservedAddress (
            canonicalEmail TEXT NOT NULL PRIMARY KEY,
            accountID \(sql.bytes) NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            untilMs \(sql.integer) NOT NULL
        )\(sql.keyed);
        CREATE INDEX reservedAddressByAccount ON reservedAddress (accountID);
        CREATE INDEX reservedAddressByTime ON reservedAddress (untilMs);

        -- Mail that is to be sent, was sent lately, or could not be sent.
        CREATE TABLE mail (
            id \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 32),
            accountID \(sql.bytes) REFERENCES account (id) ON DELETE CASCADE,
            recipient TEXT NOT NULL CHECK (\(sql.byteCount("recipient")) BETWEEN 3 AND 254),
            locale TEXT NOT NULL CHECK (length(locale) <= 35),
            -- A JSON object of texts. Never a code or a token: those are derived from the challenge
            -- when the mail is sent.
            variables TEXT NOT NULL CHECK (\(sql.byteCount("variables")) <= 8192),
            challengeID \(sql.bytes) CHECK (length(challengeID) = 16),
            state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'dead')),
            \(sql.work),
            -- How the last try ended.
            lastError TEXT NOT NULL CHECK (length(lastError) <= 500),
            createdAtMs \(sql.integer) NOT NULL,
            expiresAtMs \(sql.integer) NOT NULL,
            endedAtMs \(sql.integer),
            CHECK ((endedAtMs IS NULL) = (state = 'pending'))
        )\(sql.strict);
        CREATE INDEX mailDue ON mail (dueAtMs) WHERE state = 'pending';
        CREATE INDEX mailByState ON mail (state, id);
        CREATE INDEX mailByAccount ON mail (accountID);
        CREATE INDEX mailEnded ON mail (endedAtMs) WHERE state <> 'pending';

        -- Notices of Profile's that have come, so that one which comes again is no second mail.
        CREATE TABLE receivedNotice (
            id \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            receivedAtMs \(sql.integer) NOT NULL
        )\(sql.keyed);
        CREATE INDEX receivedNoticeByTime ON receivedNotice (receivedAtMs);

        -- Limits.

        -- What callers have used of their limits, so that a restart gives nobody a new start.
        CREATE TABLE meter (
            limitName TEXT NOT NULL,
            -- Half of a keyed digest of whose it is: the key is not in this database.
            key \(sql.bytes) NOT NULL CHECK (length(key) = 16),
            -- When the next unit would be taken at the steady rate: then the row is of no use.
            dueAtMs \(sql.integer) NOT NULL,
            PRIMARY KEY (limitName, key)
        )\(sql.keyed);
        CREATE INDEX meterByDue ON meter (dueAtMs);

        -- The newest time of the clock that the meters go by, so that it does not go back.
        CREATE TABLE limiterClock (
            id \(sql.integer) NOT NULL PRIMARY KEY CHECK (id = 1),
            newestMs \(sql.integer) NOT NULL
        )\(sql.strict);

        -- Services, keys, and which sessions have ended.

        -- The services that have a credential.
        CREATE TABLE service (
            id \(sql.bytes) NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            name TEXT NOT NULL UNIQUE
                CHECK (\(serviceName(sql))),
            -- Of the credential that the service keeps.
            credentialHash \(sql.bytes) NOT NULL CHECK (length(credentialHash) = 32),
            createdAtMs \(sql.integer) NOT NULL,
            -- When the credential was last exchanged, to the hour.
            lastUsedAtMs \(sql.integer)
        )\(sql.strict);

        \(sql.masterKeyTable)

        CREATE TABLE signingKey (
            -- RFC 7638.
            thumbprint TEXT NOT NULL PRIMARY KEY,
            -- The private half, sealed, until the key is retired: then nobody can sign with it,
            sealedKey \(sql.bytes) CHECK (length(sealedKey) = 60),
            -- and what is left is the point that tokens are verified with.
            publicKey \(sql.bytes) CHECK (length(publicKey) = 64),
            createdAtMs \(sql.integer) NOT NULL,
            -- Until then it is only shown, so that others have it in time.
            signsFromMs \(sql.integer) NOT NULL,
            retiredAtMs \(sql.integer),
            CHECK ((sealedKey IS NULL) = (retiredAtMs IS NOT NULL)),
            CHECK ((sealedKey IS NULL) = (publicKey IS NOT NULL))
        )\(sql.strict);

        -- One row: how often the signing keys have changed.
        CREATE TABLE signingKeySet (
            id \(sql.integer) NOT NULL PRIMARY KEY CHECK (id = 1),
            version \(sql.integer) NOT NULL
        )\(sql.strict);
        INSERT INTO signingKeySet (id, version) VALUES (1, 0);

        -- One row. The number is random: a copy of the database that is put back cannot have drawn
        -- the one that was drawn since.
        CREATE TABLE epoch (
            id \(sql.integer) NOT NULL PRIMARY KEY CHECK (id = 1),
            number \(sql.integer) NOT NULL,
            -- Of the last revocation in it; 0 before the first.
            version \(sql.integer) NOT NULL CHECK (version >= 0),
            -- Set in the copy that `rollcall backup create` makes: a start with it begins another
            -- epoch, which clears this.
            \(sql.flag("isBackup", default: false))
        )\(sql.strict);
        INSERT INTO epoch (id, number, version) VALUES (1, \(randomNumber(sql)), 0);
        \(sql.either(sqlite: "", postgresql: notifications))

        -- Sessions that ended while an access token of theirs could still be good. Versions count
        -- up from 1 in each epoch, without a gap, and none is ever used again in it.
        CREATE TABLE revocation (
            version \(sql.integer) NOT NULL PRIMARY KEY CHECK (version > 0),
            sessionID \(sql.bytes) NOT NULL CHECK (length(sessionID) = 16),
            reason TEXT NOT NULL,
            atMs \(sql.integer) NOT NULL
        )\(sql.strict);
        CREATE INDEX revocationByTime ON revocation (atMs);

        -- Who did what to which account. Rows are only added at the end, and removed at the
        -- beginning when their time is over, but for the newest. They outlive accounts, and have no
        -- address or secret.
        CREATE TABLE audit (
            number \(sql.integer) NOT NULL PRIMARY KEY CHECK (number > 0),
            atMs \(sql.integer) NOT NULL,
            action TEXT NOT NULL CHECK (length(action) BETWEEN 1 AND 48),
            accountID \(sql.bytes) CHECK (length(accountID) = 16),
            actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 64),
            addressPrefix TEXT NOT NULL CHECK (length(addressPrefix) <= 43),
            oldText TEXT NOT NULL CHECK (length(oldText) <= 200),
            newText TEXT NOT NULL CHECK (length(newText) <= 200),
            -- Of the hash before it and of this row.
            hash \(sql.bytes) NOT NULL CHECK (length(hash) = 32)
        )\(sql.strict);
        CREATE INDEX auditByAccount ON audit (accountID, number);
        """
    }

    private static func serviceName(_ sql: SchemaDialect) -> String {
        sql.either(
            sqlite: "length(name) BETWEEN 1 AND 32 AND name NOT GLOB '*[^a-z0-9-]*'",
            postgresql: "name ~ '^[a-z0-9-]{1,32}$'")
    }

    /// Tells other instances that sessions have ended, an epoch has begun or keys have changed. The
    /// server locks the database for each commit that notifies, so no other does.
    private static let notifications = """
        CREATE FUNCTION notifyOthers() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                NOTIFY rollcall;
                RETURN NULL;
            END
            $$;
        CREATE TRIGGER epochNotified AFTER UPDATE ON epoch EXECUTE FUNCTION notifyOthers();
        CREATE TRIGGER keysNotified AFTER UPDATE ON signingKeySet
            EXECUTE FUNCTION notifyOthers();
        """

    /// 64 random bits: a UUID of PostgreSQL has other bits in its middle.
    private static func randomNumber(_ sql: SchemaDialect) -> String {
        sql.either(
            sqlite: "random()",
            postgresql: """
                ('x' || encode(
                    substr(uuid_send(gen_random_uuid()), 1, 4)
                        || substr(uuid_send(gen_random_uuid()), 1, 4), 'hex'))::bit(64)::bigint
                """)
    }
}
