"""A closed loop of HTTP/1.1 requests over a unix socket, with a connection for each caller.

A program, so that it can have a core of its own. It reads what to do as JSON on standard input
(`Load`), and prints what it found.
"""

import asyncio
import json
import sys
import time
from dataclasses import dataclass


@dataclass
class Load:
    socket: str
    seconds: float
    # [[method, path, headers, body], …]: the callers take them in turn, again and again.
    requests: list
    # Where a field of the answer stands, such as ["meta", "session_token"], to be collected.
    collect: list
    in_flight: int
    # Ends after as many requests, if that is not 0, instead of after the time.
    most: int = 0


async def run(load):
    end = time.monotonic() + load.seconds
    turns, collected = iter(range(load.most or sys.maxsize)), []

    async def call():
        reader, writer = await asyncio.open_unix_connection(load.socket)
        for number in turns:
            if not load.most and time.monotonic() >= end:
                break
            writer.write(encoded(load.requests[number % len(load.requests)]))
            status, body = await answer(reader)
            if status != 200:
                raise SystemExit(f"HTTP {status}: {body[:500]}")
            collected.append(field(body, load.collect) if load.collect else None)
        writer.close()

    start = time.monotonic()
    await asyncio.gather(*(call() for _ in range(load.in_flight)))
    return {
        "calls_per_second": len(collected) / (time.monotonic() - start),
        "collected": [one for one in collected if one]}


def encoded(request):
    method, path, headers, body = request
    head = {"Host": "bench.example", "Content-Length": len(body), **headers}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()


async def answer(reader):
    """The status and the body of a response that says how long it is."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
    fields = dict(line.split(": ", 1) for line in head[1:] if line)
    return int(head[0].split()[1]), await reader.readexactly(int(fields["content-length"]))


def field(body, way):
    value = json.loads(body)
    for name in way:
        value = value[name]
    return value


if __name__ == "__main__":
    print(json.dumps(asyncio.run(run(Load(**json.load(sys.stdin))))))
