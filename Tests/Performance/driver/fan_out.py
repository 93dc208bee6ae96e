"""How changes reach those who watch: 10,000 connections, and the subscribers of Redis and of NATS beside them.

All are over TCP from the same program. A change is an event, and so is what the peers publish.
"""

import itertools
import random
import shutil
import socket
import statistics
import subprocess
import time
from contextlib import contextmanager

from attack import free_ports
from crowd import Crowd, Shot, opening
from engines import redis
from figures import ONE, REPORT, Figure, Probe, Source, own_figure
from people import Actors, go_offline, go_online, presence, watch
from presence_memory import most_connections
from processes import SERVER_CORE, pinned

CONNECTIONS = 10_000

# Users that each connection watches, who all change in one tick.
WATCHED = 40

# Accounts of those who watch: each may have 10,000 users in its watches.
ACCOUNTS = 200

# About as long as what a watch is told of one user.
PAYLOAD = b"!" + b"x" * 63


def ours(*, seconds):
    with presence(ACCOUNTS + WATCHED) as (services, people):
        with Crowd(services.tcp) as crowd:
            actors = Actors(crowd, people[ACCOUNTS:])
            users = [one.user_id for one in actors.people]
            first = crowd.add([
                opening(watch(people[number % ACCOUNTS], users)) for number in range(CONNECTIONS)])

            def change(count):
                return Shot(actors.change(count), actors.sender, first, CONNECTIONS, count)

            return measured(crowd, change, seconds)


def subscribers(place, subscribe, publish, *, seconds):
    with Crowd(place, "lines") as crowd:
        sender = crowd.add([b""], needed=0)
        first = crowd.add([subscribe] * CONNECTIONS)
        return measured(
            crowd, lambda count: Shot(publish * count, sender, first, CONNECTIONS, count), seconds)


def measured(crowd, change, seconds):
    """Deliveries a second: of one event at a time, and of many at once; and how busy what reads them is."""
    found = {}
    for name, count in ("one", 1), ("many", WATCHED):
        rates, busy, end = [], [], time.monotonic() + seconds / 2
        while time.monotonic() < end or len(rates) < 3:
            shots, _ = crowd.shoot(change(count))
            rates.append(count * CONNECTIONS / shots[0]["last_us"] * 1e6)
            busy.append(crowd.busy)
            # Each meets another moment of a tick.
            time.sleep(random.uniform(0, 0.02))
        found[name], found[f"{name}_busy"] = statistics.median(rates), statistics.median(busy)
    return found


def redis_subscribers(*, seconds):
    port, = free_ports(1)
    with redis(
            "--port", port, "--bind", "127.0.0.1", "--protected-mode", "no", "--maxclients",
            2 * CONNECTIONS):
        return subscribers(
            f"127.0.0.1:{port}", b"SUBSCRIBE e\r\n", b"PUBLISH e " + PAYLOAD + b"\r\n",
            seconds=seconds)


def nats_subscribers(*, seconds):
    port, = free_ports(1)
    with nats(port):
        return subscribers(
            f"127.0.0.1:{port}", b'CONNECT {"verbose":false}\r\nSUB e 1\r\nPING\r\n',
            b"PUB e %d\r\n%s\r\n" % (len(PAYLOAD), PAYLOAD), seconds=seconds)


@contextmanager
def nats(port):
    process = subprocess.Popen(
        pinned(SERVER_CORE, [shutil.which("nats-server"), "-a", "127.0.0.1", "-p", port]),
        stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with socket.socket() as attempt:
                if attempt.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield
    finally:
        process.kill()
        process.wait()


# Watchers of one user who goes offline.
FEW = 10


def offline(*, seconds):
    """From GoOffline until a watcher has seen it."""
    with presence(2) as (services, people):
        with Crowd(services.tcp) as crowd:
            person, viewer = people
            sender = crowd.add([opening()], needed=0)
            first = crowd.add([opening(watch(viewer, [person.user_id])) for _ in range(FEW)])
            streams = itertools.count(1, 2)
            samples = []
            end = time.monotonic() + 2 * seconds
            while time.monotonic() < end:
                lease = go_online(crowd, sender, streams, person)
                # Until that was told, and a moment longer.
                time.sleep(random.uniform(0.03, 0.05))
                shots, _ = crowd.shoot(
                    Shot(go_offline(next(streams), person, lease), sender, first, FEW, 1, 1))
                samples += shots[0]["us"]
    return {"p50_ms": quantile(samples, 0.5) / 1e3, "p99_ms": quantile(samples, 0.99) / 1e3}


def quantile(values, share):
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(len(ranked) * share))]


# Of those who watch another user than all others do.
BYSTANDERS = 100
# Accounts of all, and how many connections may be open beside a few.
EVERYBODY = 400


def celebrity(connections, *, seconds):
    """How long others wait for a change while that of a user is told whom everybody watches."""
    with presence(EVERYBODY + 2) as (services, people):
        with Crowd(services.tcp) as crowd:
            star, other = (Actors(crowd, some) for some in (people[-2:-1], people[-1:]))
            callers = itertools.cycle(people[:EVERYBODY])

            def watching(actor, count):
                users = [actor.people[0].user_id]
                return crowd.add([opening(watch(next(callers), users)) for _ in range(count)])

            quiet = watching(other, BYSTANDERS)
            crowd_of = connections - BYSTANDERS - 2
            loud = watching(star, crowd_of)
            whole = crowd.shoot(
                Shot(star.change(1), star.sender, loud, crowd_of, 1))[0][0]["last_us"]
            samples = []
            end = time.monotonic() + 2 * seconds
            while time.monotonic() < end or len(samples) < 10 * BYSTANDERS:
                shots, _ = crowd.shoot(
                    Shot(star.change(1), star.sender, loud, crowd_of, 1),
                    Shot(other.change(1), other.sender, quiet, BYSTANDERS, 1,
                         delay=random.uniform(0, whole / 1e6)))
                samples += shots[1]["us"]
    return {"p99_ms": quantile(samples, 0.99) / 1e3, "all_ms": whole / 1e3}


def probes(seconds):
    return [
        Probe("fan-out", lambda: ours(seconds=seconds)),
        Probe("redis", lambda: redis_subscribers(seconds=seconds)),
        Probe("nats", lambda: nats_subscribers(seconds=seconds), is_long=True),
        Probe("offline", lambda: offline(seconds=seconds)),
        Probe("celebrity", lambda: celebrity(most_connections(), seconds=seconds), once=True),
    ]


def figures():
    for name, field, goal in ("one_event_10k", "one", 0.6), ("forty_changes_10k", "many", 2):
        for peer in "Redis", "NATS":
            yield Figure(
                name, "deliveries/s", Source("fan-out", field), peer,
                [Source(peer.lower(), field)], goal)
    yield own_figure("fan_out_load_busy", "of a core", ("fan-out", "many_busy"), ONE, REPORT)
    yield own_figure("deltas_10k", "deltas/s", ("fan-out", "many"), ONE, 500_000)
    yield own_figure("go_offline_p99", "ms", ("offline", "p99_ms"), ONE, 20, less=True)
    yield own_figure("celebrity_others_p99", "ms", ("celebrity", "p99_ms"), ONE, 250, less=True)
    yield own_figure("celebrity_all", "ms", ("celebrity", "all_ms"), ONE, REPORT)


FIGURES = [*figures()]
