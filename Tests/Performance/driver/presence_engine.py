"""Renewals of leases in the engine that instances share, beside redis-benchmark with the same commands.

One instance renews leases in Redis as rollcall-presence does. Then redis-benchmark sends calls of the same
script, each of as many renewals as an instance's largest, and as many at a time: the most that the server can
do of them. Both draw each lease at random of the same 10,000, and the engine's clock goes on meanwhile: a
renewal that moves no deadline would cost the server less.
"""

import re
import subprocess
from contextlib import contextmanager
from tempfile import TemporaryDirectory

from engines import redis
from figures import ONE, REPORT, Figure, Probe, Source, own_figure
from processes import CLIENT_CORE, pinned
from programs import ROLLCALL

# Renewals in one call.
TOGETHER = 128

# Calls under way.
CALLS = 2

USERS = 10_000


def renewals(*, seconds):
    with redis() as socket, TemporaryDirectory() as directory:
        last = f"{directory}/call"
        said = subprocess.run(
            pinned(CLIENT_CORE, [
                *ROLLCALL, "renewals", "--engine", f"redis+unix://{socket}",
                "--users", USERS, "--in-flight", CALLS * TOGETHER, "--together", TOGETHER,
                "--call", last, "--seconds", max(1, round(seconds / 2))]),
            check=True, stdout=subprocess.PIPE, text=True).stdout
        return {
            "ours": number(said, "renewals_per_second"), "failed": number(said, "failed"),
            "cpu": number(said, "cpu_us"),
            "benchmark": TOGETHER * benchmark(socket, script(said), last, seconds)}


def number(said, name):
    return float(re.search(rf'"{name}": ?([\d.]+)', said).group(1))


def script(said):
    return re.search(r'"script": ?"([0-9a-f]{40})"', said).group(1)


@contextmanager
def clock(socket):
    """Advances the engine's clock twice a second, as an instance does: otherwise no deadline would move."""
    process = subprocess.Popen(
        pinned(CLIENT_CORE, [
            *ROLLCALL, "renewals", "--engine", f"redis+unix://{socket}", "--users", 1,
            "--in-flight", 0, "--seconds", 3_600]))
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def benchmark(socket, renewing, last, seconds):
    """Calls a second."""
    # Some 5,000 calls a second.
    calls = round(5_000 * seconds / 2)
    with clock(socket), open(last, "rb") as items:
        said = subprocess.run(
            pinned(CLIENT_CORE, [
                "redis-benchmark", "-s", socket, "-c", CALLS, "-n", calls, "-r", USERS, "--csv", "-x",
                "EVALSHA", renewing, 1, "rollcall:presence", "epoch000", "", 300_000]),
            check=True, stdin=items, stdout=subprocess.PIPE, text=True).stdout
    return float(re.findall(r'"([\d.]+)"', said.strip().splitlines()[-1])[0])


def probes(seconds):
    return [Probe("engine", lambda: renewals(seconds=seconds))]


FIGURES = [
    Figure(
        "engine_renewals", "renewals/s", Source("engine", "ours"), "redis-benchmark",
        [Source("engine", "benchmark")], 0.7),
    own_figure("engine_renewal_cpu", "us", ("engine", "cpu"), ONE, REPORT),
    own_figure("engine_renewals_failed", "renewals", ("engine", "failed"), ONE, 0, less=True),
]
