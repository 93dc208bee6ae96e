"""The suite of the stores: reads and durable writes as their callers see them, against PostgreSQL
and Redis on the same core.

A daemon or an engine has one core, the load on it the other, over unix sockets. A million users.
"""

import os
import threading
from contextlib import ExitStack, contextmanager
from statistics import median

from allocations import per_call
from daemons import rollcall
from engines import postgresql, redis, redis_calls_per_second
from figures import ONE, REPORT, Figure, Probe, Source, own_figure
from machine import debian
from processes import CLIENT_CORE, load, load_together, serving
from programs import ACCOUNTS, PERFORMANCE, ROLLCALL
from seed import CHEAP, seed

# What a round of a probe takes, at best: of a quick run, of a whole one.
SECONDS = 2, 5

SETTING = "A million users; daemon or engine on a core, the load on another, over unix sockets"

USERS = 1_000_000
ON_THE_LOOP = ["--tasks", "event-loop"]

# A user has nine names in a month, so that a load of renames wants many users.
RENAMES_EACH = 8


def closed(service, services, method, *options, sessions, seconds):
    """Calls in a closed loop."""
    return load(
        [*ACCOUNTS, "closed", *ON_THE_LOOP, "--target", service.address, "--method", method,
         "--auth", services.auth.address, "--users", services.users, "--seconds", seconds,
         *services.take(sessions), *options])


def reads(*, seconds):
    """What GetProfile, CheckDisplayName and GetSession do, and what the RPC layer does alone."""
    found = {}
    with rollcall(seed(USERS, CHEAP), ["auth", "profile"]) as services:
        many = ["--in-flight", 64, "--warm-up", 20_000]
        for name, service, method in (
                ("get_profile", services.profile, "get-any-profile"),
                ("check_name", services.profile, "check-display-name"),
                ("get_session", services.auth, "get-session")):
            said = closed(
                service, services, method, *many, sessions=64, seconds=seconds / 2)
            found[f"{name}_64"] = said["calls_per_second"]
        one = closed(
            services.profile, services, "get-any-profile", "--warm-up", 5_000, sessions=64,
            seconds=seconds / 2)
        found["get_profile_1_us"] = one["p50_us"]
    with serving([*ROLLCALL, "serve"]) as server:
        alone = load(
            [*ROLLCALL, "load", "unary", *ON_THE_LOOP, "--target", server.address, "--seconds",
             seconds / 2, "--in-flight", 1])
    return {**found, "rpc_1_us": alone["p50_us"]}


# Calls a second of the two loads in `beside_cold_reads`.
WARM, COLD = 2_000, 300


def beside_cold_reads(*, seconds):
    """Warm reads, alone and beside cold ones: of a million users whose pages are dropped from the
    kernel's memory again and again."""
    def offered(services, rate, *options):
        return [
            *ACCOUNTS, "open", *ON_THE_LOOP, "--target", services.profile.address, "--method",
            "get-any-profile", "--auth", services.auth.address, "--rate", rate, "--warm-up", 1,
            "--seconds", seconds / 2, *services.take(64), *options]

    with rollcall(seed(USERS, CHEAP), ["auth", "profile"]) as services:
        def warm_and_cold():
            return load_together(
                offered(services, WARM), offered(services, COLD, "--users", services.users))

        alone = load(offered(services, WARM))
        with dropping(services.profile_database) as dropped:
            before = services.profile.read_bytes()
            beside, cold = warm_and_cold()
            read = services.profile.read_bytes() - before
            # For itself: what looks thousands of times a second takes time from what it looks at.
            with watching_disk_waits(services.profile) as waits:
                warm_and_cold()
    # A profile is read by two keys: were it warm, the pages of a call would not come from the disk.
    calls = COLD * seconds / 2
    if not dropped or read < calls * PAGE or not waits["others"]:
        raise SystemExit(f"the cold reads were warm: {read} bytes from the disk for {calls} calls")
    return {
        "alone_p99_us": alone["p99_us"], "warm_p99_us": beside["p99_us"],
        "cold_p50_us": cold["p50_us"], "loop_disk_waits": waits["loops"] / waits["looks"]}


PAGE = 4096


@contextmanager
def watching_disk_waits(daemon):
    """Looks some thousand times a second which threads of a daemon wait for a disk (proc(5): state D):
    its event loops, on which that keeps everybody waiting, or others."""
    waits = {"loops": 0, "others": 0, "looks": 0}
    tasks = f"/proc/{daemon.process.pid}/task"

    def look():
        for task in os.listdir(tasks):
            try:
                with open(f"{tasks}/{task}/stat") as stat:
                    name, _, rest = stat.read().partition("(")[2].rpartition(")")
            except OSError:
                continue
            if rest.split()[0] == "D":
                waits["loops" if name.startswith("NIO-ELT") else "others"] += 1
        waits["looks"] += 1

    with repeating(look, 0.0005):
        yield waits


@contextmanager
def dropping(path):
    """Drops a file's pages from the kernel's memory, ten times a second, until the end of the
    `with`. Those that are read again and again are back at once."""
    count = []

    def drop():
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        count.append(1)

    with open(path, "rb") as file, repeating(drop, 0.1):
        yield count


@contextmanager
def repeating(action, pause):
    """Does something again and again on a thread of its own, beside the loads and not on the core of
    what is measured, until the end of the `with`."""
    ended = threading.Event()

    def run():
        # Of Linux's threads this is the calling one alone.
        os.sched_setaffinity(0, {CLIENT_CORE % os.cpu_count()})
        while not ended.wait(pause):
            action()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def renames(*, seconds):
    """Durable renames, as many as the users that are known may have."""
    sessions = 4_000
    with rollcall(seed(USERS, CHEAP), ["auth", "profile"]) as services:
        said = closed(
            services.profile, services, "rename", "--in-flight", 128, "--patient", "--warm-up",
            sessions, "--calls", sessions * (RENAMES_EACH - 2), sessions=sessions, seconds=seconds)
    return {"calls_per_second": said["calls_per_second"]}


def refresh(*, seconds):
    """Refreshes a second of a whole core."""
    with rollcall(seed(USERS, CHEAP), ["auth"]) as services:
        before = services.auth.processor_seconds()
        said = closed(
            services.auth, services, "refresh", "--in-flight", 128, "--patient", "--connections",
            4, "--warm-up", 2_000, sessions=6_000, seconds=seconds / 2)
        spent = services.auth.processor_seconds() - before
    rate = said["calls_per_second"]
    return {"per_core": rate / min(1, rate * spent / said["all_calls"])}


def peers(*, seconds):
    """PostgreSQL's prepared select and update, Redis's GET and durable SET."""
    found = {}
    with postgresql() as server:
        server.run("pgbench", "-i", "-q", "-s", USERS // 100_000)
        for clients in (16, 64):
            found[f"select_{clients}"] = server.transactions_per_second(
                "-S", clients=clients, seconds=seconds / 2)
        server.sql((PERFORMANCE / "Peers/postgresql/names.sql").read_text())
        for clients in (16, 64):
            found[f"rename_{clients}"] = server.transactions_per_second(
                "-f", PERFORMANCE / "Peers/postgresql/rename.sql", clients=clients,
                seconds=seconds)
    with redis() as socket:
        fill_redis(socket)
        found["get"] = redis_calls_per_second(socket, "get", clients=64, calls=200_000)
    with redis("--appendonly", "yes", "--appendfsync", "always") as socket:
        found["set"] = redis_calls_per_second(socket, "set", clients=128, calls=50_000)
    return found


def fill_redis(socket):
    redis_calls_per_second(socket, "set", clients=64, calls=USERS)


def over_postgresql(*, seconds):
    """GetProfile where Profile's tables are in PostgreSQL, on the core of the engine."""
    with ExitStack() as stack:
        server = stack.enter_context(postgresql())
        services = stack.enter_context(rollcall(
            seed(USERS, CHEAP), ["auth", "profile"], profile_options=["--store", server.url]))
        plant(server, services)
        server.run("pgbench", "-i", "-q", "-s", USERS // 100_000)
        ours, peer = [], []
        # To plant a million users takes longer than all of these.
        for _ in range(5):
            said = closed(
                services.profile, services, "get-any-profile", "--in-flight", 64, "--warm-up",
                5_000, sessions=64, seconds=seconds / 2)
            ours.append(said["calls_per_second"])
            connections = int(server.sql(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'rollcall%'"))
            peer.append(server.transactions_per_second(
                "-S", clients=max(1, connections), seconds=seconds / 2))
    return {"calls_per_second": median(ours), "select": median(peer)}


# What each query takes, and the deadline of a call, in milliseconds.
SLOW_QUERY, SLOW_DEADLINE = 200, 2_000

# As many as wait for less than the store's limit, so that none is refused.
SLOW_CALLS = 16


def over_slow_postgresql(*, seconds):
    """GetProfile where each query of Profile takes 200 ms: what is answered in time, when more is
    asked than the store can do. The capacity is what a closed loop gets."""
    with ExitStack() as stack:
        server = stack.enter_context(postgresql())
        services = stack.enter_context(rollcall(
            seed(1_000, CHEAP), ["auth", "profile"], profile_options=["--store", server.url]))
        plant(server, services)
        server.sql(
            f"""
            ALTER TABLE profile RENAME TO storedProfile;
            CREATE VIEW profile AS
            SELECT storedProfile.* FROM storedProfile, pg_sleep({SLOW_QUERY / 1_000});
            """)
        found = {"capacity": closed(
            services.profile, services, "get-any-profile", "--in-flight", SLOW_CALLS, "--warm-up",
            SLOW_CALLS, sessions=64, seconds=seconds)["calls_per_second"]}
        for factor in (2, 10):
            said = load(
                [*ACCOUNTS, "open", *ON_THE_LOOP, "--target", services.profile.address, "--auth",
                 services.auth.address, "--users", services.users, "--method", "get-any-profile",
                 "--rate", found["capacity"] * factor, "--deadline", SLOW_DEADLINE, "--warm-up", 3,
                 "--connections", 8, "--seconds", seconds, *services.take(64)])
            found[f"{factor}x"] = said["answered_per_second"]
            found[f"{factor}x_p99_ms"] = said["p99_us"] / 1_000
    return found


def plant(server, services):
    """The seed's users, in PostgreSQL's tables."""
    server.copy(services.profile_database, ["profile"])


def allocated():
    """The allocations of one GetProfile in the daemon."""
    def run(calls, environment):
        with rollcall(
                seed(1_000, CHEAP), ["auth", "profile"],
                profile_environment=environment) as services:
            closed(
                services.profile, services, "get-any-profile", "--in-flight", 64, "--calls", calls,
                sessions=64, seconds=1)
    return {"allocations": per_call(run)}


def probes(seconds):
    return [
        Probe("reads", lambda: reads(seconds=seconds)),
        Probe("cold", lambda: beside_cold_reads(seconds=seconds)),
        Probe("renames", lambda: renames(seconds=seconds)),
        Probe("refresh", lambda: refresh(seconds=seconds)),
        Probe("peers", lambda: peers(seconds=seconds)),
        Probe("postgresql", lambda: over_postgresql(seconds=seconds), once=True),
        Probe("slow", lambda: over_slow_postgresql(seconds=2 * seconds), once=True),
        Probe("allocations", allocated, once=True),
    ]


def against(name, ours, peer, *theirs, goal, less=False):
    return Figure(name, "calls/s", Source(*ours), peer, [Source(*one) for one in theirs], goal, less)


SELECT = ("peers", "select_16"), ("peers", "select_64")
RENAME = ("peers", "rename_16"), ("peers", "rename_64")

REMARKS = {
    "get_profile_64_redis":
        "Redis answers a GET from a table in memory, without a caller to verify or a message to"
        " encode. Of the 86,000 instructions of a GetProfile 31,000 are the RPC layer's, with nothing"
        " behind it. Tried without effect: larger page caches of the reading connections (8 and 16"
        " MiB for 2). A cache of whole profiles was left out, as it would have to be right at every"
        " commit.",
}

FIGURES = [
    against("get_profile_64", ("reads", "get_profile_64"), "pgbench select", *SELECT, goal=2),
    against("get_profile_64_redis", ("reads", "get_profile_64"), "Redis GET", ("peers", "get"), goal=1),
    own_figure(
        "get_profile_1_p50", "us", ("reads", "get_profile_1_us"), ("reads", "rpc_1_us"), 1.5,
        less=True),
    against("check_name_64", ("reads", "check_name_64"), "pgbench select", *SELECT, goal=2),
    against("get_session_64", ("reads", "get_session_64"), "pgbench select", *SELECT, goal=2),
    own_figure(
        "warm_beside_cold_p99", "us", ("cold", "warm_p99_us"), ("cold", "alone_p99_us"), 2,
        less=True),
    own_figure(
        "loop_disk_waits", "of looks", ("cold", "loop_disk_waits"), ONE, 0.001, less=True),
    own_figure("cold_p50", "us", ("cold", "cold_p50_us"), ("cold", "alone_p99_us"), REPORT),
    against("rename_128", ("renames", "calls_per_second"), "pgbench", *RENAME, goal=1.5),
    against(
        "rename_128_redis", ("renames", "calls_per_second"), "Redis SET, always",
        ("peers", "set"), goal=REPORT),
    own_figure("refresh_per_core", "calls/s", ("refresh", "per_core"), ONE, 5_000),
    against(
        "get_profile_postgresql", ("postgresql", "calls_per_second"), "pgbench select",
        ("postgresql", "select"), goal=0.6),
    own_figure("slow_store_2x", "calls/s", ("slow", "2x"), ("slow", "capacity"), 0.85),
    own_figure("slow_store_10x", "calls/s", ("slow", "10x"), ("slow", "capacity"), 0.8),
    own_figure(
        "slow_store_10x_p99", "ms", ("slow", "10x_p99_ms"), ONE, SLOW_DEADLINE, less=True),
    own_figure(
        "get_profile_allocations", "allocations", ("allocations", "allocations"), ONE, 40,
        less=True, reached=33),
]


def versions():
    return {
        "SQLite": debian("libsqlite3-0"), "PostgreSQL": debian("postgresql-15"),
        "Redis": debian("redis-server")}
