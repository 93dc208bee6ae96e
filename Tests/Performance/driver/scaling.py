"""The suite of what the model of deploy/scaling.md needs besides: what a call asks of the engines and writes there,
and what a user holds there. Nearly all of it is counted, so that other work on the machine does not matter.

Hashes of passwords are made cheap, as in the suite `engines`.
"""

import re
import socket
import time
from contextlib import ExitStack, contextmanager
from statistics import median

from daemons import rollcall
from engines import postgresql, redis
from figures import ONE, REPORT, Figure, Probe, Source, own_figure
from instances import HASHES, TABLES, TURNS, auth, closed, second
from machine import debian
from processes import load, load_together
from programs import PERFORMANCE, ROOT
from seed import CHEAP, seed

SECONDS = 2, 5

SETTING = "Instances and engines on a core, the load on another, over unix sockets; 20,000 accounts"

USERS = 20_000
CALLS = 1_000
# Few beside the pages of the tables, so that most calls are the first since the checkpoint to touch their pages, as
# in a database that is much larger than what is written between two checkpoints.
SCATTERED = 100
# Calls of Redis on their way, as where an instance is busy.
TOGETHER = 50
# Changes that an instance reads with one call, where it keeps up.
READ = 10


class Engine:
    """A connection to Redis or Valkey, for scripts and figures."""

    def __init__(self, place):
        is_path = isinstance(place, str)
        self.socket = socket.socket(socket.AF_UNIX if is_path else socket.AF_INET)
        self.socket.connect(place)
        self.file = self.socket.makefile("rb")

    def __call__(self, *words):
        """The answer to a command; an error is a text that begins with `-`."""
        return self.all([words])[0]

    def all(self, commands):
        """The answers to commands that are sent together."""
        self.socket.sendall(b"".join(map(encoded, commands)))
        return [self.reply() for _ in commands]

    def reply(self):
        line = self.file.readline()[:-2]
        kind, rest = line[:1], line[1:]
        if kind == b"-":
            return line.decode()
        if kind == b":":
            return int(rest)
        if kind == b"+":
            return rest.decode()
        if kind == b"$":
            return None if rest == b"-1" else self.file.read(int(rest) + 2)[:-2]
        return None if rest == b"-1" else [self.reply() for _ in range(int(rest))]

    def info(self, section, field):
        said = self("INFO", section).decode()
        return float((re.search(rf"^{field}([\d.]+)", said, re.MULTILINE) or [0, 0])[1])

    def script_calls(self):
        return self.info("commandstats", "cmdstat_evalsha:calls=")

    def processor_seconds(self):
        return self.info("cpu", "used_cpu_sys:") + self.info("cpu", "used_cpu_user:")


def encoded(words):
    words = [word if isinstance(word, bytes) else str(word).encode() for word in words]
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words)


PRESENCE = ROOT / "Sources/services/Presence/Engine/Scripts"


def presence_script(name):
    """A script as LeaseScripts puts it together."""
    parts = ["state", "renew", "users", "tell"] if name == "renew" else ["state", "users", name]
    return "#!lua flags=allow-oom\n" + "".join((PRESENCE / f"{part}.lua").read_text() for part in parts)


def number(value, size=8):
    return value.to_bytes(size, "big")


def leases(*, users, online):
    """What users, devices and the stream hold in Redis, and what a device that comes and goes costs it."""
    def memory():
        return engine.info("memory", "used_memory:")

    def cost(calls):
        """The processor time of a call, in microseconds, of many that are sent together."""
        before, commands = engine.processor_seconds(), [("EVALSHA", *call) for call in calls]
        for start in range(0, online, TOGETHER):
            for said in engine.all(commands[start:start + TOGETHER]):
                assert isinstance(said, list) and said[2] in (b"ok", 1), said
        return 1e6 * (engine.processor_seconds() - before) / online

    with redis() as path:
        engine = Engine(path)
        name, epoch = "rollcall:presence", number(1)
        ids = [number(one, 16) for one in range(1, users + 1)]
        empty = memory()
        register, begin, end = (
            engine("SCRIPT", "LOAD", presence_script(one)) for one in ("register", "begin", "end"))
        now = number(time.time_ns() // 1_000_000)
        for start in range(0, users, 200):
            page = b"".join(one + now for one in ids[start:start + 200])
            engine("EVALSHA", register, 1, name, epoch, "", page)
        stream = engine("MEMORY", "USAGE", f"{name}:changes", "SAMPLES", 0)
        known = memory()
        reading = cost_of_reading(engine, f"{name}:changes")
        beginning = cost(
            (begin, 1, name, epoch, "", one, number(place), number(place), number(place, 16), 30_000, 1, 1, "",
             300_000, 4_000_000) for place, one in enumerate(ids[:online], 1))
        grown = engine("MEMORY", "USAGE", f"{name}:changes", "SAMPLES", 0) - stream
        leased = memory()
        ending = cost((end, 1, name, epoch, "", one, 1, 1, "") for one in ids[:online])
    return {
        "user": (known - empty - stream) / users, "lease": (leased - known - grown) / online,
        "stream": stream, "begin_us": beginning, "end_us": ending, "read_us": reading}


def cost_of_reading(engine, stream):
    """The processor time of a change in the stream for one instance that follows it, in microseconds."""
    before, last, count = engine.processor_seconds(), b"0", 0
    while entries := engine("XREAD", "COUNT", READ, "STREAMS", stream, last):
        last, count = entries[0][1][-1][0], count + len(entries[0][1])
    return 1e6 * (engine.processor_seconds() - before) / count


# After so many seconds without work a connection has told the statistics all that it has done (PGSTAT_IDLE_INTERVAL).
IDLE = 11


@contextmanager
def counted(server, engine, found, name, calls):
    """Counts what the body's calls do in the engines, less what happens without them in the same time."""
    def look():
        time.sleep(IDLE)
        transactions, log = server.sql(
            "SELECT (SELECT sum(xact_commit) FROM pg_stat_database),"
            " pg_current_wal_insert_lsn() - '0/0'").strip().split("|")
        return int(transactions), int(log), engine.script_calls() if engine else 0

    server.sql("CHECKPOINT")
    first, start = look(), time.monotonic()
    yield
    second, took = look(), time.monotonic() - start
    time.sleep(max(0, took - IDLE))
    third = look()
    for field, *counts in zip(("transactions", "log", "permits"), first, second, third):
        found[f"{name}_{field}"] = max(0, 2 * counts[1] - counts[0] - counts[2]) / calls


def calls(*, seconds):
    """What sign-ins and refreshes do in PostgreSQL and in Redis, and what an account takes there."""
    found = {}
    with ExitStack() as stack:
        server, path = stack.enter_context(postgresql()), stack.enter_context(redis())
        options = [*HASHES, "--store", server.url, "--limits", f"redis+unix://{path}"]
        services = stack.enter_context(rollcall(seed(USERS, CHEAP), ["auth"], options=options))
        server.copy(f"{services.data}/auth/auth.sqlite", TABLES)
        found["account"] = table_bytes(server) / USERS
        engine = Engine(path)
        for method, name, count in (
                ("refresh", "refresh", CALLS), ("refresh", "scattered_refresh", SCATTERED),
                ("sign-in", "sign_in", CALLS), ("sign-in", "scattered_sign_in", SCATTERED)):
            with counted(server, engine, found, name, count):
                load(closed(
                    services.auth, services, method, "--in-flight", 1, "--warm-up", 0, "--calls", count,
                    sessions=count, seconds=seconds))
        before = table_bytes(server)
        load(closed(
            services.auth, services, "sign-in", "--in-flight", 1, "--warm-up", 0, "--calls", 4 * CALLS,
            sessions=4 * CALLS, seconds=seconds))
        server.sql("VACUUM")
        found["session"] = (table_bytes(server) - before) / (4 * CALLS)
    return found


def table_bytes(server):
    """Of all tables with their indexes."""
    return int(server.sql(
        "SELECT sum(pg_total_relation_size(oid)) FROM pg_class"
        " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"))


def profiles(*, seconds):
    """What GetProfile and a new name do in PostgreSQL, and what a profile takes there."""
    found = {}
    with ExitStack() as stack:
        server = stack.enter_context(postgresql())
        services = stack.enter_context(rollcall(
            seed(USERS, CHEAP), ["auth", "profile"], profile_options=["--store", server.url]))
        server.copy(services.profile_database, ["profile"])
        found["profile"] = table_bytes(server) / USERS
        for method, name, count, flight in (
                ("get-any-profile", "get", 20 * CALLS, 64), ("rename", "rename", 4 * CALLS, 1)):
            with counted(server, None, found, name, count):
                load([
                    *closed(services.profile, services, method, "--in-flight", flight, "--warm-up", 0,
                            "--calls", count, sessions=CALLS, seconds=seconds),
                    *(["--users", services.users] if method == "get-any-profile" else [])])
    return found


def chain(*, seconds):
    """Sign-ins a second over PostgreSQL but for their hashes: each adds an entry to the audit log, whose entries have
    the hash of the one before. At one Auth, at two together, and what pgbench does of a refresh by one connection."""
    one, two, peer = [], [], []
    with postgresql() as server, auth(server) as services, second(services, server) as other:
        server.sql((PERFORMANCE / "Peers/postgresql/sessions.sql").read_text())

        def sign_ins(target):
            return closed(
                target, services, "sign-in", "--in-flight", 16, "--patient", "--warm-up", 0,
                sessions=500, seconds=seconds)

        for _ in range(TURNS):
            one.append(load(sign_ins(services.auth))["calls_per_second"])
            both = load_together(sign_ins(services.auth), sign_ins(other))
            two.append(sum(said["calls_per_second"] for said in both))
            peer.append(server.transactions_per_second(
                "-f", PERFORMANCE / "Peers/postgresql/refresh.sql", "-D", f"sessions={USERS}", clients=1,
                seconds=seconds))
    return {"one": median(one), "two": median(two), "pgbench": median(peer)}


def probes(seconds):
    return [
        Probe("leases", lambda: leases(users=200_000, online=20_000), once=True),
        Probe("calls", lambda: calls(seconds=seconds), once=True),
        Probe("profiles", lambda: profiles(seconds=seconds), once=True),
        Probe("chain", lambda: chain(seconds=seconds / 2), once=True),
    ]


def counts(name, unit, probe, field):
    return own_figure(name, unit, (probe, field), ONE, REPORT)


FIGURES = [
    *(Figure(name, "calls/s", Source("chain", field), "pgbench, one connection", [Source("chain", "pgbench")], REPORT)
      for name, field in (("sign_in_chain", "one"), ("sign_in_chain_of_two", "two"))),
    *(counts(f"{call}_{unit_name}", unit, "calls", f"{source}_{field}")
      for call in ("sign_in", "refresh")
      for unit_name, unit, source, field in (
          ("transactions", "of a call", call, "transactions"), ("permits", "of a call", call, "permits"),
          ("log", "B", call, "log"), ("log_scattered", "B", f"scattered_{call}", "log"))),
    counts("account_postgresql", "B", "calls", "account"),
    counts("session_postgresql", "B", "calls", "session"),
    counts("get_profile_transactions", "of a call", "profiles", "get_transactions"),
    counts("rename_transactions", "of a call", "profiles", "rename_transactions"),
    counts("rename_log", "B", "profiles", "rename_log"),
    counts("profile_postgresql", "B", "profiles", "profile"),
    counts("known_user_engine", "B", "leases", "user"),
    counts("lease_engine", "B", "leases", "lease"),
    counts("changes_engine", "B", "leases", "stream"),
    counts("begin_engine", "us", "leases", "begin_us"),
    counts("end_engine", "us", "leases", "end_us"),
    counts("follow_engine", "us", "leases", "read_us"),
]


def versions():
    return {"PostgreSQL": debian("postgresql-15"), "Redis": debian("redis-server")}
