"""How soon a device that falls silent is offline, and that nobody is who is not."""

import itertools
import socket
import threading
import time
from contextlib import ExitStack, closing

from crowd import Crowd, fixed64, lease_of, opening
from daemons import Daemon, started, wait_until_it_serves
from figures import ONE, Probe, own_figure
from people import OFFLINE, ONLINE, PRESENCE, WATCHED, attach, presence, watch
from presence_memory import most_connections
from wire import (
    CLOSE, DATA, MESSAGE, MORE, OK, Caller, FrameReader, field, fields, frame, open_frame)

TRIALS = 10_000

# In milliseconds: the shortest that there is.
LEASE = 5_000

# Users in one watch, streams on one connection.
PAGE, STREAMS = 1_000, 50


class Line:
    """A connection whose frames are read by a thread, which hands each to `hear` with the time."""

    def __init__(self, path, hear):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.hear = hear
        self.socket.sendall(opening())
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        reader = FrameReader()
        while True:
            try:
                data = self.socket.recv(1 << 18)
            except OSError:
                return
            now = time.monotonic()
            if not data:
                return
            for one in reader.read(data):
                self.hear(one, now)

    def send(self, data):
        self.socket.sendall(data)

    def close(self):
        self.socket.close()


class Views:
    """Watches of many users: which state each was told to have last, and when each was first told offline.

    An account watches WATCHED users at most, so that many users have several viewers."""

    def __init__(self, path, viewers, users):
        self.viewers = viewers
        self.pages = [users[start:start + PAGE] for start in range(0, len(users), PAGE)]
        self.cursors, self.states, self.parts = {}, {}, {}
        self.offline = {}
        self.open(path)

    def open(self, path):
        """Goes on where it stood, if it stood anywhere."""
        self.line = Line(path, self.hear)
        for number, page in enumerate(self.pages):
            cursor = self.cursors.get(2 * number + 1)
            self.line.send(open_frame(
                2 * number + 1, PRESENCE + "Watch",
                b"".join(field(1, user) for user in page) + (field(2, cursor) if cursor else b""),
                MESSAGE, self.viewers[number * PAGE // WATCHED].token))

    def hear(self, one, now):
        if one.type == CLOSE:
            self.line.close()
        if one.type != DATA or not one.flags & MESSAGE:
            return
        body = self.parts.pop(one.stream, b"") + one.body
        if one.flags & MORE:
            self.parts[one.stream] = body
            return
        said = fields(body)
        # A message with the rest of an update has no cursor.
        if 3 in said:
            self.cursors[one.stream] = said[3][0]
        for entries in said.get(1, []) + said.get(2, []):
            for entry in fields(entries).get(1, []):
                presence_of = fields(entry)
                user, state = presence_of[1][0].decode(), presence_of[2][0]
                if state == OFFLINE and self.states.get(user) == ONLINE:
                    self.offline.setdefault(user, now)
                self.states[user] = state

    def wait(self, users, state, seconds):
        """Waits until all were told to have a state. Returns how many were."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = sum(self.states.get(user) == state for user in users)
            if found == len(users):
                break
            time.sleep(0.1)
        return found


def silence():
    """Devices whose connections stay open but say no more, half of them attached. Returns when each was offline,
    in milliseconds behind the end of its lease."""
    with presence(TRIALS + 1) as (services, people):
        path = services.presence.address.removeprefix("unix:")
        *people, viewer = people
        users = [one.user_id for one in people]
        views = Views(path, [viewer], users)
        time.sleep(1)
        last = fall_silent(path, people)
        views.wait(users, OFFLINE, 3 * LEASE / 1e3)
    if len(views.offline) < TRIALS:
        raise SystemExit(f"of {TRIALS} silent devices {len(views.offline)} were seen offline")
    late = sorted((views.offline[user] - last[user]) * 1e3 - LEASE for user in users)
    return {"first_ms": late[0], "p50_ms": late[len(late) // 2], "last_ms": late[-1]}


def fall_silent(path, people):
    """Has all of them come online and say one thing more, then nothing. Returns when each said it."""
    last = {}
    half = len(people) // 2
    with closing(Caller(path, timeout=30)) as caller:
        # By turns, so that both kinds of devices are spread over the same time.
        for start in range(0, half, STREAMS):
            attached = Attached(path, people[start:start + STREAMS])
            for person in people[half + start:half + start + STREAMS]:
                last[person.user_id] = renew_once(caller, person)
            last |= attached.beat()
    return last


class Attached:
    """Devices with streams on one connection."""

    def __init__(self, path, people):
        self.people, self.streams, self.answered = people, {}, {}
        self.line = Line(path, self.hear)
        numbers = itertools.count(1, 2)
        while missing := [one for one in people if self.answered.get(self.streams.get(one)) != DATA]:
            for one in missing:
                self.streams[one] = next(numbers)
                self.line.send(attach(one, self.streams[one], lease=LEASE))
            # An attempt that is refused is made again.
            while any(self.streams[one] not in self.answered for one in missing):
                time.sleep(0.001)

    def hear(self, one, now):
        if one.type in (DATA, CLOSE):
            self.answered.setdefault(one.stream, one.type)

    def beat(self):
        """Returns when each device sent its beat."""
        last = {}
        for one in self.people:
            last[one.user_id] = time.monotonic()
            self.line.send(frame(DATA, MESSAGE, self.streams[one]))
        return last


def renew_once(caller, person):
    """Takes a lease and renews it. Returns when the renewal was sent."""
    answer, _ = patient(
        caller, "GoOnline", field(1, "bench") + field(2, LEASE), person)
    _, sent = patient(caller, "Heartbeat", fixed64(1, lease_of(answer.body)), person)
    return sent


def patient(caller, method, request, person):
    """Calls again while that is refused. Returns the answer, and when the call was sent that was answered."""
    for _ in range(100):
        sent = time.monotonic()
        answer = caller.call(PRESENCE + method, request, person.token)
        if answer.status == OK:
            return answer, sent
        if not answer.is_refusal():
            break
        time.sleep(0.01)
    raise SystemExit(f"{method} has failed: {answer.message}")


# In milliseconds: longer than devices need to come back.
RESTART_LEASE = 10_000

# Seconds within which a client tries again when its connection was lost.
SPREAD = 2


def restarted():
    """A kill and a restart with every device attached, each of a user of its own: how many were seen offline."""
    with ExitStack() as stack:
        many = most_connections()
        viewers = -(-many // WATCHED)
        services, people = stack.enter_context(presence(many + viewers))
        path = services.presence.address.removeprefix("unix:")
        people, viewers = people[:many], people[many:]
        users = [one.user_id for one in people]
        views = Views(path, viewers, users)
        crowd = stack.enter_context(Crowd(services.tcp))
        crowd.add([opening(attach(one, lease=RESTART_LEASE)) for one in people])
        crowd.keep(
            interval=RESTART_LEASE / 3e3, count=many, data=frame(DATA, MESSAGE, 1),
            reopen_within=SPREAD)
        # The journal is written by parts.
        crowd.wait(12)
        online = views.wait(users, ONLINE, 10)
        if online != many:
            raise SystemExit(f"of {many} attached devices {online} were seen online")
        process = services.presence.process
        process.kill()
        process.wait()
        views.line.close()
        began = time.monotonic()
        again = stack.enter_context(started(process.args, f"{path}.log"))
        wait_until_it_serves(Daemon(again, path))
        ready = time.monotonic() - began
        views.open(path)
        back = crowd.wait(30, is_short=True)
        # A device that did not come back would be offline then.
        crowd.wait(RESTART_LEASE / 1e3 + 2)
        if back["ready"] != many:
            raise SystemExit(f"of {many} devices {back['ready']} have come back")
        return {
            "offline": len(views.offline), "ready_ms": ready * 1e3, "back_s": ready + back["seconds"]}


def probes():
    return [Probe("silence", silence, once=True), Probe("restarted", restarted, once=True)]


FIGURES = [
    # A03
    own_figure("silent_loss_first", "ms", ("silence", "first_ms"), ONE, 0),
    own_figure("silent_loss_last", "ms", ("silence", "last_ms"), ONE, 1_000, less=True),
    # A16, A20
    own_figure("false_offline_restart", "users", ("restarted", "offline"), ONE, 0, less=True),
    own_figure("restart_all_back", "s", ("restarted", "back_s"), ONE, 10, less=True),
    own_figure("restart_ready", "ms", ("restarted", "ready_ms"), ONE, 1_000, less=True),
]
