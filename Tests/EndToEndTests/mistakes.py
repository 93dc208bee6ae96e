#!/usr/bin/python3
"""Breaks every rule of proto/PROTOCOL.md, and looks whether the answer is the one that stands there.

    mistakes.py PROTO_DIR AUTH

Reads the table "Mistakes of a client" and does what each row says, on connections of its own. AUTH is
`unix:PATH` or `HOST:PORT`. Ends with an exception, and so a status other than 0, when something is
answered otherwise, and when a row has no case here.
"""
import os
import socket
import struct
import sys

sys.dont_write_bytecode = True
from client import (ACK, CANCEL, CLOSE, DATA, END, GOAWAY, HELLO, MESSAGE, MORE, OPEN, PING, WINDOW,
                    load_messages)

REFUSED, RESERVED = 0x10, 0x20
HIGHEST_ID = 2**31 - 1
CHECK, WATCH = "rollcall.rpc.v1.HealthService/Check", "rollcall.rpc.v1.HealthService/Watch"
SIGN_IN = "rollcall.v1.AuthService/SignIn"
# An empty message asks about the server as a whole; this one about Auth.
ABOUT_AUTH = b"\x0a\x17rollcall.v1.AuthService"
STATUS = {name: number for number, name in enumerate(
    "OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS "
    "PERMISSION_DENIED RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED "
    "INTERNAL UNAVAILABLE DATA_LOSS UNAUTHENTICATED".split())}


class Peer:
    """A connection that sends what it is told to, right or wrong."""

    def __init__(self, endpoint, greets=True):
        if endpoint.startswith("unix:"):
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.connect(endpoint[5:])
        else:
            host, port = endpoint.rsplit(":", 1)
            self.socket = socket.create_connection((host, int(port)))
        self.socket.settimeout(20)
        self.seen = []
        self.next_id = 1
        if greets:
            self.hello()

    def hello(self, stream=0, body=b"", versions=(1, 1)):
        meta = frames.Hello(min_version=versions[0], max_version=versions[1])
        self.send(HELLO, 0, stream, meta.SerializeToString(), body)

    def send(self, type, flags=0, stream=0, meta=b"", body=b"", reserved=0):
        self.header(len(meta) + len(body), type, flags, reserved, len(meta), stream, meta + body)

    def header(self, length, type, flags=0, reserved=0, meta_length=0, stream=0, payload=b""):
        self.socket.sendall(struct.pack(
            ">IBBHI", length << 8 | type, flags, reserved, meta_length, stream) + payload)

    def open(self, method=CHECK, flags=MESSAGE | END, body=b"", stream=None, metadata=()):
        """Opens a call; returns its stream."""
        stream = self.next_id if stream is None else stream
        self.next_id = max(self.next_id, stream) + 2
        meta = frames.Open(method=method, metadata=metadata).SerializeToString()
        self.send(OPEN, flags, stream, meta, body)
        return stream

    def read_exactly(self, count):
        data = b""
        while len(data) < count:
            piece = self.socket.recv(count - len(data))
            if not piece:
                raise EOFError
            data += piece
        return data

    def read(self):
        """The next frame: type, flags, stream, meta, body."""
        first, flags, _, meta_length, stream = struct.unpack(">IBBHI", self.read_exactly(12))
        payload = self.read_exactly(first >> 8)
        frame = first & 0xFF, flags, stream, payload[:meta_length], payload[meta_length:]
        self.seen.append(frame)
        return frame

    def end(self):
        """The GOAWAY behind which the connection was closed."""
        goaway = None
        try:
            while True:
                type, _, _, meta, _ = self.read()
                if type == GOAWAY:
                    goaway = frames.GoAway.FromString(meta)
        except (EOFError, ConnectionResetError):
            return goaway

    def close_of(self, stream):
        """The CLOSE of a stream, and its flags."""
        while True:
            for type, flags, of, meta, _ in self.seen:
                if type == CLOSE and of == stream:
                    return frames.Close.FromString(meta), flags
            type, _, _, meta, _ = self.read()
            assert type != GOAWAY, frames.GoAway.FromString(meta)

    def check(self):
        """Makes a call as it should be made: the connection goes on."""
        # Else a call that the machine has no time for looks like one that the mistake has ended.
        close, _ = self.close_of(self.open())
        assert close.status == 0, close


CASES = {}


def case(row, greets=True):
    """Marks what does as the row says: it returns the stream of the call that is to end, if one is."""
    def mark(function):
        CASES.setdefault(row, []).append((function, greets))
        return function
    return mark


def cases(row, *functions, greets=True):
    for function in functions:
        case(row, greets)(function)


def entry(key, value="", binary_value=b""):
    return frames.MetadataEntry(key=key, value=value, binary_value=binary_value)


def opening(**arguments):
    return lambda peer: peer.open(**arguments)


def sending(*arguments, **named):
    return lambda peer: peer.send(*arguments, **named)


def header(*arguments, **named):
    return lambda peer: peer.header(*arguments, **named)


def then(function, *arguments, **named):
    """Opens a call, and sends a frame of its stream."""
    def both(peer):
        stream = function(peer)
        peer.send(*arguments, **{"stream": stream, **named})
        return stream
    return both


def make_cases():
    cases("another frame than HELLO first, a second HELLO, HELLO with a body or on a stream",
          sending(PING, body=bytes(8)), opening(), lambda peer: peer.hello(stream=1),
          lambda peer: peer.hello(body=b"x"), lambda peer: (peer.hello(), peer.hello()), greets=False)
    cases("a HELLO whose versions the server does not speak",
          lambda peer: peer.hello(versions=(2, 9)), lambda peer: peer.hello(versions=(0, 0)),
          greets=False)
    cases("the reserved flag", opening(flags=MESSAGE | END | RESERVED), opening(flags=RESERVED),
          then(opening(flags=MESSAGE | MORE), DATA, MESSAGE | END | RESERVED))
    cases("a reserved byte that is not 0", sending(PING, body=bytes(8), reserved=1),
          sending(99, 0x80, reserved=128))
    cases("a payload, meta or body over its limit, a meta length over the payload length",
          header(0xFFFFFF, DATA), header(16385, OPEN, meta_length=16385, stream=1),
          header(70 * 1024, OPEN, MESSAGE, stream=1), header(5, OPEN, meta_length=6, stream=1))
    cases("a meta that is malformed, or has text that is not UTF-8 or has a NUL in it",
          sending(OPEN, END, 1, b"\xff\xff\xff"), sending(OPEN, END, 1, b"\x0a\x03a\0b"),
          sending(OPEN, END, 1, b"\x0a\x02\xc3\x28"), sending(GOAWAY, meta=b"\xff"),
          then(opening(method=WATCH), CANCEL, meta=b"\xff"))
    cases("a frame of an unknown type, without IGNORABLE", sending(99), sending(0))
    cases("CLOSE", then(opening(method=WATCH), CLOSE), sending(CLOSE))
    cases("OPEN with an id that is even, was used, is lower than one before or over 2^31 − 1",
          opening(stream=2), opening(stream=0), opening(stream=2**31 + 1), opening(stream=2**32 - 1),
          lambda peer: (peer.open(stream=1), peer.open(stream=1)),
          lambda peer: (peer.open(stream=5), peer.open(stream=3)))
    cases("DATA, CANCEL or WINDOW of a stream that was never opened",
          sending(DATA, MESSAGE, 7), sending(CANCEL, 0, 7), sending(DATA, MESSAGE, HIGHEST_ID),
          sending(WINDOW, 0, 7, body=b"\0\0\0\1"), sending(DATA, MESSAGE, 0))
    cases("a body without MESSAGE on OPEN or DATA, a body on CANCEL or GOAWAY",
          opening(flags=END, body=b"x"), then(opening(flags=0), DATA, END, body=b"x"),
          then(opening(method=WATCH), CANCEL, body=b"x"), sending(GOAWAY, body=b"x"))
    cases("WINDOW with a body of other than 4 bytes, of 0 or over 2^31 − 1, or that brings a window "
          "over that",
          sending(WINDOW), sending(WINDOW, body=b"\0\0\1"), sending(WINDOW, body=b"\0\0\0\0\1"),
          sending(WINDOW, body=bytes(4)), sending(WINDOW, body=struct.pack(">I", 2**31)),
          sending(WINDOW, body=struct.pack(">I", HIGHEST_ID)),
          then(opening(method=WATCH), WINDOW, body=struct.pack(">I", HIGHEST_ID)),
          then(opening(method=WATCH), WINDOW, body=bytes(4)))
    cases("PING with a body of other than 8 bytes, PING or GOAWAY on a stream",
          sending(PING), sending(PING, body=bytes(7)), sending(PING, body=bytes(9)),
          then(opening(method=WATCH), PING, body=bytes(8)), then(opening(method=WATCH), GOAWAY))
    cases("DATA behind its own END, while the call is open",
          then(opening(method=WATCH), DATA, MESSAGE), then(opening(method=WATCH), DATA, END),
          then(opening(method=WATCH), DATA))
    part = opening(flags=MESSAGE | MORE)
    cases("END inside a message: with MORE, or on a DATA without MESSAGE behind a part; any DATA "
          "without MESSAGE there",
          opening(flags=MESSAGE | MORE | END), then(opening(flags=0), DATA, MESSAGE | MORE | END),
          then(part, DATA, END), then(part, DATA), then(part, DATA, MORE),
          opening(method=WATCH, flags=MESSAGE | MORE | END))
    for method in CHECK, WATCH:
        one = opening(method=method, flags=MESSAGE)
        cases("no message, or two, where the RPC takes one",
              opening(method=method, flags=END), then(opening(method=method, flags=0), DATA, END),
              then(one, DATA, MESSAGE | END), then(then(one, DATA, MESSAGE), DATA, END),
              then(one, DATA, MESSAGE))
    cases("a message that is not of the RPC's type, or has text that is not UTF-8 or has a NUL in it",
          opening(body=b"\xff\xff\xff"), opening(method=WATCH, body=b"\xff\xff\xff"),
          opening(body=b"\x0a\x03a\0b"), opening(method=SIGN_IN, body=b"\x12\x02\xc3\x28"))
    cases("a method that the server does not have", opening(method="rollcall.v1.AuthService/No"),
          opening(method=""), opening(method="no/" + 253 * "n", flags=0))
    cases("a method of over 256 bytes", opening(method=257 * "n"), opening(method=CHECK + 300 * "n"))
    cases("a metadata key that is empty, over 128 bytes or of other characters, text with control "
          "characters",
          *[opening(metadata=[entry(*pair)]) for pair in [
              ("", "v"), (129 * "k", "v"), ("Key", "v"), ("ä", "v"), ("k", "a\nb"), ("k", "\x7f")]])
    cases("text under a key that ends in `-bin`, bytes under another",
          opening(metadata=[entry("k-bin", "text")]), opening(metadata=[entry("k", "", b"bytes")]),
          opening(metadata=[entry("k-bin", "text", b"bytes")]),
          opening(metadata=[entry("k", "text", b"bytes")]))
    cases("more than 64 metadata entries", opening(metadata=65 * [entry("k", "v")]))
    cases("a message that is longer than its RPC accepts",
          *[opening(method=method, body=bytes(4097)) for method in (CHECK, WATCH, SIGN_IN[:-6] + "Refresh")],
          then(opening(flags=MESSAGE | MORE, body=bytes(4096)), DATA, MESSAGE | MORE, body=b"x"))
    cases("CANCEL, whatever its status", *[
        then(opening(method=WATCH), CANCEL, meta=frames.Cancel(status=status).SerializeToString())
        for status in (0, 1, 4, 13, 99)])
    for frame in [(DATA, MESSAGE), (DATA, END), (CANCEL, 0), (WINDOW, 0, b"\0\0\0\1")]:
        case("DATA, CANCEL or WINDOW of a stream that has ended")(
            lambda peer, frame=frame: (peer.close_of(peer.open()), peer.send(
                *frame[:2], stream=1, body=b"".join(frame[2:]))) and None)
    cases("MORE without MESSAGE, outside of a message",
          then(opening(flags=MORE), DATA, MESSAGE | END),
          then(opening(flags=MESSAGE), DATA, END | MORE))
    cases("a meta on DATA, WINDOW or PING, which is not read",
          then(opening(flags=0), DATA, MESSAGE | END, meta=b"\xff\xff"),
          sending(WINDOW, meta=b"\xff", body=b"\0\0\0\1"), sending(PING, meta=b"\xff", body=bytes(8)))
    cases("PING with ACK that answers nothing", sending(PING, ACK, body=bytes(8)))
    for status in 0, 13:
        case("GOAWAY, and OPEN behind it: servers open no calls, so it only says why the client is "
             "about to close")(lambda peer, status=status: (peer.send(GOAWAY, meta=frames.GoAway(
                 status=status).SerializeToString()), peer.open())[1])


# What no client can do at will: how fast a handler reads is not its affair.
ELSEWHERE = {"a message beyond the credit"}


def rows(page):
    """The rows of the table: what is sent, what ends, and with which status."""
    section = page.split("\n### Mistakes of a client\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")][2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def expect(endpoint, function, greets, ends, status):
    peer = Peer(endpoint, greets)
    stream = function(peer)
    if ends == "the connection":
        goaway = peer.end()
        assert goaway and goaway.status == STATUS[status], goaway
        assert goaway.last_stream_id <= HIGHEST_ID, goaway
        return
    if "without an answer" not in ends and stream:
        close, flags = peer.close_of(stream)
        assert close.status == STATUS.get(status, 0), close
        assert not flags & REFUSED, "it says that the call can be made again"
    peer.check()
    if "without an answer" in ends:
        assert not [frame for frame in peer.seen if frame[0] == CLOSE and frame[2] == stream]
    peer.socket.close()


def details(close):
    """The `ErrorInfo` of a call that has failed."""
    [info] = [detail.value for detail in close.details if detail.type == "rollcall.v1.ErrorInfo"]
    return errors.ErrorInfo.FromString(info)


def expect_fields(endpoint):
    """Text that is none is named by its field."""
    peer = Peer(endpoint)
    for method, body, field in [
            (SIGN_IN, b"\x0a\x03a\0b", "email"), (SIGN_IN, b"\x12\x02\xc3\x28", "password"),
            (CHECK, b"\x0a\x02\xc3\x28", "service")]:
        close, _ = peer.close_of(peer.open(method, body=body))
        [violation] = details(close).violations
        assert (violation.reason, violation.field) == (errors.REASON_FIELD_MALFORMED, field), close
    peer.check()


def expect_credit(endpoint):
    """What is sent for a stream that has ended costs credit, which comes back."""
    peer = Peer(endpoint)
    peer.close_of(peer.open())
    credit = sent = 1 << 20
    while sent < 8 << 20:
        while credit < 65536:
            type, _, stream, _, body = peer.read()
            assert type != GOAWAY
            if type == WINDOW and stream == 0:
                credit += struct.unpack(">I", body)[0]
        peer.send(DATA, MESSAGE, 1, body=bytes(65536))
        credit, sent = credit - 65536, sent + 65536
    peer.check()


def expect_overload(endpoint):
    """More calls than a connection may have are told so in the form of every overload."""
    peer = Peer(endpoint)
    last = [peer.open(WATCH) for _ in range(300)][-1]
    close, flags = peer.close_of(last)
    info = details(close)
    assert close.status == STATUS["UNAVAILABLE"] and flags & REFUSED, close
    assert [violation.reason for violation in info.violations] == [errors.REASON_OVERLOADED], close
    pushback = [entry.value for entry in close.trailers if entry.key == "retry-pushback-ms"]
    assert info.retry_after_ms > 0 and pushback == [str(info.retry_after_ms)], close
    peer.socket.close()


def main(proto_dir, endpoint):
    make_cases()
    with open(os.path.join(proto_dir, "PROTOCOL.md"), encoding="utf-8") as page:
        table = rows(page.read())
    named = {row for row, _, _ in table}
    assert named == CASES.keys() | ELSEWHERE, named ^ (CASES.keys() | ELSEWHERE)
    count = 0
    for row, ends, status in table:
        for number, (function, greets) in enumerate(CASES.get(row, [])):
            try:
                expect(endpoint, function, greets, ends, status)
            except Exception as error:
                raise AssertionError(f"{row}, case {number}: {error!r}") from error
            count += 1
    expect_fields(endpoint)
    expect_credit(endpoint)
    expect_overload(endpoint)
    print("made", count, "mistakes")


if __name__ == "__main__":
    frames, errors = load_messages(os.path.abspath(sys.argv[1]))[:2]
    main(*sys.argv[1:])
