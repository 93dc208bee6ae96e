"""The suite of several machines: services over the engines that instances share, against the engines alone.

An instance and the engine have one core, as the engine alone has, and the load the other, over unix sockets. Hashes
of passwords are made cheap, as they would hide everything beside them. GetProfile over PostgreSQL is in the suite
`storage`.
"""

import os
import shutil
import subprocess
from contextlib import ExitStack, contextmanager
from statistics import median

from daemons import rollcall, running, wait_until_it_serves
from engines import postgresql, redis
from figures import ONE, Figure, Probe, Source, own_figure
from machine import debian
from processes import CLIENT_CORE, load, load_together, pinned
from programs import ACCOUNTS, PERFORMANCE, ROLLCALL, ROOT
from seed import CHEAP, seed
from storage import ON_THE_LOOP

SECONDS = 2, 5

SETTING = "Instances and engine on a core, the load on another, over unix sockets; 20,000 accounts"

USERS = 20_000
TABLES = ("account", "address", "credential", "session")
HASHES = ("--hash-memory-kib", CHEAP[0], "--hash-passes", CHEAP[1])
TURNS = 3


@contextmanager
def auth(store=None):
    """One Auth, with its tables in files or in PostgreSQL."""
    options = [*HASHES, *(["--store", store.url] if store else [])]
    with rollcall(seed(USERS, CHEAP), ["auth"], options=options) as services:
        if store:
            store.copy(f"{services.data}/auth/auth.sqlite", TABLES)
        yield services


@contextmanager
def second(services, store):
    """Another Auth over the same tables."""
    data = f"{services.data}/second"
    shutil.copytree(f"{services.data}/auth", f"{data}/auth", ignore=shutil.ignore_patterns("*.sqlite*"))
    sockets = f"{data}/sockets"
    os.mkdir(sockets)
    with running("auth", data, sockets, [*HASHES, "--store", store.url]) as one:
        wait_until_it_serves(one)
        yield one


def closed(target, services, method, *options, sessions, seconds):
    """The command of calls in a closed loop."""
    return [
        *ACCOUNTS, "closed", *ON_THE_LOOP, "--target", target.address, "--method", method, "--auth",
        services.auth.address, "--seconds", seconds, *services.take(sessions), *options]


REFRESHES = ["--in-flight", 64, "--patient", "--connections", 4, "--warm-up", 500]


def refreshes(*, seconds):
    """Refreshes, and pgbench with the statements of one, in turn."""
    ours, peer = [], []
    with postgresql() as server, auth(server) as services:
        server.sql((PERFORMANCE / "Peers/postgresql/sessions.sql").read_text())
        for _ in range(TURNS):
            said = load(closed(
                services.auth, services, "refresh", *REFRESHES, sessions=3_000, seconds=seconds / 2))
            ours.append(said["calls_per_second"])
            peer.append(server.transactions_per_second(
                "-f", PERFORMANCE / "Peers/postgresql/refresh.sql", "-D", f"sessions={USERS}",
                clients=connections(server), seconds=seconds / 2))
    return {"calls_per_second": median(ours), "pgbench": median(peer)}


def connections(server):
    return max(1, int(server.sql(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'rollcall%'")))


def sign_ins(*, seconds):
    """The processor time of a sign-in but for its hash, over PostgreSQL and over SQLite."""
    with ExitStack() as stack:
        server = stack.enter_context(postgresql())
        places = {"postgresql": stack.enter_context(auth(server)), "sqlite": stack.enter_context(auth())}
        found = {name: [] for name in places}
        for _ in range(TURNS):
            for name, services in places.items():
                found[name].append(cost([services.auth], [closed(
                    services.auth, services, "sign-in", "--in-flight", 4, "--patient", "--warm-up", 0,
                    sessions=1_000, seconds=seconds / 2)]))
    return {name: median(costs) for name, costs in found.items()}


def cost(daemons, loads):
    """The processor time of a call, in microseconds."""
    before = sum(one.processor_seconds() for one in daemons)
    said = load_together(*loads) if len(loads) > 1 else [load(loads[0])]
    spent = sum(one.processor_seconds() for one in daemons) - before
    return 1e6 * spent / sum(one["all_calls"] for one in said)


def two_instances(*, seconds):
    """The processor time of a refresh at one Auth, and at two that share the load."""
    alone, shared = [], []
    with postgresql() as server, auth(server) as services, second(services, server) as other:
        for _ in range(TURNS):
            alone.append(cost([services.auth], [closed(
                services.auth, services, "refresh", *REFRESHES, sessions=2_000, seconds=seconds / 2)]))
            shared.append(cost([services.auth, other], [
                closed(one, services, "refresh", *REFRESHES, sessions=2_000, seconds=seconds / 2)
                for one in (services.auth, other)]))
    return {"one": median(alone), "two": median(shared)}


def revocations(*, times):
    """Sessions that one Auth ends, at a Profile and a Presence that follow another."""
    with postgresql() as server, auth(server) as services, second(services, server) as other:
        with ExitStack() as stack:
            sockets = other.address.removeprefix("unix:").removesuffix("/auth")
            others = []
            for name in ("profile", "presence"):
                one = stack.enter_context(running(name, services.data, sockets, ()))
                wait_until_it_serves(one)
                others.append(one)
            said = load([
                *ACCOUNTS, "revocation", "--auth", services.auth.address, "--profile", others[0].address,
                "--presence", others[1].address, *services.take(times)])
    return {"p99_ms": said["p99_us"] / 1e3}


CALLERS = 10_000


def limits(*, seconds):
    """Permits, and redis-benchmark with the same function, in turn."""
    ours, peer = [], []
    with redis() as socket:
        for _ in range(TURNS):
            said = load([
                *ROLLCALL, "limits", "--engine", f"redis+unix://{socket}", "--callers", CALLERS,
                "--in-flight", 50, "--seconds", max(1, round(seconds / 2))])
            if said["failed"]:
                raise SystemExit(f"limits: {said}")
            ours.append(said["calls_per_second"])
            peer.append(function_calls(socket, ROOT / "Sources/platform/SharedLimits/Scripts/take.lua"))
    return {"calls_per_second": median(ours), "benchmark": median(peer)}


def function_calls(socket, path):
    """What redis-benchmark does of a permit, in calls a second."""
    loaded = subprocess.run(
        ["redis-cli", "-s", socket, "-x", "SCRIPT", "LOAD"], input=path.read_bytes(),
        stdout=subprocess.PIPE, check=True).stdout.decode().strip()
    said = subprocess.run(
        pinned(CLIENT_CORE, [
            "redis-benchmark", "-s", socket, "-c", 50, "-n", 100_000, "-r", CALLERS, "--csv",
            "EVALSHA", loaded, 1, "bench:__rand_int__", 1, 1_000_000]),
        check=True, stdout=subprocess.PIPE, text=True).stdout
    return float(said.strip().splitlines()[-1].split('","')[1])


def probes(seconds):
    return [
        Probe("refresh", lambda: refreshes(seconds=seconds)),
        Probe("sign-in", lambda: sign_ins(seconds=seconds)),
        Probe("two", lambda: two_instances(seconds=seconds)),
        Probe("limits", lambda: limits(seconds=seconds)),
        Probe("revocation", lambda: revocations(times=round(50 * seconds)), once=True),
    ]


FIGURES = [
    Figure(
        "refresh_postgresql", "calls/s", Source("refresh", "calls_per_second"), "pgbench",
        [Source("refresh", "pgbench")], 0.6),
    own_figure(
        "sign_in_postgresql_processor", "us", ("sign-in", "postgresql"), ("sign-in", "sqlite"), 2, less=True),
    Figure(
        "limits", "calls/s", Source("limits", "calls_per_second"), "redis-benchmark",
        [Source("limits", "benchmark")], 0.7),
    own_figure("two_instances_processor", "us", ("two", "two"), ("two", "one"), 1.1, less=True),
    own_figure("revocation_elsewhere_p99", "ms", ("revocation", "p99_ms"), ONE, 1_000, less=True),
]


def versions():
    return {"PostgreSQL": debian("postgresql-15"), "Redis": debian("redis-server")}
