"""What Presence answers: renewals of leases and reads, beside what the RPC layer alone does. 64 calls in flight on one
connection over a unix socket."""

import itertools
import os
from tempfile import TemporaryDirectory

from crowd import Crowd, fixed64, opening, unary, uuid_list
from figures import ONE, REPORT, Figure, Probe, Source, own_figure
from people import PRESENCE, go_online, presence
from processes import serving
from programs import ROLLCALL
from wire import field

IN_FLIGHT = 64
ECHO = "rollcall.bench.v1.BenchService/Echo"

# An older rollcall-presence to compare with: `git worktree add …`, `swift build` there, and its path here.
BEFORE = os.environ.get("ROLLCALL_PRESENCE_BEFORE")

READ_USERS = 100


def answered(*, seconds, **options):
    """Heartbeats and reads a second."""
    with presence(READ_USERS, **options) as (services, people):
        with Crowd(services.presence.address) as crowd:
            first = crowd.add([opening()] * 2, needed=0)
            streams = itertools.count(1, 2)
            leases = [go_online(crowd, first, streams, one) for one in people]
            heartbeats = [
                unary(PRESENCE + "Heartbeat", fixed64(1, lease), one.token)
                for one, lease in zip(people[:IN_FLIGHT], leases)]
            users = uuid_list(1, [one.user_id for one in people])
            reads = [unary(PRESENCE + "GetPresence", users, one.token) for one in people[:IN_FLIGHT]]
            found = {}
            for name, calls in ("heartbeat", heartbeats), ("read", reads):
                found[name] = crowd.call(
                    first + 1, calls, in_flight=IN_FLIGHT, seconds=seconds / 2)["calls_per_second"]
    return found


def alone(*, seconds):
    """What the RPC layer does of unary calls with 32 bytes."""
    with TemporaryDirectory() as directory:
        place = f"unix:{directory}/bench"
        with serving([*ROLLCALL, "serve", "--listen", place]), Crowd(place) as crowd:
            first = crowd.add([opening()], needed=0)
            said = crowd.call(
                first, [unary(ECHO, field(1, bytes(32)))], in_flight=IN_FLIGHT, seconds=seconds / 2)
    return {"calls": said["calls_per_second"], "busy": said["busy"]}


def before(*, seconds):
    if not BEFORE:
        return {}
    return answered(seconds=seconds, presence_program=BEFORE)


def probes(seconds):
    return [
        Probe("calls", lambda: answered(seconds=seconds)),
        Probe("alone", lambda: alone(seconds=seconds)),
        Probe("before", lambda: before(seconds=seconds)),
    ]


def against(name, field, peer, source, goal):
    return Figure(name, "calls/s", Source("calls", field), peer, [Source(*source)], goal)


FIGURES = [
    against("heartbeat_64", "heartbeat", "the RPC alone", ("alone", "calls"), 0.4),
    against("heartbeat_before", "heartbeat", "before", ("before", "heartbeat"), REPORT),
    against("get_presence_100", "read", "before", ("before", "read"), 1),
    against("get_presence_100_rpc", "read", "the RPC alone", ("alone", "calls"), REPORT),
    own_figure("rpc_load_busy", "of a core", ("alone", "busy"), ONE, 0.95, less=True),
]
