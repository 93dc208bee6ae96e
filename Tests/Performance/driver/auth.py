"""The suite of the accounts: Auth, and what Profile and Presence do for it.

Each probe runs the daemons of a release build on one core, on a copy of a seed, and a load on
another, over unix sockets.
"""

import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from tempfile import TemporaryDirectory

from daemons import NAMES, rollcall
from django_peer import django, django_versions
from figures import ONE, REPORT, Figure, Probe, Source, own_figure
from machine import debian
from processes import CLIENT_CORE, SERVER_CORE, load, load_together, pinned
from programs import ACCOUNTS, BUILT, ROLLCALL
from seed import CHEAP, seed

# What a round of a probe takes, at best: of a quick run, of a whole one.
SECONDS = 2.5, 6

SETTING = "Daemons on a core, the load on another, over unix sockets"

ON_THE_LOOP = ["--tasks", "event-loop"]

# Calls at once, of Django as of Auth: so many that a lane which has made a hash finds the next
# password waiting, while other sign-ins are written down and answered. Many more would be refused and
# come again; that is the flood.
IN_FLIGHT = 4

# Where more is asked than can be done, and the work goes on.
PATIENT = ["--in-flight", IN_FLIGHT, "--patient"]

# More of those that are wrong, as their answers are held back.
PATIENT_AND_WRONG = ["--in-flight", 4 * IN_FLIGHT, "--patient"]

# Sign-ins before those that are measured: each takes as long as hundreds of other calls.
FEW_BEFORE = ["--warm-up", 2 * IN_FLIGHT]

# How many times as many sign-ins as can be done the flood is, and what is served beside it.
OVERLOAD, REFRESHES = 20, 200

# Seconds of a flood that are not counted.
WARM_UP = 2

# How often two things are measured in turn that are held against each other.
TURNS = 3

# What a call in a flood, or beside it, has of time.
DEADLINE_MS = 10_000
FLOOD = ["--connections", 8, "--deadline", DEADLINE_MS]


def closed(service, method, sessions, *options, seconds):
    """Calls in a closed loop."""
    return load(
        [*ACCOUNTS, "closed", *ON_THE_LOOP, "--target", service.address, "--method", method,
         "--seconds", seconds, *sessions, *options])


def open_load(service, method, sessions, *options, rate, seconds):
    """The command of calls at a steady rate."""
    return [
        *ACCOUNTS, "open", *ON_THE_LOOP, "--target", service.address, "--method", method,
        "--rate", rate, "--seconds", seconds, "--warm-up", WARM_UP, *sessions, *options]


def sign_in(*, seconds):
    """Sign-ins on one core, beside what the hashes alone would allow."""
    with rollcall(seed(1_000), ["auth"]) as services:
        sessions = services.take(1_000)
        hashes, rates = [hash_seconds(seconds)], []
        for _ in range(TURNS):
            found = closed(
                services.auth, "sign-in", sessions, *PATIENT, *FEW_BEFORE,
                seconds=seconds / TURNS)
            rates.append(found["calls_per_second"])
            hashes.append(hash_seconds(seconds))
    rate = statistics.mean(rates)
    return {"sign_ins_per_second": rate, "efficiency": rate * statistics.mean(hashes)}


def hash_seconds(seconds):
    """The processor time of one hash."""
    return load([*ACCOUNTS, "hash", "--seconds", seconds / 8], core=SERVER_CORE)["cpu_seconds"]


def overload(*, seconds):
    """Sign-ins far beyond what can be done, and refreshes beside them."""
    with rollcall(seed(1_000), ["auth"]) as services:
        auth = services.auth
        lone = closed(auth, "sign-in", services.take(200), *FEW_BEFORE, seconds=seconds)
        capacity = closed(
            auth, "sign-in", services.take(100), *PATIENT, *FEW_BEFORE, seconds=seconds / 2)
        flood, refreshes = load_together(
            open_load(
                auth, "sign-in", services.take(400), *FLOOD,
                rate=OVERLOAD * capacity["calls_per_second"], seconds=seconds),
            open_load(
                auth, "refresh", services.take(400), "--deadline", DEADLINE_MS, rate=REFRESHES,
                seconds=seconds))
    # By Auth, or by the RPC layer before it.
    shed = [
        flood["failure_p99_us"].get(code, 0) for code in ("RESOURCE_EXHAUSTED", "UNAVAILABLE")]
    if not any(shed) or not flood["answered"]:
        raise SystemExit(f"a flood of sign-ins was not shed as it should be: {flood}")
    return {
        "lone_p99_us": lone["p99_us"], "admitted_p99_us": flood["p99_us"],
        "shed_p99_ms": max(shed) / 1e3, "refresh_p99_ms": p99_of_all(refreshes) / 1e3}


def p99_of_all(found):
    """In microseconds; a call that has failed is taken for one that took all of its time."""
    failed = sum(found["failures"].values())
    is_served = failed * 100 <= found["answered"] + failed
    return found["p99_us"] if is_served else DEADLINE_MS * 1e3


def memory(*, seconds):
    """What a flood of wrong passwords from one address adds to Auth's memory, in MiB."""
    with rollcall(seed(1_000), ["auth"]) as services:
        auth = services.auth
        warm = closed(
            auth, "wrong-sign-in", services.take(500), *PATIENT_AND_WRONG, seconds=seconds / 2)
        auth.forget_peak()
        before = auth.resident_kilobytes()
        load(open_load(
            auth, "wrong-sign-in", services.take(500), *FLOOD,
            rate=OVERLOAD * warm["calls_per_second"], seconds=seconds))
        return {"growth_mb": (auth.peak_kilobytes() - before) / 1024}


def refresh(*, seconds):
    """Refreshes a second of a whole core: what the processor does not spend is made up for."""
    with rollcall(seed(10_000), ["auth"]) as services:
        before = services.auth.processor_seconds()
        found = closed(
            services.auth, "refresh", services.take(10_000), "--in-flight", 128, "--patient",
            "--connections", 4, "--warm-up", 2_000, seconds=seconds)
        spent = services.auth.processor_seconds() - before
    rate = found["calls_per_second"]
    busy = rate * spent / found["all_calls"]
    return {"calls_per_second": rate, "busy": busy, "per_core": rate / min(1, busy)}


def session_check(*, seconds):
    with rollcall(seed(1_000), ["auth"]) as services:
        return closed(
            services.auth, "get-session", services.take(1_000), "--in-flight", IN_FLIGHT,
            seconds=seconds)


# The calls whose time must not depend on how many users there are: who answers, and how many
# sessions a load of it uses up.
CONSTANT = {
    "refresh": ("auth", 800), "get-session": ("auth", 800), "list-sessions": ("auth", 800),
    "sign-in": ("auth", 0), "check-display-name": ("profile", 0), "get-profile": ("profile", 800),
    "get-user": ("auth", 0), "list-user-sessions": ("auth", 0),
    # By Profile's ResolveDisplayName.
    "get-user-by-name": ("auth", 0),
    # One that walks through all users, page after page.
    "list-users": ("auth", 1),
}

# One address may ask sixty times in a minute whether a name is free.
FEW_CALLS = {"check-display-name": ["--warm-up", 1, "--calls", 17]}


def growth(*, seconds):
    """How much longer calls take with a million users than with ten thousand: the worst."""
    # Hashes that take no time beside the rest of a sign-in.
    options = ["--hash-memory-kib", CHEAP[0], "--hash-passes", CHEAP[1]]
    with rollcall(seed(10_000, CHEAP), options=options) as few, \
            rollcall(seed(1_000_000, CHEAP), options=options) as many:
        found = {
            method: growth_of(many, few, method, seconds=seconds / 8) for method in CONSTANT}
    said = ", ".join(f"{method} {ratio:.2f}" for method, ratio in found.items())
    print(f"growth: {said}", file=sys.stderr, flush=True)
    return {"worst": max(found.values()), **found}


def growth_of(many, few, method, *, seconds):
    """The time of a call of the one, by that of the other."""
    times = {many: [], few: []}
    for _ in range(TURNS):
        for services, found in times.items():
            found.append(time_of(services, method, seconds=seconds))
    return statistics.median(times[many]) / statistics.median(times[few])


def time_of(services, method, *, seconds):
    name, count = CONSTANT[method]
    sessions = services.take(count) if count else ["--sessions", services.sessions]
    return closed(
        getattr(services, name), method, sessions, "--auth", services.auth.address,
        *FEW_CALLS.get(method, []), seconds=seconds)["p50_us"]


def backup(*, seconds):
    """A backup of a million users and its check, in seconds, and the p99 of refreshes alone and beside, in ms."""
    with rollcall(seed(1_000_000, CHEAP)) as services, TemporaryDirectory(dir=BUILT) as place:
        def command(*words):
            begin = time.monotonic()
            subprocess.run(
                pinned(CLIENT_CORE, [ROLLCALL[0].with_name("rollcall"), "backup", *words]),
                check=True, stdout=subprocess.DEVNULL)
            return time.monotonic() - begin

        def refreshes():
            found = load(open_load(
                services.auth, "refresh", services.take(round(REFRESHES * (seconds + WARM_UP))), "--deadline",
                DEADLINE_MS, rate=REFRESHES, seconds=seconds))
            return p99_of_all(found) / 1e3

        directories = [word for name in NAMES for word in (f"--{name}-data", f"{services.data}/{name}")]
        create = "create", "--to", place, "--keep", 1, *directories
        alone = refreshes()
        with ThreadPoolExecutor(1) as threads:
            beside, times = threads.submit(refreshes), []
            while not beside.done() or not times:
                times.append(command(*create))
        return {
            "seconds": statistics.median(times), "verify_seconds": command("verify", place),
            "alone_p99_ms": alone, "beside_p99_ms": beside.result()}


def token_check(*, seconds):
    """Checks of tokens that were verified before, by what a service keeps of them."""
    with rollcall(seed(1_000), ["auth"]) as services:
        return load(
            [*ACCOUNTS, "token-check", "--auth", services.auth.address,
             "--sessions", services.sessions, "--seconds", seconds / 2])


def revocation(*, times):
    with rollcall(seed(1_000)) as services:
        found = load(
            [*ACCOUNTS, "revocation", "--auth", services.auth.address,
             "--profile", services.profile.address, "--presence", services.presence.address,
             "--sessions", services.sessions, "--most", times])
    return {"p99_ms": found["p99_us"] / 1e3}


def probes(seconds):
    return [
        Probe("sign-in", lambda: sign_in(seconds=seconds)),
        Probe("django", lambda: django(IN_FLIGHT, seconds=seconds)),
        # A p99 is of some hundreds, and there are some twenty in a second.
        Probe("overload", lambda: overload(seconds=2 * seconds)),
        Probe("memory", lambda: memory(seconds=seconds)),
        Probe("refresh", lambda: refresh(seconds=seconds)),
        Probe("session check", lambda: session_check(seconds=seconds / 2)),
        Probe("token check", lambda: token_check(seconds=seconds)),
        Probe("growth", lambda: growth(seconds=seconds), once=True),
        # As long as several backups.
        Probe("backup", lambda: backup(seconds=4 * seconds), once=True),
        Probe("revocation", lambda: revocation(times=round(50 * seconds)), once=True),
    ]


FIGURES = [
    own_figure("sign_in_efficiency", "of a core", ("sign-in", "efficiency"), ONE, 0.9),
    own_figure(
        "sign_in_overload_p99", "us", ("overload", "admitted_p99_us"), ("overload", "lone_p99_us"),
        2, less=True),
    own_figure("shed_p99_ms", "ms", ("overload", "shed_p99_ms"), ONE, 10, less=True),
    own_figure(
        "refresh_p99_ms_under_flood", "ms", ("overload", "refresh_p99_ms"), ONE, 20, less=True),
    own_figure("rss_growth_mb_under_flood", "MiB", ("memory", "growth_mb"), ONE, 64, less=True),
    own_figure("refresh_per_core", "calls/s", ("refresh", "per_core"), ONE, 5_000),
    own_figure("token_check_cached", "checks/s", ("token check", "checks_per_second"), ONE, 1e6),
    own_figure("growth_1m_over_10k", "ratio", ("growth", "worst"), ONE, 1.5, less=True),
    own_figure("backup_1m_s", "s", ("backup", "seconds"), ONE, 5, less=True),
    own_figure("verify_1m_s", "s", ("backup", "verify_seconds"), ONE, 10, less=True),
    own_figure(
        "refresh_p99_beside_backup", "ms", ("backup", "beside_p99_ms"), ("backup", "alone_p99_ms"), 2, less=True),
    own_figure("revocation_ms_p99", "ms", ("revocation", "p99_ms"), ONE, 1_000, less=True),
    Figure(
        "django_sign_in", "calls/s", Source("sign-in", "sign_ins_per_second"), "django-allauth",
        [Source("django", "sign_ins_per_second")], REPORT),
    Figure(
        "django_session_check", "calls/s", Source("session check", "calls_per_second"),
        "django-allauth", [Source("django", "session_checks_per_second")], REPORT),
]


def versions():
    packages = {"SQLite": "libsqlite3-0", "libsodium": "libsodium23", "Argon2": "libargon2-1"}
    return {name: debian(package) for name, package in packages.items()} | django_versions()
