"""Uploads under stress: more than Profile can serve, many that do not end, and kills of Profile amid them."""

import os
import random
import subprocess
import time
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from bystanders import HEALTH
from daemons import started
from figures import ONE, REPORT, Probe, own_figure
from photos import PICTURE, profile, put
from processes import CLIENT_CORE, holding, load, pinned
from programs import ACCOUNTS
from wire import OK, Caller, fields

__all__ = ["FIGURES", "probes"]

IN_FLIGHT = 32
CONNECTIONS = 16

# Uploads of the flood, and their rate as a multiple of what Profile can serve.
FLOOD, OVERLOAD = 10_000, 3

# Uploads that are held open shortly before their end, and the bytes of each.
HELD, HELD_SIZE = 240, 480 << 10
# Bytes of a message: what the library sends, and the most that Profile accepts.
CHUNKS = 64 << 10, 256 << 10

KILLS = 5
SERVING = 1


def photo_load(command, services, users, *options):
    return [
        *ACCOUNTS, command, "--auth", services.auth.address, "--profile",
        services.profile.address, "--photo", PICTURE, *services.take(users), *options]


def flooded(*, seconds):
    """Uploads far beyond what Profile can serve: how long those that it accepts take, and refusals."""
    with profile() as services:
        lone = put(services, in_flight=1, seconds=seconds)
        full = put(services, in_flight=IN_FLIGHT, seconds=seconds)
        services.profile.forget_peak()
        before = services.profile.resident_kilobytes()
        said = load(photo_load(
            "photo-flood", services, 1_000, "--connections", CONNECTIONS, "--times", FLOOD,
            "--rate", OVERLOAD * full["photos_per_second"]))
        growth = services.profile.peak_kilobytes() - before
    failures = said["failures"]
    if set(failures) != {"refused"} or not said["answered"]:
        raise SystemExit(f"a flood of uploads was not shed as it should be: {said}")
    return {
        "lone_p99_ms": lone["p99_us"] / 1e3, "full_p99_ms": full["p99_us"] / 1e3,
        "admitted_p99_ms": said["p99_us"] / 1e3,
        "full_per_second": full["photos_per_second"],
        "admitted_per_second": said["answered"] / said["seconds"],
        "refused_p99_ms": said["failure_p99_us"]["refused"] / 1e3,
        "growth_mb": growth / 1024}


def held():
    """Profile's memory for each upload that has not ended, in KiB, by the size of its messages."""
    found = {}
    for chunk in CHUNKS:
        with profile() as services:
            # Memory that any number of uploads needs.
            put(services, in_flight=IN_FLIGHT, seconds=1)
            before = services.profile.resident_kilobytes()
            with holding(photo_load(
                    "photo-hold", services, HELD, "--connections", CONNECTIONS, "--size",
                    HELD_SIZE, "--chunk", chunk)):
                time.sleep(0.5)
                growth = services.profile.resident_kilobytes() - before
        found[f"with_{chunk >> 10}_kb"] = growth / HELD
    return found


def killed():
    """From the start of Profile, after a kill amid uploads, until it serves, in milliseconds."""
    times, unfinished = [], 0
    with profile() as services, ExitStack() as stack:
        process, address = services.profile.process, services.profile.address
        directory = Path(services.profile_database).with_name("photos") / "tmp"
        for number in range(KILLS):
            with uploading(services):
                wait_until(lambda: count(directory))
                time.sleep(random.uniform(0.1, 0.5))
                process.kill()
                process.wait()
            unfinished += count(directory)
            start = time.monotonic()
            process = stack.enter_context(
                started(process.args, f"{services.profile_database}.{number}.log"))
            wait_until(lambda: serves(address))
            times.append((time.monotonic() - start) * 1_000)
            if count(directory):
                raise SystemExit("Profile serves, and has not removed what unfinished uploads left")
    if not unfinished:
        raise SystemExit("Profile was killed, and never amid an upload")
    return {"ms": max(times)}


@contextmanager
def uploading(services):
    """Runs uploads that fail when Profile is killed, until the end of the `with`."""
    process = subprocess.Popen(
        pinned(CLIENT_CORE, photo_load("photo-put", services, IN_FLIGHT, "--seconds", 60)),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def count(directory):
    return len(os.listdir(directory))


def wait_until(is_true):
    end = time.monotonic() + 10
    while not is_true():
        if time.monotonic() > end:
            raise SystemExit("what was waited for has not come to be in 10 s")
        time.sleep(0.001)


def serves(address):
    """Whether a daemon answers, and says that it serves."""
    try:
        with closing(Caller(address.removeprefix("unix:"))) as caller:
            answer = caller.call(HEALTH + "Check")
    except (OSError, EOFError):
        return False
    return answer.status == OK and fields(answer.body).get(1) == [SERVING]


def probes(seconds):
    return [
        Probe("flooded", lambda: flooded(seconds=seconds)),
        Probe("held", held),
        Probe("killed", killed),
    ]


FIGURES = [
    # B23. Without overload 32 uploads are under way: fewer would not keep Profile busy.
    own_figure(
        "upload_overload_p99", "ms", ("flooded", "admitted_p99_ms"), ("flooded", "full_p99_ms"), 2,
        less=True),
    own_figure(
        "upload_overload_p99_over_lone", "ms", ("flooded", "admitted_p99_ms"),
        ("flooded", "lone_p99_ms"), REPORT),
    own_figure(
        "upload_goodput", "1/s", ("flooded", "admitted_per_second"),
        ("flooded", "full_per_second"), REPORT),
    own_figure("upload_refused_p99", "ms", ("flooded", "refused_p99_ms"), ONE, REPORT),
    own_figure("upload_flood_growth", "MiB", ("flooded", "growth_mb"), ONE, 64, less=True),
    # B06: at most one message.
    own_figure("upload_memory_64k", "KiB", ("held", "with_64_kb"), ONE, 64, less=True),
    own_figure("upload_memory_256k", "KiB", ("held", "with_256_kb"), ONE, 256, less=True),
    # B02
    own_figure("profile_recovery", "ms", ("killed", "ms"), ONE, 250, less=True),
]
