"""The suite of Profile: what apps ask of it beside a single profile, one call in flight; and photos.

The daemon has one core, the load on it the other, over unix sockets. A million users.
"""

import photos
import uploads
from daemons import rollcall
from figures import ONE, REPORT, Probe, own_figure
from machine import debian
from programs import ACCOUNTS
from processes import load
from seed import CHEAP, seed
from storage import ON_THE_LOOP, SECONDS, SETTING, USERS

__all__ = ["FIGURES", "SECONDS", "SETTING", "probes", "versions"]


def asked(*, seconds):
    """The median and the 99th percentile of some calls, in milliseconds."""
    found = {}
    with rollcall(seed(USERS, CHEAP), ["auth", "profile"]) as services:
        for name, method in (
                ("batch_get_100", "batch-get-100"), ("check_name", "suggest-names"),
                ("search", "search")):
            said = load(
                [*ACCOUNTS, "closed", *ON_THE_LOOP, "--target", services.profile.address,
                 "--method", method, "--auth", services.auth.address, "--users", services.users,
                 "--seconds", seconds / 2, "--warm-up", 1_000, *services.take(64)])
            found[f"{name}_p50_ms"] = said["p50_us"] / 1_000
            found[f"{name}_p99_ms"] = said["p99_us"] / 1_000
    return found


WATCHERS = 1_000


def watched(*, seconds):
    """From the answer to a change until the last of those who watch the user has seen it."""
    with rollcall(seed(USERS, CHEAP), ["auth", "profile"]) as services:
        found = load(
            [*ACCOUNTS, "profile-watch", "--auth", services.auth.address,
             "--profile", services.profile.address, "--times", round(100 * seconds),
             *services.take(WATCHERS + 1)])
    return {"p50_ms": found["p50_us"] / 1_000, "p99_ms": found["p99_us"] / 1_000}


def probes(seconds):
    return [
        Probe("asked", lambda: asked(seconds=seconds)),
        Probe("watched", lambda: watched(seconds=seconds)),
        *photos.probes(seconds),
        *uploads.probes(seconds),
    ]


FIGURES = [
    own_figure("batch_get_100", "ms", ("asked", "batch_get_100_p50_ms"), ONE, 2, less=True),
    own_figure("check_name_1m_p99", "ms", ("asked", "check_name_p99_ms"), ONE, 1, less=True),
    own_figure("watch_1000", "ms", ("watched", "p99_ms"), ONE, 50, less=True),
    own_figure("search_p99", "ms", ("asked", "search_p99_ms"), ONE, REPORT),
    *photos.FIGURES,
    *uploads.FIGURES,
]


def versions():
    return {"SQLite": debian("libsqlite3-0"), **photos.versions()}
