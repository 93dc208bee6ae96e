"""Has many connections, or one that calls without a pause, by a program that is not the bottleneck.

The program (Peers/crowd) sends bytes that are made here, and counts what comes back. It is a thread on a core of
its own, and says how busy that was.
"""

import json
import struct
import subprocess
import time
from collections import namedtuple

from processes import CLIENT_CORE, pinned, raise_file_limit
from programs import CROWD
from wire import END, HELLO, MESSAGE, field, fields, frame, open_frame

# A program that is busy for so much of the time may be what is measured.
TOO_BUSY = 0.95

# The part of calls that may be refused, on a machine with other work.
MOST_FAILURES = 0.05

# From so many loopback addresses it connects, so that none has more than an address may.
ADDRESSES = 12

# What is sent, and who gets something of it: `count` connections from `first` on get `events` changes each, the
# sender `answers`. `delay`: seconds behind the shot before.
Shot = namedtuple("Shot", "data sender first count events answers delay", defaults=(0, 0, 0, 0, 0, 0))


def opening(*frames):
    """The beginning of a connection that gives the server so much credit that it needs no more."""
    most = (1 << 31) - 1
    limits = field(1, most) + field(2, most) + field(3, most)
    return frame(HELLO, meta=field(1, 1) + field(2, 1) + field(3, limits)) + b"".join(frames)


def stream_frame(stream, method, body, token):
    """The beginning of a stream, with its first message."""
    return open_frame(stream, method, body, MESSAGE, token)


def fixed64(number, value):
    """A protobuf field of that type."""
    return bytes([number << 3 | 1]) + struct.pack("<Q", value)


def uuid_list(number, users):
    return b"".join(field(number, user) for user in users)


class Missed(SystemExit):
    """What was sent has not had its effect everywhere: on a machine with other work calls may be refused."""


class Crowd:
    """`place`: HOST:PORT, tls:HOST:PORT or unix:PATH."""

    def __init__(self, place, protocol="rollcall", addresses=ADDRESSES):
        raise_file_limit()
        self.process = subprocess.Popen(
            pinned(CLIENT_CORE, [CROWD, protocol, place, addresses]), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE)
        self.count = 0
        # The part of the time of the last shots for which the program was.
        self.busy = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def add(self, openings, needed=1, seconds=60):
        """Opens connections. Each is there once it has got so many messages. Returns the index of the first."""
        first = self.count
        self.count += len(openings)
        said = self.obey(b"a", numbers(needed, seconds), *map(counted, openings))
        if said["ready"] != self.count:
            raise SystemExit(f"of {self.count} connections {said['ready']} were served")
        return first

    def shoot(self, *shots, patience=10):
        """Sends, and waits until all have got what they are to get. Returns a report of each shot, and what was
        answered last."""
        said = self.obey(b"s", numbers(round(patience * 1e3), len(shots)), *(
            numbers(
                round(one.delay * 1e6), one.sender, one.first, one.count, one.events, one.answers)
            + counted(one.data) for one in shots))
        if any(one["missing"] or one["failures"] for one in said["shots"]):
            raise Missed(f"what was sent has not reached all: {said}"[:500])
        self.busy = said["busy"]
        return said["shots"], bytes.fromhex(said["answer"])

    def ask(self, sender, stream, method, body, token):
        """The answer to one call. `stream` gives the numbers of attempts."""
        for _ in range(20):
            try:
                data = open_frame(next(stream), method, body, token=token)
                return self.shoot(Shot(data, sender, answers=1))[1]
            except Missed as error:
                missed = error
                time.sleep(0.05)
        raise missed

    def call(self, sender, calls, *, in_flight, seconds, warm_up=0.5):
        """Makes calls, whose stream is filled in, one after the other. Returns what was found."""
        said = self.obey(
            b"c", numbers(sender, in_flight, round(warm_up * 1e3), round(seconds * 1e3)),
            *map(counted, calls))
        if said["failures"] > MOST_FAILURES * said["calls_per_second"] * seconds:
            raise SystemExit(f"calls have failed: {said}")
        if said["busy"] > TOO_BUSY:
            raise SystemExit(f"the load itself was the bottleneck: {said}")
        return said

    def keep(self, *, interval=1, first=0, count=0, data=b"", reopen_within=0):
        """Sends something on connections again and again; opens those again that were closed."""
        self.obey(
            b"k", numbers(round(interval * 1e3), first, count), counted(data),
            numbers(round(reopen_within * 1e3)))

    def wait(self, seconds, is_short=False):
        """Goes on for so long; if `is_short`, only until all connections are there."""
        return self.obey(b"w", numbers(round(seconds * 1e3), is_short))

    def obey(self, command, *parts):
        body = b"".join(parts)
        self.process.stdin.write(command + numbers(len(body)) + body)
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the crowd has ended by itself")
        return json.loads(line)


def numbers(*values):
    return struct.pack(f"<{len(values)}I", *map(int, values))


def counted(data):
    return numbers(len(data)) + data


def unary(method, body, token=None):
    """A call, whose stream is filled in later."""
    return open_frame(0, method, body, END | MESSAGE, token)


def lease_of(answer):
    """The id of the lease in an answer to GoOnline."""
    return struct.unpack("<Q", fields(answer)[1][0])[0]
