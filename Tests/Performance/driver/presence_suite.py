"""The suite of Presence: what it holds, how fast changes reach those who watch, and whether what it says is true.

The daemons have one core, the load on them the other.
"""

import fan_out
import presence_calls
import presence_engine
import presence_losses
import presence_memory
from machine import debian

__all__ = ["FIGURES", "SECONDS", "SETTING", "probes", "versions"]

# What a round of a probe takes, at best: of a quick run, of a whole one.
SECONDS = 2, 5

SETTING = "Daemons or peers on a core, the load on another; over TCP unless a unix socket is said"


def probes(seconds):
    return [
        *presence_calls.probes(seconds),
        *fan_out.probes(seconds),
        *presence_memory.probes(),
        *presence_losses.probes(),
        *presence_engine.probes(seconds),
    ]


FIGURES = [
    *presence_memory.FIGURES,
    *presence_calls.FIGURES,
    *fan_out.FIGURES,
    *presence_losses.FIGURES,
    *presence_engine.FIGURES,
]


def versions():
    return {
        "SQLite": debian("libsqlite3-0"), "Redis": debian("redis-server"),
        "NATS": debian("nats-server")}
