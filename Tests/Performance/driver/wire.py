"""The frames of proto/PROTOCOL.md, and as much of protobuf as a caller needs."""

import socket
import struct
from collections import namedtuple

HELLO, OPEN, DATA, CLOSE, CANCEL, WINDOW, PING, GOAWAY = range(1, 9)
END, MESSAGE, MORE, ACK = 0x01, 0x02, 0x04, 0x08
HEADER = struct.Struct(">IBBHI")
CONNECTION_WINDOW = 1 << 20

# gRPC's codes.
OK, UNAVAILABLE = 0, 14

# `rollcall.v1.Reason`.
OVERLOADED = 20

Frame = namedtuple("Frame", "type flags stream meta body")


def frame(type, flags=0, stream=0, meta=b"", body=b""):
    first = (len(meta) + len(body)) << 8 | type
    return HEADER.pack(first, flags, 0, len(meta), stream) + meta + body


def hello():
    return frame(HELLO, meta=field(1, 1) + field(2, 1))


def open_frame(stream, method, body=b"", flags=END | MESSAGE, token=None, metadata=(), timeout=0):
    """The beginning of a call; by default all that a unary one has."""
    meta = field(1, method) + (field(2, round(timeout * 1e6)) if timeout else b"")
    if token:
        metadata = [("authorization", f"Bearer {token}"), *metadata]
    for key, value in metadata:
        meta += field(3, field(1, key) + field(2, value))
    return frame(OPEN, flags, stream, meta, body)


def window(credit, stream=0):
    return frame(WINDOW, stream=stream, body=struct.pack(">I", credit))


def cancel(stream):
    return frame(CANCEL, stream=stream, meta=field(1, 1))


class FrameReader:
    """Bytes, as they come, to frames."""

    def __init__(self):
        self.data = bytearray()

    def read(self, data):
        self.data += data
        while len(self.data) >= 12:
            first, flags, _, meta_length, stream = HEADER.unpack_from(self.data)
            end = 12 + (first >> 8)
            if len(self.data) < end:
                return
            payload = bytes(self.data[12:end])
            del self.data[:end]
            yield Frame(first & 0xFF, flags, stream, payload[:meta_length], payload[meta_length:])


def varint(number):
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def field(number, value):
    """A protobuf field: a number, text, or bytes (a message among them)."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def fields(data):
    """The fields of a message by their numbers: {number: [value, …]}."""
    found, position = {}, 0

    def read_varint():
        nonlocal position
        number = shift = 0
        while True:
            byte = data[position]
            position += 1
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return number

    while position < len(data):
        key = read_varint()
        if key & 7 == 0:
            value = read_varint()
        else:
            length = {1: 8, 5: 4}.get(key & 7) or read_varint()
            value = data[position:position + length]
            position += length
        found.setdefault(key >> 3, []).append(value)
    return found


class Answer:
    """How a call has ended."""

    def __init__(self, close, body):
        said = fields(close)
        self.status = said.get(1, [0])[0]
        self.message = said.get(2, [b""])[0].decode(errors="replace")
        self.body = body
        self.reasons = [
            fields(violation).get(1, [0])[0]
            for detail in map(fields, said.get(3, [])) if detail[1] == [b"rollcall.v1.ErrorInfo"]
            for violation in fields(detail[2][0]).get(1, [])]

    def is_refusal(self):
        """Whether the server had too much to do."""
        return self.status == UNAVAILABLE or OVERLOADED in self.reasons


class Caller:
    """A connection that makes one unary call at a time, and waits for each."""

    def __init__(self, place, source=None, timeout=2, tls=None):
        """`place`: a path, or a host and a port; `tls`: an `ssl.SSLContext`."""
        if isinstance(place, str):
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(timeout)
            self.socket.connect(place)
        else:
            self.socket = socket.create_connection(place, timeout, (source, 0))
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_hostname=place[0])
        self.reader, self.frames = FrameReader(), iter(())
        self.next_id, self.owed = 1, 0
        self.socket.sendall(hello())

    def call(self, method, request=b"", token=None):
        """The answer. Raises OSError or EOFError when there is none."""
        stream, body = self.next_id, b""
        self.next_id += 2
        credit = window(self.owed) if self.owed else b""
        self.owed = 0
        self.socket.sendall(credit + open_frame(stream, method, request, token=token))
        while True:
            one = self.next_frame()
            if one.type == PING and not one.flags & ACK:
                self.socket.sendall(frame(PING, ACK, body=one.body))
            if one.type == GOAWAY and fields(one.meta).get(2, [0])[0]:
                raise EOFError
            if one.flags & MESSAGE and one.type in (DATA, CLOSE):
                self.owed += max(64, len(one.body))
                if one.type == DATA:
                    self.socket.sendall(window(max(64, len(one.body)), stream))
            if one.stream == stream and one.type in (DATA, CLOSE):
                body += one.body
                if one.type == CLOSE:
                    return Answer(one.meta, body)

    def next_frame(self):
        while True:
            for one in self.frames:
                return one
            data = self.socket.recv(1 << 16)
            if not data:
                raise EOFError
            self.frames = self.reader.read(data)

    def close(self):
        self.socket.close()
