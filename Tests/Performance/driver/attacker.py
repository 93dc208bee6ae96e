"""Attacks the daemons from one address, at a bounded rate, until it is told to stop (SIGTERM).

    python3 attacker.py ROW

Reads what there is to attack from standard input, as JSON: `places` (host and port by the daemon's
name), `tls` (those of Auth's TLS endpoint), `accounts` (e-mail address, password and access token
of each of the attacker's accounts), `known_key_id` and `photo` (a file). Prints what it has done as
one JSON object when it stops.

It is slow on purpose: what is measured is what it holds, not the processor time that it takes from
the daemons on the same machine.
"""

import asyncio
import base64
import hashlib
import itertools
import json
import os
import random
import signal
import ssl
import sys

import costly
import door_attack
from hostile import STREAMS, Attack, Pace, idle
from wire import DATA, END, MESSAGE, MORE, cancel, field, frame, open_frame

AUTH, PROFILE, PRESENCE = (
    f"rollcall.v1.{name}Service/" for name in ("Auth", "Profile", "Presence"))
HEALTH, REFLECTION = (f"rollcall.rpc.v1.{name}Service/" for name in ("Health", "Reflection"))

# RPCs for anyone.
OPEN_TO_ALL = {
    "auth": [AUTH + name for name in ("SignIn", "Refresh", "SignUp", "GetSigningKeys")],
    "profile": [PROFILE + "CheckDisplayName"],
    "presence": [REFLECTION + "ListServices", REFLECTION + "GetDescriptors"],
}

# RPCs for users.
OPEN_TO_USERS = {
    "auth": [AUTH + "GetSession", AUTH + "ListSessions"],
    "profile": [PROFILE + "GetProfile"],
    "presence": [PRESENCE + "GetPresence"],
}


def idle_opens(attack):
    """10 connections to each daemon, 256 calls on each of RPCs for anyone, without a message or
    an end; of those that were refused 500 a second again."""
    open_and_wait(attack, OPEN_TO_ALL, 10)


def idle_user_calls(attack):
    """3 connections to each daemon, 256 calls on each of RPCs for users, with a token that is
    noise, without a message or an end; of those that were refused 500 a second again."""
    open_and_wait(attack, OPEN_TO_USERS, 3, token="noise")


def open_and_wait(attack, methods, connections, **options):
    pace = Pace(500)

    def behaviour(methods):
        async def open_all(peer):
            for number, method in enumerate(itertools.cycle(methods)):
                if number >= STREAMS:
                    await pace.take()
                await peer.open(method, flags=0, **options)
        return open_all

    for name, place in attack.places.items():
        for _ in range(connections):
            attack.hold(place, behaviour(methods[name]))


def half_messages(attack):
    """16 connections to Auth and 16 to Profile: calls whose message goes on for 240 KiB and does
    not end; 64 MiB a second."""
    pace = Pace(64 << 20)
    part = bytes(60 << 10)

    def behaviour(method):
        async def begin_messages(peer):
            while True:
                await peer.spend(len(part))
                stream = await peer.open(method, part, flags=MESSAGE | MORE)
                for _ in range(3):
                    await peer.spend(len(part))
                    await pace.take(len(part))
                    await peer.send(frame(DATA, MESSAGE | MORE, stream, body=part))
        return begin_messages

    for _ in range(16):
        attack.hold(attack.places["auth"], behaviour(AUTH + "SignUp"))
        attack.hold(attack.places["profile"], behaviour(PROFILE + "CheckDisplayName"))


def unread_answers(attack):
    """100 connections to Auth, 250 GetDescriptors of 19 KB on each, 6,000 a second; half of the
    connections read nothing, the others give no credit back."""
    pace = Pace(6_000)
    request = field(1, "rollcall.v1.AuthAdminService")

    async def ask(peer):
        peer.gives_credit = False
        for _ in range(250):
            await pace.take()
            await peer.open(REFLECTION + "GetDescriptors", request)

    for number in range(100):
        attack.hold(attack.places["auth"], ask, reads=number % 2 == 0)


def tls_handshakes(attack):
    """1,500 connections to Auth's TLS endpoint: half send a ClientHello and no more, half not
    even that; each again when it was closed, at most 500 a second."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["rollcall/1"])

    async def begin(peer):
        outgoing = ssl.MemoryBIO()
        handshake = context.wrap_bio(ssl.MemoryBIO(), outgoing)
        try:
            handshake.do_handshake()
        except ssl.SSLWantReadError:
            await peer.send(outgoing.read())

    for number in range(1_500):
        attack.hold(
            attack.tls, begin if number % 2 else idle, says_hello=False, reads=False)


def connections(attack):
    """2,500 connections to Auth without a call: half say HELLO, half do not; each again when it
    was closed, at most 500 a second."""
    for number in range(2_500):
        attack.hold(attack.places["auth"], idle, says_hello=number % 2 == 0)


def big_metadata(attack):
    """10 connections to Auth: 255 calls on each with 15 KiB of metadata and without an end, then
    Health/Check with as much; 8 MiB a second."""
    pace = Pace((8 << 20) / (15 << 10))
    metadata = [(f"x-{number}", "m" * 240) for number in range(60)]

    async def open_all(peer):
        for _ in range(STREAMS - 1):
            await pace.take()
            await peer.open(AUTH + "SignIn", flags=0, metadata=metadata)
        while True:
            await pace.take()
            await peer.open(HEALTH + "Check", metadata=metadata)

    for _ in range(10):
        attack.hold(attack.places["auth"], open_all)


def declaration(photo):
    """What the first message of an upload says of it."""
    digest = hashlib.sha256(photo).digest()
    return field(1, field(1, len(photo)) + field(2, digest))


def slow_bodies(attack):
    """8 accounts, 4 connections of each to Profile with 8 photos that are uploaded a byte at a
    time, 100 connections that send a frame a byte at a time; 1,000 bytes a second in all."""
    pace = Pace(1_000)
    with open(attack.photo, "rb") as file:
        photo = file.read()

    def uploads(account):
        async def trickle(peer):
            streams = [
                await peer.open(PROFILE + "UploadPhoto", flags=0, token=account["access_token"])
                for _ in range(8)]
            for part in [declaration(photo), *(field(2, bytes([byte])) for byte in photo)]:
                for stream in streams:
                    await pace.take()
                    await peer.spend(64)
                    await peer.send(frame(DATA, MESSAGE, stream, body=part))
        return trickle

    async def crawl(peer):
        while True:
            for byte in open_frame(next(peer.ids), HEALTH + "Check"):
                await pace.take()
                await peer.send(bytes([byte]))

    for account in attack.accounts[:8]:
        for _ in range(4):
            attack.hold(attack.places["profile"], uploads(account))
    for _ in range(100):
        attack.hold(attack.places["profile"], crawl)


def cancelled_calls(attack):
    """50 connections to Auth that ask for descriptors and to sign in, and cancel at once, 190
    times in 30 seconds each; 400 a second."""
    pace = Pace(400)
    calls = [
        (REFLECTION + "GetDescriptors", field(1, AUTH[:-1])),
        (AUTH + "SignIn", field(1, "nobody@example.org") + field(2, "a guess")),
    ]

    async def call_and_cancel(peer):
        for method, request in itertools.islice(itertools.cycle(calls), 190):
            await pace.take()
            await peer.send(cancel(await peer.open(method, request)))

    for _ in range(50):
        attack.hold(attack.places["auth"], call_and_cancel)


def forged_tokens(attack):
    """4 connections to each daemon, 400 calls a second with access tokens that are noise, of a
    key that there is not, or of the right key and with a wrong signature."""
    pace = Pace(400)
    _, claims, _ = attack.accounts[0]["access_token"].split(".")

    def forged(key_id):
        header = json.dumps({"alg": "ES256", "typ": "JWT", "kid": key_id}).encode()
        signature = base64.urlsafe_b64encode(os.urandom(64)).decode().rstrip("=")
        return ".".join([base64.urlsafe_b64encode(header).decode().rstrip("="), claims, signature])

    tokens = [
        lambda: random.randbytes(200).hex(), lambda: forged(random.randbytes(8).hex()),
        lambda: forged(attack.known_key_id)]
    def behaviour(method):
        async def call(peer):
            for token in itertools.cycle(tokens):
                await pace.take()
                await peer.open(method, token=token())
        return call

    for name, place in attack.places.items():
        for _ in range(4):
            attack.hold(place, behaviour(OPEN_TO_USERS[name][0]))


def password_hashes(attack):
    """8 connections to Auth: 20 sign-ins a second with wrong passwords of addresses that there
    are not, 10 with right ones of 8 accounts, 10 sign-ups."""
    pace = Pace(40)
    accounts = itertools.cycle(attack.accounts[:8])
    secret = random.randbytes(4).hex()

    def wrong(number):
        return AUTH + "SignIn", field(1, f"n{number}@example.org") + field(2, f"guess {number}")

    def right(_):
        account = next(accounts)
        return AUTH + "SignIn", field(1, account["email"]) + field(2, account["password"])

    def new(number):
        name = f"a{secret}{number}"
        return AUTH + "SignUp", (
            field(1, f"{name}@example.org") + field(2, f"correct horse {name}") + field(3, name)
            + field(4, f"idempotency-key-{name}"))

    numbers = itertools.count()

    async def call(peer):
        while True:
            await pace.take()
            number = next(numbers)
            await peer.open(*(wrong, right, wrong, new)[number % 4](number))

    for _ in range(8):
        attack.hold(attack.places["auth"], call)


def own_passwords(attack):
    """8 connections to Auth, 32 calls on each at a time: sign-ins with right passwords of 40 accounts
    of the attacker's own, 400 a second. Each keeps within every limit."""
    pace = Pace(400)
    accounts = itertools.cycle(attack.accounts)

    async def call(peer):
        peer.free = asyncio.Semaphore(32)
        while True:
            await pace.take()
            account = next(accounts)
            request = field(1, account["email"]) + field(2, account["password"])
            await peer.open(AUTH + "SignIn", request)

    for _ in range(8):
        attack.hold(attack.places["auth"], call)


def photo_uploads(attack):
    """8 accounts, 2 connections of each to Profile: 40 photos of 8 KB a second, and beside them
    ones that go on to nearly 5 MiB; 16 MiB a second."""
    pace, photos = Pace(16 << 20), Pace(40)
    with open(attack.photo, "rb") as file:
        photo = file.read()
    # As far as the coded picture, which then does not end.
    start = photo.index(b"\xff\xda") + 16
    part = field(2, bytes(60_000))
    beginning = declaration(photo[:start] + bytes(80 * 60_000)) + field(2, photo[:start])

    def behaviour(account, is_long):
        token = account["access_token"]

        async def upload(peer):
            while True:
                stream = await peer.open(PROFILE + "UploadPhoto", flags=0, token=token)
                if is_long:
                    await say(peer, stream, beginning)
                    for _ in range(80):
                        await pace.take(len(part))
                        await peer.spend(len(part))
                        await peer.send(frame(DATA, MESSAGE, stream, body=part))
                else:
                    await photos.take()
                    await say(peer, stream, declaration(photo) + field(2, photo))
                await peer.send(frame(DATA, END, stream))
        return upload

    async def say(peer, stream, body):
        await peer.spend(len(body))
        await peer.send(frame(DATA, MESSAGE, stream, body=body))

    for account in attack.accounts[:8]:
        attack.hold(attack.places["profile"], behaviour(account, is_long=False))
        attack.hold(attack.places["profile"], behaviour(account, is_long=True))


def watches(attack):
    """8 accounts: 64 watches of 156 users of each at Presence, which is all that one may have, and
    256 of the session at Auth, and 10 connections to each daemon with 256 watches of its health;
    500 a second."""
    pace = Pace(500)
    users = b"".join(
        field(1, f"01890000-0000-7000-8000-{number:012x}") for number in range(156))

    def behaviour(method, request, count, token=None):
        async def watch(peer):
            for _ in range(count):
                await pace.take()
                await peer.spend(max(64, len(request)))
                await peer.open(method, request, token=token)
        return watch

    for account in attack.accounts[:8]:
        token = account["access_token"]
        attack.hold(attack.places["presence"], behaviour(PRESENCE + "Watch", users, 64, token))
        attack.hold(attack.places["auth"], behaviour(AUTH + "WatchSession", b"", STREAMS, token))
    for place in attack.places.values():
        for _ in range(10):
            attack.hold(place, behaviour(HEALTH + "Watch", b"", STREAMS))


def costly_messages(attack):
    """A connection of each of 8 accounts and one of a stranger to each daemon: of every RPC that they may
    call the largest requests (texts, lists, unknown fields, as the daemons' descriptors have them), and a
    byte more; 300 a second."""
    pace = Pace(300)

    def behaviour(place, token):
        async def call(peer):
            calls = list(costly.calls(place, token is not None))
            random.shuffle(calls)
            for method, request in itertools.cycle(calls):
                await pace.take()
                parts = [request[at:at + 60_000] for at in range(0, len(request), 60_000)]
                for number, part in enumerate(parts):
                    await peer.spend(max(64, len(part)))
                    last = MESSAGE | END if part is parts[-1] else MESSAGE | MORE
                    if number:
                        await peer.send(frame(DATA, last, stream, body=part))
                    else:
                        stream = await peer.open(method, part, flags=last, token=token)
        return call

    for place in attack.places.values():
        for token in [None, *(account["access_token"] for account in attack.accounts)]:
            attack.hold(place, behaviour(tuple(place), token))


def door(attack):
    """650 connections to the door, whose callers are measured here: silent ones, heads and bodies
    a byte at a time, pages that nobody reads, gzip bombs, and sign-ins with a wrong password; each again
    a second after it was closed."""
    door_attack.begin(attack, attack.door)


ROWS = {
    row.__name__: row for row in (
        idle_opens, idle_user_calls, half_messages, unread_answers, tls_handshakes, connections,
        big_metadata, slow_bodies, cancelled_calls, forged_tokens, password_hashes, own_passwords,
        photo_uploads, watches, costly_messages, door)
}


async def main(row):
    attack = Attack(json.load(sys.stdin))
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    ROWS[row](attack)
    # It ends by itself, too, should nobody tell it to.
    try:
        await asyncio.wait_for(stopped.wait(), 60)
    except asyncio.TimeoutError:
        pass
    for task in attack.tasks:
        if task.done() and task.exception():
            raise task.exception()
    print(json.dumps(attack.said()), flush=True)
    # Without a word to anybody: the system closes what is open.
    os._exit(0)


if __name__ == "__main__":
    os.nice(19)
    asyncio.run(main(sys.argv[1]))
