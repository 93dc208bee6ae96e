"""The costliest requests of every RPC that somebody may call, by the descriptors that a daemon has.

    python3 costly.py HOST PORT [TOKEN]

prints how long each takes, in milliseconds: the median of ten calls, slowest first.
"""

import functools
import statistics
import sys
import time

from hostile import ADDRESS
from wire import Caller, field, fields, varint

REFLECTION = "rollcall.rpc.v1.ReflectionService/"
ACCESS, MAX_REQUEST_BYTES = 51001, 51004
ANYONE, USER, OWNER, ANYONE_OR_USER = 1, 2, 3, 7
REPEATED = 3
STRING, MESSAGE_TYPE, BYTES, ENUM = 9, 11, 12, 14
DEFAULT_SIZE = 4096

# What ends the attacker's own sessions, or stays open.
LEFT_OUT = ("SignOut", "Revoke", "Watch", "Attach")


@functools.cache
def methods(place):
    """The RPCs of a daemon: the name, who may call it, its limit, and the fields of its request."""
    caller = Caller(place, ADDRESS)
    files = {}
    services = fields(caller.call(REFLECTION + "ListServices").body)[1]
    for service in services:
        answer = caller.call(REFLECTION + "GetDescriptors", field(1, service))
        for data in fields(answer.body)[1]:
            files[data] = fields(data)
    caller.close()
    messages, found = {}, []
    for one in files.values():
        package = one[2][0].decode()
        for message in map(fields, one.get(4, [])):
            messages[f".{package}.{message[1][0].decode()}"] = [*map(fields, message.get(2, []))]
    for one in files.values():
        for service in map(fields, one.get(6, [])):
            name = f"{one[2][0].decode()}.{service[1][0].decode()}"
            if name.encode() in services:
                for method in map(fields, service.get(2, [])):
                    options = fields(method[4][0])
                    found.append((
                        f"{name}/{method[1][0].decode()}", options[ACCESS][0],
                        options.get(MAX_REQUEST_BYTES, [DEFAULT_SIZE])[0],
                        messages[method[2][0].decode()], messages))
    return found


def calls(place, is_user):
    """What may be called: the method, and the request."""
    allowed = (ANYONE, ANYONE_OR_USER, USER, OWNER) if is_user else (ANYONE, ANYONE_OR_USER)
    for method, access, limit, its_fields, messages in methods(place):
        if access in allowed and not method.split("/")[1].startswith(LEFT_OUT):
            for request in requests(its_fields, messages, limit):
                yield method, request
            yield method, bytes(limit + 1)


def requests(its_fields, messages, limit):
    """Requests of the given size: unknown fields, and of each field what fills them."""
    yield filled(field(1000, 0), limit)
    yield filled(varint(1000 << 3 | 2) + b"\0", limit)
    yield filled(varint(1000 << 3 | 3) + varint(1000 << 3 | 4), limit)
    for one in its_fields:
        number, kind, is_list = one[3][0], one[5][0], one[4][0] == REPEATED
        for content in contents(one, messages, limit):
            yield filled(content, limit) if is_list else content
        if is_list and kind == ENUM:
            yield field(number, bytes([1]) * (limit - 8))


def contents(one, messages, limit):
    """Values of a field, alone: those of a list are short, others as long as they can be."""
    number, kind, is_list = one[3][0], one[5][0], one[4][0] == REPEATED
    if kind == STRING and is_list:
        yield from (field(number, text) for text in ("", "0189f0c2-7e3a-7c3b-8a52-0123456789ab"))
    elif kind in (STRING, BYTES):
        # Each three bytes become one character in Unicode's normal form.
        yield field(number, ("e\u0301" * (limit // 3))[:(limit - 8) * 2 // 3])
        yield field(number, "a" * (limit - 8))
    elif kind == MESSAGE_TYPE:
        for inner in messages[one[6][0].decode()]:
            yield from (
                field(number, content)
                for content in contents(inner, messages, 40 if is_list else limit - 8))
        yield field(number, b"")
    else:
        yield field(number, 1)


def filled(part, limit):
    return part * (limit // len(part))


def main(host, port, token=None):
    place, times = (host, int(port)), {}
    caller = Caller(place, ADDRESS, timeout=20)
    for method, request in calls(place, token is not None):
        # Longer ones have several frames.
        if len(request) <= 65_536:
            took = []
            for _ in range(10):
                start = time.perf_counter()
                answer = caller.call(method, request, token)
                took.append(time.perf_counter() - start)
            times[method, len(request), request[:4].hex()] = statistics.median(took), answer.status
    for key, (seconds, status) in sorted(times.items(), key=lambda one: -one[1][0]):
        print(f"{seconds * 1e3:8.2f} ms  status {status:2}  {key[0]}, {key[1]} bytes {key[2]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
