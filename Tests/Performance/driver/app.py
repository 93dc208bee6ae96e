"""The library for apps, beside URLSession alone; and how long it takes to build."""

import subprocess
import time
from tempfile import TemporaryDirectory

from figures import ONE, Figure, Probe, Source, own_figure
from processes import load
from programs import APP_BENCH, BUILT, ROOT

SECONDS = (1, 3)
SETTING = "A release build of the library, and a server in the same process that answers at once, over loopback"
# So many in a second, about.
RATES = {"restore": 300, "changes": 150, "calls": 500, "cache": 5}


def bench(name, seconds):
    # On both cores, as the library has threads of its own.
    return load([APP_BENCH, name, RATES[name] * seconds], core=None)


def build():
    """From nothing, as an app builds it while it is written."""
    with TemporaryDirectory(dir=BUILT) as directory:
        start = time.monotonic()
        subprocess.run(
            ["swift", "build", "--package-path", ROOT / "Sources/client/app", "--scratch-path", directory,
             "--disable-automatic-resolution"], check=True, stdout=subprocess.DEVNULL)
        return {"seconds": time.monotonic() - start}


def probes(seconds):
    def probe(name):
        return Probe(name, lambda: bench(name, seconds))
    return [probe("restore"), probe("changes"), probe("calls"), probe("cache"), Probe("build", build, once=True)]


FIGURES = [
    own_figure("app_restore_p99", "ms", ("restore", "p99_ms"), ONE, 50, less=True),
    own_figure("app_restore_p50", "ms", ("restore", "p50_ms"), ONE, None, less=True),
    own_figure("app_change_to_100_subscribers_p99", "ms", ("changes", "p99_ms"), ONE, None, less=True),
    own_figure("app_change_to_100_subscribers_p50", "ms", ("changes", "p50_ms"), ONE, 1, less=True),
    own_figure("app_call_added_p50", "us", ("calls", "added_us"), ONE, 50, less=True),
    Figure(
        "app_call_p50", "us", Source("calls", "ours_us"), "URLSession alone", [Source("calls", "bare_us")], None,
        less=True),
    own_figure("app_10000_cached_users_p50", "ms", ("cache", "p50_ms"), ONE, 50, less=True),
    own_figure("app_build", "s", ("build", "seconds"), ONE, 60, less=True),
]


def versions():
    return {}
