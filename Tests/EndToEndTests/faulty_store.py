"""An S3 server that has faults: passes requests on to a real one, and does what a file says.

usage: faulty_store.py PORT DIRECTORY

The first line of DIRECTORY/mode is one of
  pass    answers come as they are
  500     every request is answered with an error
  cut     requests are passed on, and of each answer the first 20 bytes come
  refuse  connections are closed at once
  silent  nothing is answered
The port that it listens on is written to DIRECTORY/port.
"""

import asyncio
import os
import sys

ERROR = b"<Error><Code>InternalError</Code></Error>"


def mode(directory: str) -> str:
    with open(f"{directory}/mode", encoding="ascii") as file:
        return file.readline().strip()


async def read_message(reader: asyncio.StreamReader) -> bytes:
    """A request or an answer, as it came; nothing at the end."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return b""
    lines = head.lower().split(b"\r\n")
    lengths = [line[15:] for line in lines if line.startswith(b"content-length:")]
    if lengths:
        return head + await reader.readexactly(int(lengths[0]))
    if b"transfer-encoding: chunked" not in lines:
        return head
    chunks = [head]
    while True:
        line = await reader.readline()
        chunks += [line, await reader.readexactly(int(line, 16) + 2)]
        if int(line, 16) == 0:
            return b"".join(chunks)


async def serve(reader, writer, port: int, directory: str) -> None:
    upstream = None
    try:
        while mode(directory) != "refuse" and (request := await read_message(reader)):
            now = mode(directory)
            if now == "refuse":
                return
            if now == "silent":
                await reader.read()
                return
            if now == "500":
                size = len(ERROR)
                writer.write(b"HTTP/1.1 500 Oh\r\nContent-Length: %d\r\n\r\n" % size + ERROR)
                await writer.drain()
                continue
            upstream = upstream or await asyncio.open_connection("127.0.0.1", port)
            upstream[1].write(request)
            answer = await read_message(upstream[0])
            writer.write(answer[:20] if now == "cut" else answer)
            await writer.drain()
            if now == "cut":
                return
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        writer.close()
        if upstream:
            upstream[1].close()


async def main() -> None:
    port, directory = int(sys.argv[1]), sys.argv[2]
    server = await asyncio.start_server(
        lambda reader, writer: serve(reader, writer, port, directory), "127.0.0.1", 0)
    with open(f"{directory}/port.new", "w", encoding="ascii") as file:
        file.write(str(server.sockets[0].getsockname()[1]))
    os.rename(f"{directory}/port.new", f"{directory}/port")
    await server.serve_forever()


asyncio.run(main())
