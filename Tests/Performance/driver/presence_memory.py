"""What Presence holds in memory: of a connection over sockets, and of users and watches in the hub alone."""

import resource
import time

from certificate import certificate
from crowd import Crowd, opening
from figures import ONE, REPORT, Probe, own_figure
from people import WATCHED, attach, presence, watch
from processes import load
from programs import ROLLCALL

# As many as the descriptors of a process allow, which are 20,000 under systemd.
CONNECTIONS = 19_500

# Before the first is counted, so that what any number of them needs is there.
FEW = 1_000

# Devices of one user.
DEVICES = 16

# Users in the watch of a connection.
CONTACTS = 10

TLS_CONNECTIONS = 3_000

# Connections that hold watches of as many users as one may.
WATCHERS = 20, 220


def most_connections():
    """Of one process here."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    return min(CONNECTIONS, most - 500)


def connections():
    """Bytes of the daemon for each connection: with a device attached, with a watch, over TLS."""
    many = most_connections()
    found = {"connections": many}
    with certificate() as tls:
        for name, count, begin in (
                ("attached", many, device), ("watching", many, watcher),
                ("tls", TLS_CONNECTIONS, device)):
            with presence(many // DEVICES + 1, tls=tls) as (services, people):
                place = services.tls if name == "tls" else services.tcp
                with Crowd(place) as crowd:
                    found[name] = slope(
                        services, crowd, [begin(people, number) for number in range(count)], FEW)
    return found


def device(people, number):
    return opening(attach(people[number // DEVICES], device=f"d{number % DEVICES}"))


def watcher(people, number):
    users = [people[(number + other) % len(people)].user_id for other in range(CONTACTS)]
    return opening(watch(people[number % len(people)], users))


def slope(services, crowd, openings, few):
    """Bytes for each connection behind the first few."""
    crowd.add(openings[:few])
    before = settled(services)
    crowd.add(openings[few:])
    return (settled(services) - before) * 1024 / (len(openings) - few)


def settled(services):
    """What Presence holds, in KiB, once it has given back what was free for some seconds."""
    held = services.presence.resident_kilobytes()
    for _ in range(10):
        time.sleep(5)
        before, held = held, services.presence.resident_kilobytes()
        if abs(before - held) < 64:
            break
    return held


def edges():
    """Bytes of the daemon for each user in a watch, over sockets."""
    few, many = WATCHERS
    with presence(many) as (services, people):
        # Of nobody's: the same of all, so that they are known with the first connections.
        users = [f"01890000-0000-7000-8000-{number:012x}" for number in range(WATCHED)]
        with Crowd(services.tcp) as crowd:
            def open_some(some):
                streams = range(WATCHED // 1_000)
                crowd.add([
                    opening(*(
                        watch(one, users[1_000 * stream:][:1_000], 2 * stream + 1)
                        for stream in streams))
                    for one in some], needed=len(streams))
                return settled(services)

            before = open_some(people[:few])
            after = open_some(people[few:])
    return {"bytes": (after - before) * 1024 / ((many - few) * WATCHED)}


def hub():
    """A million users and ten million edges; and one user whom a million watches have."""
    return load([*ROLLCALL, "presence-hub"])


def probes():
    return [
        Probe("connections", connections, once=True),
        Probe("edges", edges, once=True),
        Probe("hub", hub, once=True),
    ]


def bound(name, unit, source, goal):
    return own_figure(name, unit, source, ONE, goal, less=goal is not REPORT)


FIGURES = [
    own_figure("connections", "connections", ("connections", "connections"), ONE, CONNECTIONS),
    bound("connection_attached", "B", ("connections", "attached"), 6 * 1024),
    bound("connection_watching", "B", ("connections", "watching"), 6 * 1024),
    bound("connection_tls", "B", ("connections", "tls"), REPORT),
    bound("edge", "B", ("edges", "bytes"), 32),
    bound("hub_edge", "B", ("hub", "edge_bytes"), 32),
    bound("hub_million_users", "MiB", ("hub", "mebibytes"), 512),
    bound("hub_celebrity_others_p99", "ms", ("hub", "others_p99_ms"), 250),
    bound("hub_celebrity_all", "ms", ("hub", "all_ms"), REPORT),
]
