"""Users by the million: put into files that the daemons have made, and kept from run to run.

A seed is named by its size, by what its password hashes cost and by the tables that it was put
into, so that another schema makes another seed.
"""

import base64
import hashlib
import os
import random
import shutil
import sqlite3
import sys
import time
import uuid
from collections import namedtuple
from contextlib import closing
from functools import cache
from itertools import chain
from operator import itemgetter
from tempfile import TemporaryDirectory

from daemons import make_files
from processes import SERVER_CORE, load
from programs import ACCOUNTS, BUILT

# `directory`: that of the daemons' files. `sessions`: the file of those sessions whose refresh
# tokens are known, for `rollcall-bench accounts`; `users`: that of all users' ids, 16 bytes each.
Seed = namedtuple("Seed", "directory sessions users")

# What one password hash costs: KiB and passes.
STANDARD, CHEAP = (19_456, 2), (8, 1)

# Sessions whose tokens are known, evenly among all of them.
KNOWN = 20_000

# Digits of names: letters that no rule about look-alikes takes for one another.
DIGITS = str.maketrans("0123456789", "abefghkpqt")

# To be raised when seeds are made in another way.
VERSION = 2


@cache
def seed(users, cost=STANDARD):
    """The seed of so many users, made unless it is there."""
    with TemporaryDirectory(dir=BUILT) as files:
        make_files(files)
        name = f"seed-{users}-{cost[0]}x{cost[1]}"
        kept = BUILT / f"{name}-{schema_of(files)}"
        if not kept.exists():
            print(f"seeding {users:,} users", file=sys.stderr, flush=True)
            for old in BUILT.glob(f"{name}-*"):
                shutil.rmtree(old)
            plant(files, users, password_hash(cost))
            os.rename(shutil.copytree(files, f"{kept}.new", dirs_exist_ok=True), kept)
    return Seed(kept, kept / "sessions.tsv", kept / "users.bin")


def schema_of(files):
    """A name for the tables that the daemons have made."""
    digest = hashlib.sha256(str(VERSION).encode())
    for name in ("auth", "profile"):
        with closing(sqlite3.connect(database(files, name))) as connection:
            for query in ("PRAGMA application_id", "SELECT sql FROM sqlite_schema ORDER BY name"):
                for (said,) in connection.execute(query):
                    digest.update(str(said).encode())
    return digest.hexdigest()[:8]


def database(files, name):
    return f"{files}/{name}/{name}.sqlite"


def password_hash(cost):
    """A hash of the password that all users have."""
    kibibytes, passes = cost
    return load(
        [*ACCOUNTS, "hash", "--seconds", 0, "--kibibytes", kibibytes, "--passes", passes],
        core=SERVER_CORE)["hash"]


def plant(files, users, hash_text):
    made = [User(number, users) for number in range(users)]
    with closing(opened(files, "auth")) as connection:
        fill(connection, "account", (one.account() for one in made))
        fill(connection, "address", (one.address() for one in made))
        fill(connection, "credential", (one.password(hash_text) for one in made))
        fill(connection, "session", (one.session() for one in made))
        connection.commit()
        connection.execute("PRAGMA journal_mode = WAL")
    with closing(opened(files, "profile")) as connection:
        fill(connection, "profile", (one.profile() for one in made))
        connection.commit()
        connection.execute("PRAGMA journal_mode = WAL")
    write_sessions(f"{files}/sessions.tsv", made)
    with open(f"{files}/users.bin", "wb") as file:
        file.writelines(one.id for one in made)


def opened(files, name):
    connection = sqlite3.connect(database(files, name))
    for setting in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -500000"):
        connection.execute(f"PRAGMA {setting}")
    return connection


def fill(connection, table, rows):
    """Puts rows in; what they say of columns that the table does not have is left out."""
    first = next(rows)
    names = known_columns(connection, table, first)
    connection.executemany(
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
        map(itemgetter(*names), chain([first], rows)))


def known_columns(connection, table, row):
    names = []
    for _, name, _, is_required, default, _ in connection.execute(f"PRAGMA table_info({table})"):
        if name in row:
            names.append(name)
        elif is_required and default is None:
            raise SystemExit(f"seed.py has no value for {table}.{name}: give it one")
    return names


def write_sessions(path, users):
    known = [one for one in users if one.token]
    # Not in the order of the tables, so that peerServices in the file are none there.
    RANDOM.shuffle(known)
    with open(path, "w") as file:
        for one in known:
            file.write("\t".join([
                one.email, one.name, str(uuid.UUID(bytes=one.id)),
                str(uuid.UUID(bytes=one.session_id)), one.token]) + "\n")


class User:
    """The `number`th of so many: its account, its one session, its profile."""

    __slots__ = "name email id session_id token token_hash at".split()

    def __init__(self, number, users):
        # Older than now, each a millisecond younger than the one before.
        self.at = START - users + number
        self.name = "u" + f"{number:07}".translate(DIGITS)
        self.email = f"{self.name}@bench.example"
        self.id, self.session_id = identifier(self.at), identifier(self.at)
        secret = RANDOM.randbytes(32)
        if number % max(1, users // KNOWN) == 0:
            self.token = refresh_token(self.session_id, secret)
            self.token_hash = hashlib.sha256(secret).digest()
        else:
            self.token, self.token_hash = None, secret

    def account(self):
        return {
            "id": self.id, "locale": "", "createdAtMs": self.at, "role": "user",
            "mustResetPassword": 0, "credentialsChangedAtMs": self.at}

    def address(self):
        return {
            "accountID": self.id, "canonical": self.email, "email": self.email, "isPrimary": 1}

    def password(self, hash_text):
        return {
            "accountID": self.id, "kind": "password", "issuer": "", "subject": "",
            "secret": hash_text, "createdAtMs": self.at}

    def session(self):
        return {
            "id": self.session_id, "accountID": self.id, "deviceLabel": "bench", "platform": "",
            "appVersion": "", "addressPrefix": "", "createdAtMs": self.at,
            "authenticatedAtMs": self.at, "refreshedAtMs": self.at,
            "tokenHash": self.token_hash, "spentTokenHashes": b""}

    def profile(self):
        return {
            "userID": self.id, "name": self.name, "canonicalName": self.name,
            "createdAtMs": self.at, "updatedAtMs": self.at}


RANDOM = random.Random()
START = time.time_ns() // 1_000_000 - 60_000


def identifier(milliseconds):
    """A UUIDv7 (RFC 9562 §5.7)."""
    low = bytearray(RANDOM.randbytes(10))
    low[0] = low[0] & 0x0F | 0x70
    low[2] = low[2] & 0x3F | 0x80
    return milliseconds.to_bytes(6, "big") + low


def refresh_token(session_id, secret):
    """As `OpaqueToken.text` writes it."""
    prefix, payload = "rcr1_", session_id + secret
    checksum = hashlib.sha256(prefix.encode() + payload).digest()[:4]
    return prefix + base64.urlsafe_b64encode(payload + checksum).decode().rstrip("=")
