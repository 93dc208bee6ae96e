"""What a stranger does to the door, as bytes of HTTP/1.1."""

import gzip
import urllib.parse

from hostile import Pace, idle

CHECK = "/rollcall.v1.ProfileService/CheckDisplayName"
BOMB = gzip.compress(bytes(64 << 20))


def request(verb, path, length=None, **fields):
    lines = [f"{verb} {path} HTTP/1.1", "Host: door", *(f"{k}: {v}" for k, v in fields.items())]
    if length is not None:
        lines.append(f"Content-Length: {length}")
    return ("\r\n".join(lines) + "\r\n\r\n").replace("_", "-").encode()


def begin(attack, place):
    """Each again a second after it was closed."""
    crawling, asking, bytes_sent = Pace(1_000), Pace(100), Pace(4 << 20)

    async def crawl(peer, data):
        for byte in data:
            await crawling.take()
            await peer.send(bytes([byte]))

    async def head(peer):
        await crawl(peer, request("GET", "/sign-in", X_Pad="a" * 8_000))

    async def body(peer):
        await peer.send(request("POST", CHECK, 4_000, Content_Type="application/proto"))
        await crawl(peer, bytes(4_000))

    async def unread(peer):
        while True:
            await bytes_sent.take(64 << 10)
            await peer.send(request("GET", "/sign-in") * 1_000)

    async def bomb(peer):
        await asking.take()
        attack.calls += 1
        await peer.send(request(
            "POST", CHECK, len(BOMB), Content_Type="application/json", Content_Encoding="gzip") + BOMB)
        await once(peer)

    async def sign_in(peer):
        await asking.take()
        attack.calls += 1
        form = urllib.parse.urlencode({"name": "known@example.org", "password": "wrong password"})
        await peer.send(request(
            "POST", "/sign-in", len(form), Content_Type="application/x-www-form-urlencoded",
            Sec_Fetch_Site="same-origin") + form.encode())
        await once(peer)

    async def once(peer):
        await peer.loop.sock_recv(peer.socket, 1 << 16)
        raise EOFError

    for behaviour, count in [
            (idle, 400), (head, 100), (body, 60), (unread, 30), (bomb, 30), (sign_in, 30)]:
        for _ in range(count):
            attack.hold(place, behaviour, reads=False, says_hello=False)
