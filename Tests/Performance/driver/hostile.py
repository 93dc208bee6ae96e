"""The attacker's connections: any number of them, from one address, at a bounded rate."""

import asyncio
import itertools
import socket
import time

from wire import (
    ACK, CLOSE, CONNECTION_WINDOW, DATA, HELLO, MESSAGE, PING, WINDOW, FrameReader, fields, frame,
    hello, open_frame, window)

ADDRESS = "127.0.0.2"
STREAMS = 256


class Pace:
    """So many units a second, and a tenth of that at once."""

    def __init__(self, rate):
        self.rate, self.next = rate, time.monotonic()

    async def take(self, units=1):
        now = time.monotonic()
        self.next = max(self.next, now - 0.1) + units / self.rate
        if self.next > now:
            await asyncio.sleep(self.next - now)


class Peer:
    """A connection of the attacker's."""

    def __init__(self, attack, plug):
        self.attack, self.socket = attack, plug
        self.loop = asyncio.get_running_loop()
        self.ids = itertools.count(1, 2)
        self.free = asyncio.Semaphore(STREAMS)
        self.credit, self.has_credit = CONNECTION_WINDOW, asyncio.Event()
        self.gives_credit = True
        # What reads and what calls send by turns.
        self.sending = asyncio.Lock()

    async def send(self, data):
        async with self.sending:
            await self.loop.sock_sendall(self.socket, data)
        self.attack.bytes_sent += len(data)

    async def open(self, *arguments, **options):
        """Opens a call once the connection has room for one more, and returns its id."""
        await self.free.acquire()
        stream = next(self.ids)
        self.attack.calls += 1
        await self.send(open_frame(stream, *arguments, **options))
        return stream

    async def spend(self, cost):
        """Waits for the connection's credit."""
        while self.credit < cost:
            self.has_credit.clear()
            await self.has_credit.wait()
        self.credit -= cost

    async def drain(self):
        """Reads until the server closes."""
        frames = FrameReader()
        while data := await self.loop.sock_recv(self.socket, 1 << 16):
            for one in frames.read(data):
                await self.receive(one)
        raise EOFError

    async def receive(self, one):
        if one.type == CLOSE:
            self.attack.closed += 1
            self.free.release()
        elif one.type == PING and not one.flags & ACK:
            await self.send(frame(PING, ACK, body=one.body))
        elif one.type == HELLO:
            limits = fields(fields(one.meta).get(3, [b""])[0])
            self.grant(limits.get(3, [CONNECTION_WINDOW])[0] - CONNECTION_WINDOW)
        elif one.type == WINDOW and one.stream == 0:
            self.grant(int.from_bytes(one.body, "big"))
        if self.gives_credit and one.flags & MESSAGE and one.type in (DATA, CLOSE):
            await self.send(window(max(64, len(one.body))))

    def grant(self, credit):
        self.credit += credit
        self.has_credit.set()


class Attack:
    """What is attacked, and what was done."""

    def __init__(self, given):
        self.places, self.tls, self.door = given["places"], given["tls"], given["door"]
        self.accounts, self.known_key_id = given["accounts"], given["known_key_id"]
        self.photo = given["photo"]
        self.bytes_sent = self.connections = self.calls = self.closed = 0
        # Connections a second.
        self.opening = Pace(500)
        self.tasks = []

    def hold(self, place, behaviour, *, reads=True, says_hello=True):
        """Has a connection that does something, and does it again a second after it was cut off."""
        self.tasks.append(asyncio.create_task(self.insist(place, behaviour, reads, says_hello)))

    async def insist(self, place, behaviour, reads, says_hello):
        while True:
            await self.opening.take()
            plug = socket.socket()
            try:
                await self.once(plug, place, behaviour, reads, says_hello)
            except (OSError, EOFError):
                plug.close()
            await asyncio.sleep(1)

    async def once(self, plug, place, behaviour, reads, says_hello):
        plug.setblocking(False)
        if not reads:
            plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plug.bind((ADDRESS, 0))
        await asyncio.get_running_loop().sock_connect(plug, tuple(place))
        self.connections += 1
        peer = Peer(self, plug)
        if says_hello:
            await peer.send(hello())
        if not reads:
            # What it leaves unread is its attack.
            await behaviour(peer)
            return await asyncio.Event().wait()
        reading = asyncio.create_task(peer.drain())
        doing = asyncio.create_task(behaviour(peer))
        try:
            await asyncio.wait([reading, doing], return_when=asyncio.FIRST_EXCEPTION)
        finally:
            reading.cancel()
            doing.cancel()
        for task in (reading, doing):
            if task.done() and not task.cancelled() and task.exception():
                raise task.exception()

    def said(self):
        return {
            "bytes": self.bytes_sent, "connections": self.connections, "calls": self.calls,
            "closed_by_server": self.closed}


async def idle(peer):
    """Nothing."""
