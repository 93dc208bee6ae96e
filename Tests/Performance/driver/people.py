"""Users of Presence, and what they send."""

from collections import namedtuple
from contextlib import closing, contextmanager

from attack import free_ports
from crowd import fixed64, lease_of, opening, stream_frame, uuid_list
from daemons import rollcall
from seed import CHEAP, seed
from wire import (
    CLOSE, DATA, MESSAGE, OK, Answer, Caller, field, fields, frame, open_frame, window)

PRESENCE = "rollcall.v1.PresenceService/"
REFRESH = "rollcall.v1.AuthService/Refresh"

# All of them have sessions whose tokens are known.
USERS = 20_000

# `rollcall.v1.PresenceState` and `DeviceState`.
OFFLINE, ONLINE = 1, 3
DEVICE_ONLINE, DEVICE_AWAY = 1, 2

# A lease that no figure waits for, in milliseconds.
LONG = 300_000

# The most watches of one user, and the users in them.
WATCHES, WATCHED = 64, 10_000

Person = namedtuple("Person", "user_id token")


@contextmanager
def presence(count, *, tls=None, **options):
    """Runs the three, and yields them, the TCP endpoint of Presence (`services.tcp`) and so many users who are
    signed in. `tls`: the chain and the key of a TLS endpoint, `services.tls`."""
    tcp, encrypted = free_ports(2)
    listen = ["--listen", f"127.0.0.1:{tcp}"]
    if tls:
        listen += [
            "--listen", f"tls:127.0.0.1:{encrypted}", "--tls-certificate", tls[0], "--tls-key", tls[1]]
    with rollcall(seed(USERS, CHEAP), presence_options=listen, **options) as services:
        services.tcp, services.tls = f"127.0.0.1:{tcp}", f"tls:127.0.0.1:{encrypted}"
        yield services, signed_in(services, count)


# Calls to Auth that are in flight.
AT_ONCE = 32


def signed_in(services, count):
    """Users with access tokens."""
    with open(services.sessions) as file:
        lines = [next(file).rstrip("\n").split("\t") for _ in range(count)]
    people = {}
    with closing(Caller(services.auth.address.removeprefix("unix:"), timeout=30)) as caller:
        waiting = list(range(count))
        while waiting:
            part, waiting = waiting[:AT_ONCE], waiting[AT_ONCE:]
            requests = [field(1, lines[number][4]) for number in part]
            for number, answer in zip(part, call_at_once(caller, REFRESH, requests)):
                if answer.is_refusal():
                    waiting.append(number)
                elif answer.status != OK:
                    raise SystemExit(f"a session was not refreshed: {answer.message}")
                else:
                    tokens = fields(answer.body)[1][0]
                    people[number] = Person(lines[number][2], fields(tokens)[1][0].decode())
    return [people[number] for number in range(count)]


def call_at_once(caller, method, requests):
    """The answers to calls that are all in flight."""
    first = caller.next_id
    caller.next_id += 2 * len(requests)
    caller.socket.sendall(b"".join(
        open_frame(first + 2 * number, method, request)
        for number, request in enumerate(requests)))
    answers = {}
    while len(answers) < len(requests):
        one = caller.next_frame()
        if one.type == CLOSE:
            answers[one.stream] = Answer(one.meta, one.body)
    caller.socket.sendall(window(sum(max(64, len(one.body)) for one in answers.values())))
    return [answers[first + 2 * number] for number in range(len(requests))]


# What people send. `stream`: the number of the call on its connection.

def attach(person, stream=1, device="bench", lease=LONG):
    return stream_frame(
        stream, PRESENCE + "Attach", field(1, device) + field(2, lease), person.token)


def watch(person, users, stream=1):
    return stream_frame(stream, PRESENCE + "Watch", uuid_list(1, users), person.token)


def go_online(crowd, sender, streams, person):
    """Takes a lease, and returns its id."""
    return lease_of(crowd.ask(
        sender, streams, PRESENCE + "GoOnline", field(1, "bench") + field(2, LONG), person.token))


def go_offline(stream, person, lease):
    return open_frame(stream, PRESENCE + "GoOffline", fixed64(1, lease), token=person.token)


class Actors:
    """Users whose devices are attached, on one connection of a crowd, and whom others watch."""

    def __init__(self, crowd, people):
        self.people = people
        self.sender = crowd.add(
            [opening(*(attach(one, self.stream(number)) for number, one in enumerate(people)))],
            needed=len(people))
        self.states = [DEVICE_ONLINE] * len(people)
        self.turn = 0

    def change(self, count):
        """What some of them send so that others see them otherwise: in turn, as the messages of a stream have a
        rate."""
        data = b""
        for _ in range(count):
            number = self.turn % len(self.people)
            self.turn += 1
            self.states[number] = DEVICE_ONLINE + DEVICE_AWAY - self.states[number]
            data += frame(DATA, MESSAGE, self.stream(number), body=field(3, self.states[number]))
        return data

    @staticmethod
    def stream(number):
        return 2 * number + 1
