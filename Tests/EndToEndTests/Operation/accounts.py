"""Adds accounts to a file of Auth's: accounts.py FILE COUNT. Each has an address, a password, two
sessions, a device, a sign-up and two lines in the audit log."""
import hashlib
import os
import sqlite3
import sys

path, count = sys.argv[1], int(sys.argv[2])
now = 1_790_000_000_000
database = sqlite3.connect(path, isolation_level=None)
database.execute("PRAGMA synchronous = OFF")
database.execute("BEGIN")


def fill(table, columns, rows):
    marks = ", ".join("?" * len(columns.split(",")))
    database.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)


def accounts():
    for number in range(count):
        yield number, (number // 8 + now).to_bytes(6, "big") + hashlib.md5(b"%d" % number).digest()[:10]


fill(
    "account", "id, locale, createdAtMs, role, mustResetPassword, credentialsChangedAtMs",
    ((id, "en", now, "user", 0, now) for _, id in accounts()))
fill(
    "address", "accountID, canonical, email, verifiedAtMs, isPrimary",
    ((id, f"user{n}@example.org", f"User{n}@example.org", now, 1) for n, id in accounts()))
secret = "$argon2id$v=19$m=19456,t=2,p=1$" + "s" * 22 + "$" + "h" * 43
fill(
    "credential", "accountID, kind, issuer, subject, secret, createdAtMs",
    ((id, "password", "", "", secret, now) for _, id in accounts()))
fill(
    "session",
    "id, accountID, deviceLabel, platform, appVersion, addressPrefix, createdAtMs, "
    "authenticatedAtMs, refreshedAtMs, tokenHash, previousTokenHash, rotationNonce",
    ((os.urandom(16), id, "Phone", "iOS", "1.2.3", "203.0.113.0/24", now, now, now, os.urandom(32),
      os.urandom(32), os.urandom(16)) for _, id in accounts() for _ in range(2)))
fill(
    "device", "id, accountID, tokenHash, createdAtMs, lastUsedAtMs",
    ((os.urandom(16), id, os.urandom(32), now, now) for _, id in accounts()))
fill(
    "signUp", "idempotencyKey, accountID, state, canonicalEmail, displayName, createdAtMs",
    ((os.urandom(16).hex(), id, "committed", f"user{n}@example.org", f"user{n}", now)
     for n, id in accounts()))
last = database.execute("SELECT coalesce(max(number), 0) FROM audit").fetchone()[0]
fill(
    "audit", "number, atMs, action, accountID, actor, addressPrefix, oldText, newText, hash",
    ((last + 1 + 2 * n + line, now, "signedIn", id, "user", "203.0.113.0/24", "", "", os.urandom(32))
     for n, id in accounts() for line in range(2)))
database.execute("COMMIT")
