"""Renewals of leases in the engine that instances share, beside redis-benchmark with the same commands.

One instance renews leases in Redis as rollcall-presence does. Then redis-benchmark sends the last of its calls
again and again, as many at a time as the instance has under way: the most that the server can do of them.
"""

import re
import subprocess
from tempfile import TemporaryDirectory

from engines import redis
from figures import ONE, REPORT, Figure, Probe, Source, own_figure
from processes import CLIENT_CORE, pinned
from programs import ROLLCALL

# Renewals in one call.
TOGETHER = 128

# Calls under way.
CALLS = 2


def renewals(*, seconds):
    with redis() as socket, TemporaryDirectory() as directory:
        last = f"{directory}/call"
        said = subprocess.run(
            pinned(CLIENT_CORE, [
                *ROLLCALL, "renewals", "--engine", f"redis+unix://{socket}",
                "--in-flight", CALLS * TOGETHER, "--together", TOGETHER, "--call", last,
                "--seconds", max(1, round(seconds / 2))]),
            check=True, stdout=subprocess.PIPE, text=True).stdout
        return {
            "ours": number(said, "renewals_per_second"), "failed": number(said, "failed"),
            "cpu": number(said, "cpu_us"),
            "benchmark": TOGETHER * benchmark(socket, digest(said), last, seconds)}


def number(said, name):
    return float(re.search(rf'"{name}": ?([\d.]+)', said).group(1))


def digest(said):
    return re.search(r'"script": ?"([0-9a-f]{40})"', said).group(1)


def benchmark(socket, script, last, seconds):
    """Calls a second."""
    # Some 2,000 calls a second.
    calls = max(2_000, round(2_000 * seconds / 2))
    with open(last, "rb") as items:
        said = subprocess.run(
            pinned(CLIENT_CORE, [
                "redis-benchmark", "-s", socket, "-c", CALLS, "-n", calls, "--csv", "-x", "EVALSHA",
                script, 1, "rollcall:presence", "epoch000", "", 300_000]),
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
