"""The load: people who call through HAProxy or a door, and the history of it."""

import base64
import fcntl
import hashlib
import http.client
import json
import random
import secrets
import select
import socket
import struct
import sys
import termios
import threading
import time
from pathlib import Path

from daemons import BOUND, HOSTS, PORTS, PROXY_PORT
from history import AWAY, OK, REFUSED, UNKNOWN
from network import ADDRESSES, PROXY

sys.path.append(str(Path(__file__).resolve().parents[1] / "Performance/driver"))
import wire
from wire import UNAVAILABLE, field

PEOPLE, KEEPERS, ATTACHED, WATCHERS = 8, 3, 4, 2
# Of a device that renews it, and how long one is online whose stream has broken.
LEASE, GRACE = 15, 5
PLACES = {"proxy": (PROXY, PROXY_PORT), **{host: (ADDRESSES[host], PORTS["web"]) for host in HOSTS}}
AUTH, PROFILE, PRESENCE = (f"/rollcall.v1.{name}Service/" for name in ("Auth", "Profile", "Presence"))
# How long a call may take, and the caller waits.
CALL_MS, PATIENCE = 10_000, 12


class Connection:
    """HTTP/1.1 with keep-alive to one place, from an address of its own as the proxy names it."""

    def __init__(self, place, number):
        self.place, self.address, self.connection = place, f"198.51.100.{number % 250 + 1}", None

    def post(self, path, body, token, content="application/json"):
        """The status, the header fields and the body. Raises OSError, and ConnectionRefusedError if nobody has heard
        it."""
        fields = {
            "Content-Type": content, "Connect-Timeout-Ms": str(CALL_MS), "X-Forwarded-For": self.address}
        if token:
            fields["Authorization"] = f"Bearer {token}"
        if self.connection is None:
            try:
                self.connection = socket_to(PLACES[self.place])
            except OSError as error:
                raise ConnectionRefusedError from error
        try:
            self.connection.request("POST", path, body, fields)
            answer = self.connection.getresponse()
            return answer.status, answer.headers, answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            self.connection = None
            raise error if isinstance(error, OSError) else OSError(str(error)) from error


def socket_to(place):
    connection = http.client.HTTPConnection(*place, timeout=PATIENCE)
    connection.sock = socket.create_connection(place, timeout=2)
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.sock.settimeout(PATIENCE)
    return connection


class Caller:
    """Makes calls, each with a line in the history."""

    def __init__(self, number, load):
        self.number, self.load = number, load
        self.connections = {place: Connection(place, number) for place in PLACES}

    def call(self, op, path, body, read, *, token=None, place="proxy", attempt=0, stream=None, absent=None,
             **fields):
        """The call as it stands in the history.

        `read` makes the answer out of the message, or of the messages of a streaming call, which sends those of
        `stream`. `absent` is the answer if there is none."""
        line = {"op": op, "client": self.number, "place": place, "attempt": attempt, **fields}
        line["begin"] = self.load.history.now()
        said = {}
        try:
            if stream is None:
                status, headers, text = self.connections[place].post(path, json.dumps(body), token)
                said = decoded(text)
                messages = [said]
            else:
                status, headers, text = self.connections[place].post(
                    path, b"".join(map(framed, stream)), token, "application/connect+json")
                messages, said = unframed(text) if status == 200 else ([], decoded(text))
                status = 400 if said else status
        except ConnectionRefusedError:
            line |= {"outcome": AWAY, "code": "proxy"}
        except TimeoutError:
            line |= {"outcome": UNKNOWN, "code": "timeout"}
        except OSError:
            line |= {"outcome": UNKNOWN, "code": "lost"}
        else:
            if status == 200:
                line |= {"outcome": OK, "answer": read(*messages)}
            else:
                line |= failure(status, headers, said)
                if absent is not None and line["code"] == "not_found":
                    line |= {"outcome": OK, "answer": absent}
        line["end"] = self.load.history.now()
        line = {"reasons": [], "pause": True, **line}
        self.load.finished(line)
        return line

    def until_answered(self, tries, make):
        """Repeats a call that has come to nothing, or to nothing that is known."""
        for attempt in range(tries):
            line = make(attempt)
            if line["outcome"] in (OK, REFUSED) or self.load.is_over.is_set():
                break
            self.load.is_over.wait(min(line.get("retry_after", 0.2 * 2 ** min(attempt, 3)), 1))
        return line


def decoded(text):
    try:
        return json.loads(text or b"{}")
    except ValueError:
        return {}


def framed(message):
    text = json.dumps(message).encode()
    return struct.pack(">BI", 0, len(text)) + text


def unframed(text):
    """The messages of a stream, and the error that it has ended with."""
    messages = []
    while len(text) >= 5:
        flags, length = struct.unpack(">BI", text[:5])
        message, text = json.loads(text[5:5 + length]), text[5 + length:]
        if flags & 2:
            return messages, message.get("error", {})
        messages.append(message)
    return messages, {"code": "lost"}


def failure(status, headers, said):
    """What an error means for who called."""
    code = said.get("code")
    if code is None:
        # HAProxy's own: 503 without a door, otherwise a door that was lost.
        return {"outcome": AWAY, "code": "proxy"} if status == 503 else {"outcome": UNKNOWN, "code": "lost"}
    info = next((detail.get("debug") or {} for detail in said.get("details", [])), {})
    reasons = [violation.get("reason", "").removeprefix("REASON_") for violation in info.get("violations", [])]
    pause = headers.get("Retry-After") or info.get("retryAfterMs")
    line = {"code": code, "reasons": reasons, "message": said.get("message", ""), "pause": bool(pause)}
    if info.get("retryAfterMs"):
        line["retry_after"] = info["retryAfterMs"] / 1000
    if code == "unavailable":
        outcome = AWAY if "OVERLOADED" in reasons else UNKNOWN
    elif code == "resource_exhausted" and "NO_SPACE" in reasons:
        outcome, line["code"] = AWAY, "no_space"
    elif code in ("unknown", "internal", "deadline_exceeded", "canceled", "aborted", "data_loss", "lost"):
        outcome = UNKNOWN
    else:
        outcome = REFUSED
    return {"outcome": outcome, **line}


def without_metadata(photo):
    """A JPEG without the segments that Profile drops or changes (ITU-T T.81, B.1.1.3)."""
    kept, at = photo[:2], 2
    while photo[at + 1] != 0xDA:
        length = 2 + int.from_bytes(photo[at + 2:at + 4])
        if not 0xE0 <= photo[at + 1] <= 0xEF and photo[at + 1] != 0xFE:
            kept += photo[at:at + length]
        at += length
    return kept + photo[at:]


PHOTO = without_metadata((Path(__file__).resolve().parents[2] / "deploy/quickstart-photo.jpg").read_bytes())


def other_photo(number):
    """A JPEG that no other number has: its first quantization table differs."""
    at = PHOTO.index(b"\xff\xdb") + 25
    changed = bytearray(PHOTO)
    for index in range(6):
        changed[at + index] = 1 + (number >> 7 * index) % 127
    return bytes(changed)


class Account:
    """What a person knows of the own account."""

    def __init__(self, number, load):
        self.who = f"{load.label}.{number}.{secrets.token_hex(3)}"
        self.address = f"{load.some_name()}@example.org"
        self.name = load.some_name()
        self.password = secrets.token_hex(10)
        self.key = secrets.token_hex(12)
        self.user = self.session = self.token = self.refresh = self.lease = None
        self.is_gone = False

    def learn(self, answer, said):
        self.user, self.session = answer["user"], answer["session"]
        self.token, self.refresh = said["accessToken"], said["refreshToken"]


class Load:
    """Everybody who calls, until `stop`."""

    def __init__(self, label, history, seed):
        self.label, self.history, self.dice = label, history, random.Random(seed)
        self.is_over, self.lock = threading.Event(), threading.Lock()
        self.wishes, self.accounts, self.ended = 0, [], []
        self.last_failure, self.is_rolling = 0.0, False
        # When the last thing was repaired, and what is to be done after the trial.
        self.healed_at, self.afterwards = 0.0, None
        self.threads = []

    def start(self):
        kinds = [Person] * PEOPLE + [Keeper] * KEEPERS + [Attached] * ATTACHED + [Watcher] * WATCHERS
        for number, kind in enumerate(kinds):
            thread = threading.Thread(target=self.work, args=[kind(number, self)], daemon=True)
            thread.start()
            self.threads.append(thread)

    def work(self, person):
        try:
            person.run()
        except Exception as error:
            # An answer that nobody understands is a finding, too.
            self.history.mark("confused", who=person.number, error=repr(error))
            raise

    def stop(self):
        self.is_over.set()
        for thread in self.threads:
            thread.join()

    def some_name(self):
        """One of a few, so that others want it, too, or have it."""
        with self.lock:
            self.wishes += 1
            return f"{self.label}.{self.wishes // 3 + self.dice.randrange(6)}"

    def finished(self, line):
        if self.is_rolling and line["place"] == "proxy":
            line["is_rolling"] = True
        with self.lock:
            if line["outcome"] in (AWAY, UNKNOWN) and line["code"] != "aborted":
                self.last_failure = line["end"]
        self.history.write(line)

    def joined(self, account):
        with self.lock:
            self.accounts.append(account)

    def audit(self):
        """Reads what is there at the end, at each door."""
        auditor = Person(99, self)
        self.is_over.clear()
        for account in self.accounts[-40:]:
            if account.is_gone:
                continue
            auditor.account = account
            auditor.sign_in()
            if account.token is None:
                continue
            for place in HOSTS:
                auditor.profile(account.user, place)
                auditor.get_photo(account.user, place)
                auditor.look_up(account.name, place, is_last=True)


class Person(Caller):
    """Does one thing after the other, as random numbers say."""

    def __init__(self, number, load):
        super().__init__(number, load)
        self.dice, self.account = random.Random(load.dice.random()), None

    def run(self):
        while not self.load.is_over.is_set():
            self.do_something()
            self.load.is_over.wait(self.dice.expovariate(12))

    def do_something(self):
        account, dice = self.account, self.dice
        if account is None:
            return self.sign_up()
        if account.token is None:
            return self.sign_in()
        others = self.load.accounts[-10:] or [account]
        other = dice.choice(others)
        chosen = dice.choices(
            [self.refresh, self.rename, self.write_bio, self.put_photo, self.sign_out, self.sign_in,
             lambda: self.profile(other.user), lambda: self.profile(account.user),
             lambda: self.get_photo(other.user), lambda: self.look_up(other.name), self.see_session,
             self.delete],
            [2, 1, 2, 1, 1.5, 1, 5, 2, 2, 3, 1, 0.5])[0]
        chosen()

    # Accounts

    def sign_up(self):
        account = Account(self.number, self.load)
        said = {}

        def read(message):
            said.update(message["tokens"])
            return {"user": message["session"]["userId"], "session": message["session"]["sessionId"]}

        body = {"email": account.address, "password": account.password, "displayName": account.name,
                "idempotencyKey": account.key}
        # A sign-up of which nobody knows whether it was done is repeated until somebody does.
        line = self.until_answered(100, lambda attempt: self.call(
            "sign-up", AUTH + "SignUp", body, read, attempt=attempt, who=account.who, address=account.address,
            name=account.name))
        if line["outcome"] == OK:
            account.learn(line["answer"], said)
            self.account = account
            self.load.joined(account)

    def sign_in(self):
        account, said = self.account, {}

        def read(message):
            said.update(message["tokens"])
            return {"user": message["session"]["userId"], "session": message["session"]["sessionId"]}

        line = self.until_answered(2, lambda attempt: self.call(
            "sign-in", AUTH + "SignIn", {"email": account.address, "password": account.password}, read,
            attempt=attempt, who=account.who, address=account.address))
        if line["outcome"] == OK:
            account.learn(line["answer"], said)

    def own(self, op, path, body, read=lambda message: {}, tries=2, **fields):
        account = self.account
        return self.until_answered(tries, lambda attempt: self.call(
            op, path, body, read, token=account.token, attempt=attempt, who=account.who, session=account.session,
            user=account.user, **fields))

    def refresh(self):
        account, said = self.account, {}
        line = self.own(
            "refresh", AUTH + "Refresh", {"refreshToken": account.refresh},
            lambda message: said.update(message["tokens"]) or {})
        if line["outcome"] == OK:
            account.token, account.refresh = said["accessToken"], said["refreshToken"]

    def sign_out(self):
        account = self.account
        line = self.own("sign-out", AUTH + "SignOut", {})
        if line["outcome"] == OK:
            with self.load.lock:
                self.load.ended.append((line["end"], account.token, account.session, account.who, account.user))
        if line["outcome"] != AWAY:
            account.token = None
            if self.dice.random() < 0.6:
                self.account = None

    def delete(self):
        account = self.account
        line = self.own(
            "delete", "/rollcall.v1.AccountDataService/DeleteAccount", {"proof": {"password": account.password}},
            tries=1, address=account.address)
        if line["outcome"] in (OK, UNKNOWN):
            account.is_gone, self.account = True, None
        if line["outcome"] == OK:
            with self.load.lock:
                self.load.ended.append((line["end"], account.token, account.session, account.who, account.user))

    def see_session(self):
        self.own("session", AUTH + "GetSession", {})

    # Profiles

    def rename(self):
        name = self.load.some_name()
        line = self.own(
            "rename", PROFILE + "UpdateProfile", {"updateMask": ["display_name"], "displayName": name}, name=name)
        if line["outcome"] == OK:
            self.account.name = name

    def write_bio(self):
        bio = secrets.token_hex(6)
        self.own("write-bio", PROFILE + "UpdateProfile", {"updateMask": ["bio"], "bio": bio}, bio=bio)

    def put_photo(self):
        content = other_photo(secrets.randbits(42))
        digest = hashlib.sha256(content).digest()
        declaration = {"size": len(content), "sha256": base64.b64encode(digest).decode()}
        stream = [{"declaration": declaration}] + [
            {"chunk": base64.b64encode(content[at:at + 65536]).decode()} for at in range(0, len(content), 65536)]
        self.own(
            "put-photo", PROFILE + "UploadPhoto", None, lambda message: {"photo": message["photo"]["photoId"]},
            stream=stream, photo=digest.hex())

    def profile(self, user, place="proxy"):
        self.own(
            "profile", PROFILE + "GetProfile", {"user": {"userId": user}},
            lambda message: {
                "bio": message["profile"].get("bio", ""),
                "photo": message["profile"].get("photo", {}).get("photoId", "")},
            place=place, of=user)

    def get_photo(self, user, place="proxy"):
        def read(first=None, *chunks):
            content = b"".join(base64.b64decode(chunk["chunk"]) for chunk in chunks)
            return {"photo": first["photo"]["photoId"], "hash": hashlib.sha256(content).hexdigest()}

        self.own(
            "get-photo", PROFILE + "DownloadPhoto", None, read, stream=[{"user": {"userId": user}}], place=place,
            absent={"photo": ""}, of=user)

    def look_up(self, name, place="proxy", is_last=False):
        self.own(
            "look-up", PROFILE + "GetProfile", {"user": {"displayName": name}},
            lambda message: {"user": message["profile"]["userId"]}, place=place, absent={"user": None}, name=name,
            is_last=is_last)


class Keeper(Person):
    """Is online all the time."""

    def run(self):
        while self.account is None and not self.load.is_over.is_set():
            self.sign_up()
        while not self.load.is_over.is_set():
            account = self.account
            if account.lease is None:
                line = self.own(
                    "online", PRESENCE + "GoOnline", {"deviceId": "phone", "leaseMs": LEASE * 1000},
                    lambda message: {"lease": message["leaseId"]}, lease=LEASE)
                if line["outcome"] == OK:
                    account.lease = line["answer"]["lease"]
            else:
                line = self.own("beat", PRESENCE + "Heartbeat", {"leaseId": account.lease}, lease=LEASE)
                if line["outcome"] == REFUSED:
                    account.lease = None
            self.load.is_over.wait(1 + self.dice.random())


class Attached(Person):
    """Has a stream open to one instance of Presence or the other, and is back at once when it breaks."""

    def run(self):
        while self.account is None and not self.load.is_over.is_set():
            self.sign_up()
        turn = self.number
        while not self.load.is_over.is_set():
            turn += 1
            place = HOSTS[turn % len(HOSTS)]
            code = self.attach(place)
            if not self.load.is_over.is_set():
                self.note("attach", place, self.load.history.now(), UNKNOWN, code=code)
                self.load.is_over.wait(0.1)

    def attach(self, place):
        """Until the stream ends. Returns why."""
        history, stream, is_attached = self.load.history, None, False
        first = field(1, "phone") + field(2, LEASE * 1000)
        begin = history.now()
        try:
            stream = socket.create_connection((ADDRESSES[place], PORTS["presence"]), timeout=2)
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            stream.sendall(wire.hello() + wire.open_frame(
                1, "rollcall.v1.PresenceService/Attach", first, flags=wire.MESSAGE, token=self.account.token))
            frames = wire.FrameReader()
            while not self.load.is_over.is_set():
                readable, _, _ = select.select([stream], [], [], 0 if is_attached else 2)
                if readable:
                    data = stream.recv(1 << 16)
                    if not data:
                        return "lost"
                    for frame in frames.read(data):
                        if frame.type == wire.CLOSE and frame.stream == 1:
                            return "unavailable" if wire.Answer(frame.meta, b"").status == UNAVAILABLE else "ended"
                        if frame.type == wire.PING and not frame.flags & wire.ACK:
                            stream.sendall(wire.frame(wire.PING, wire.ACK, body=frame.body))
                        if frame.type == wire.DATA and not is_attached:
                            is_attached = True
                            self.account.lease = "attached"
                            self.note("online", place, begin, OK)
                elif not is_attached:
                    return "timeout"
                if is_attached:
                    begin = history.now()
                    stream.sendall(wire.frame(wire.DATA, wire.MESSAGE, 1))
                    if not is_received(stream):
                        return "lost"
                    self.note("beat", place, begin, OK)
                    self.load.is_over.wait(1)
            return "over"
        except OSError:
            return "lost" if is_attached else "proxy"
        finally:
            if stream:
                stream.close()

    def note(self, op, place, begin, outcome, **fields):
        """A line of the history. Whoever was heard on a stream is online for the grace at least."""
        line = {"op": op, "client": self.number, "place": place, "who": self.account.who, "user": self.account.user,
                "begin": begin, "end": self.load.history.now(), "outcome": outcome, "reasons": [], "pause": True,
                "lease": GRACE, **fields}
        if outcome == OK:
            line["answer"] = {}
        self.load.finished(line)


def is_received(stream, seconds=3):
    """Whether the other host has soon acknowledged all that was sent (tcp(7), SIOCOUTQ)."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if fcntl.ioctl(stream, termios.TIOCOUTQ, bytes(4)) == bytes(4):
            return True
        time.sleep(0.01)
    return False


class Watcher(Person):
    """Looks at each door who is online, and whether a session that has ended is served."""

    def run(self):
        while self.account is None and not self.load.is_over.is_set():
            self.sign_up()
        while not self.load.is_over.is_set():
            self.use_ended()
            keepers = [account.user for account in self.load.accounts if account.lease]
            place = self.dice.choice(HOSTS)
            if keepers:
                self.own(
                    "presence", PRESENCE + "GetPresence", {"userIds": keepers}, states, tries=1, place=place)
            self.load.is_over.wait(0.15)

    def use_ended(self):
        """A second after the sign-out, and again after the bound."""
        load, now = self.load, self.load.history.now()
        with load.lock:
            due = [entry for entry in load.ended if now > entry[0] + 1]
            load.ended = [entry for entry in load.ended if entry not in due]
            load.ended += [(entry[0] + BOUND + 1, *entry[1:], "again") for entry in due if len(entry) == 5]
        for _, token, session, who, user, *_ in due:
            for place in HOSTS:
                fields = {"token": token, "place": place, "session": session, "who": who, "user": user}
                self.call("presence", PRESENCE + "GetPresence", {"userIds": [user]}, states, **fields)
                body = {"user": {"userId": user}}
                self.call("profile", PROFILE + "GetProfile", body, lambda message: {}, of=user, **fields)


def states(message):
    return {
        entry["userId"]: entry.get("state", "").removeprefix("PRESENCE_STATE_")
        for entry in message.get("presences", [])}
