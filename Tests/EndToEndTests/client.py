#!/usr/bin/python3
"""A Rollcall client, written from proto/PROTOCOL.md and the .proto files alone.

    client.py PROTO_DIR AUTH PROFILE PRESENCE JPEG [SPOOL]

Signs up, proves who it is, uploads a photo and downloads it again, and watches itself go online and
offline. AUTH, PROFILE and PRESENCE are `unix:PATH` or `HOST:PORT`. SPOOL is the directory in which
Auth lays its mails: with it, another e-mail address is added and becomes the only one. Prints one
line for each thing done; ends with an exception, and so a status other than 0, when something is
not as the contract says.
"""
import hashlib
import importlib
import os
import secrets
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import queue
import re
import time

HELLO, OPEN, DATA, CLOSE, CANCEL, WINDOW, PING, GOAWAY = range(1, 9)
END, MESSAGE, MORE, ACK = 0x01, 0x02, 0x04, 0x08
LONGEST_BODY = 65536
STREAM_WINDOW, CONNECTION_WINDOW = 262144, 1048576


def load_messages(proto_dir):
    """Has protoc write Python for the .proto files, and imports it."""
    out = tempfile.mkdtemp()
    names = ["rpc/v1/options", "rpc/v1/frames", "v1/errors", "v1/user", "v1/auth", "v1/profile",
             "v1/presence", "v1/account"]
    files = [f"rollcall/{name}.proto" for name in names]
    subprocess.run(["protoc", "-I", proto_dir, f"--python_out={out}", *files], check=True)
    sys.path.insert(0, out)
    modules = [f"rollcall.{name.replace('/', '.')}_pb2" for name in names]
    return [importlib.import_module(module) for module in modules][1:]


class CallFailed(Exception):
    def __init__(self, close):
        self.status = close.status
        self.reasons = []
        for detail in close.details:
            if detail.type == "rollcall.v1.ErrorInfo":
                info = errors.ErrorInfo.FromString(detail.value)
                self.reasons += [violation.reason for violation in info.violations]
        super().__init__(f"status {close.status}: {close.message}")


class Credit:
    """The bytes that may still be sent, on a stream or on the connection."""

    def __init__(self, initial):
        self.available = initial


class Connection:
    """One connection to one service: many calls at a time."""

    def __init__(self, endpoint):
        if endpoint.startswith("unix:"):
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.connect(endpoint[5:])
        else:
            host, port = endpoint.rsplit(":", 1)
            self.socket = socket.create_connection((host, int(port)))
        self.changed = threading.Condition()
        self.credit = Credit(CONNECTION_WINDOW)
        self.stream_window = STREAM_WINDOW
        self.api_version = None
        self.calls = {}
        self.next_id = 1
        self.send(HELLO, 0, 0, frames.Hello(min_version=1, max_version=1).SerializeToString())
        threading.Thread(target=self.read, daemon=True).start()

    def send(self, type, flags, stream, meta=b"", body=b""):
        length = len(meta) + len(body)
        header = struct.pack(">I", length << 8 | type) + struct.pack(
            ">BBHI", flags, 0, len(meta), stream)
        with self.changed:
            self.socket.sendall(header + meta + body)

    def read_exactly(self, count):
        data = b""
        while len(data) < count:
            piece = self.socket.recv(count - len(data))
            if not piece:
                raise EOFError
            data += piece
        return data

    def read(self):
        try:
            while True:
                first, flags, _, meta_length, stream = struct.unpack(
                    ">IBBHI", self.read_exactly(12))
                payload = self.read_exactly(first >> 8)
                self.receive(first & 0xFF, flags, stream, payload[:meta_length],
                             payload[meta_length:])
        except (EOFError, OSError):
            for call in list(self.calls.values()):
                call.incoming.put(ConnectionError("the connection was lost"))

    def receive(self, type, flags, stream, meta, body):
        if type == HELLO:
            hello = frames.Hello.FromString(meta)
            limits = hello.limits
            with self.changed:
                self.api_version = hello.api_version
                self.credit.available += max(0, limits.connection_window - CONNECTION_WINDOW)
                self.stream_window = max(STREAM_WINDOW, limits.stream_window)
                self.changed.notify_all()
        elif type == WINDOW:
            with self.changed:
                call = self.calls.get(stream)
                credit = self.credit if stream == 0 else call and call.credit
                if credit:
                    credit.available += struct.unpack(">I", body)[0]
                self.changed.notify_all()
        elif type == PING and not flags & ACK:
            self.send(PING, ACK, 0, body=body)
        elif type in (DATA, CLOSE) and stream in self.calls:
            call = self.calls[stream]
            if flags & MESSAGE:
                call.take(body, flags)
            if type == CLOSE:
                del self.calls[stream]
                call.incoming.put(frames.Close.FromString(meta))
                with self.changed:
                    self.changed.notify_all()


class Call:
    """One call; `token` is an access token or None."""

    def __init__(self, connection, method, response_type, token=None, timeout=20.0):
        self.connection = connection
        self.response_type = response_type
        self.partial = b""
        self.incoming = queue.Queue()
        meta = frames.Open(method=method, timeout_us=int(timeout * 1e6))
        if token:
            meta.metadata.add(key="authorization", value=f"Bearer {token}")
        with connection.changed:
            self.id = connection.next_id
            connection.next_id += 2
            self.credit = Credit(connection.stream_window)
            connection.calls[self.id] = self
        connection.send(OPEN, 0, self.id, meta.SerializeToString())

    def write(self, message, is_last=False):
        data = message.SerializeToString()
        while True:
            part = self.pay(data)
            data = data[len(part):]
            flags = MESSAGE | (MORE if data else END if is_last else 0)
            self.connection.send(DATA, flags, self.id, body=part)
            if not data:
                return

    def pay(self, data):
        """The part of `data` that may be sent now; waits for credit."""
        connection = self.connection
        with connection.changed:
            while min(self.credit.available, connection.credit.available) < 64:
                connection.changed.wait()
            part = data[:min(LONGEST_BODY, self.credit.available, connection.credit.available)]
            cost = max(64, len(part))
            self.credit.available -= cost
            connection.credit.available -= cost
            return part

    def end(self):
        self.connection.send(DATA, END, self.id)

    def cancel(self):
        meta = frames.Cancel(status=1).SerializeToString()
        self.connection.send(CANCEL, 0, self.id, meta)

    def take(self, body, flags):
        credit = struct.pack(">I", max(64, len(body)))
        self.connection.send(WINDOW, 0, 0, body=credit)
        self.connection.send(WINDOW, 0, self.id, body=credit)
        self.partial += body
        if not flags & MORE:
            self.incoming.put(self.response_type.FromString(self.partial))
            self.partial = b""

    def responses(self):
        while True:
            item = self.incoming.get(timeout=30)
            if isinstance(item, Exception):
                raise item
            if isinstance(item, frames.Close):
                if item.status != 0:
                    raise CallFailed(item)
                return
            yield item

    def only_response(self):
        [response] = self.responses()
        return response


def unary(connection, method, request, response_type, token=None):
    call = Call(connection, f"rollcall.v1.{method}", response_type, token)
    call.write(request, is_last=True)
    return call.only_response()


def mailed_code(spool, address, seen):
    """Waits for a mail to an address with a code that was not seen before."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        for name in os.listdir(spool):
            try:
                with open(os.path.join(spool, name), encoding="utf-8", newline="") as file:
                    header, _, body = file.read().partition("\r\n\r\n")
            except FileNotFoundError:
                continue
            code = re.search(r"\b[0-9]{8}\b", body)
            if f"\r\nTo: <{address}>" in "\r\n" + header and code and code[0] not in seen:
                seen.add(code[0])
                return code[0]
        time.sleep(0.05)
    raise AssertionError(f"no mail with a code came to {address}")


def prove(connection, token, password):
    """What needs a fresh proof, and what does not in a session that was just opened."""
    def call(method, request, response_type):
        return unary(connection, f"AccountService/{method}", request, response_type, token)

    other = f"other.{secrets.token_hex(4)}@example.org"
    proof = account.Reauthentication(password=password)
    call("AddAddress", account.AddAddressRequest(proof=proof, email=other),
         account.AddAddressResponse)
    mine = call("GetAccount", account.GetAccountRequest(), account.GetAccountResponse).account
    assert [entry.is_primary for entry in mine.addresses] == [True], mine
    assert [one.email for one in mine.pending_addresses] == [other], mine
    new = secrets.token_hex(8)
    for proof, reason in [
            (None, errors.REASON_REAUTHENTICATION_REQUIRED),
            (account.Reauthentication(password="wrong"), errors.REASON_WRONG_CREDENTIALS)]:
        try:
            call("ChangePassword", account.ChangePasswordRequest(proof=proof, new_password=new),
                 account.ChangePasswordResponse)
            raise AssertionError("a password was changed without the old one")
        except CallFailed as failure:
            assert failure.status == 7 and failure.reasons == [reason], failure.reasons
    proof = account.Reauthentication(password=password)
    call("ChangePassword", account.ChangePasswordRequest(proof=proof, new_password=new),
         account.ChangePasswordResponse)
    print("proved who it is")


def move(connection, token, password, spool):
    """Adds an e-mail address, makes it the primary one, and removes the one before."""
    def call(method, request, response_type):
        return unary(connection, f"AccountService/{method}", request, response_type, token)

    def emails(answer):
        return [(entry.email, entry.is_primary) for entry in answer.account.addresses]

    seen = set()
    [before] = call("GetAccount", account.GetAccountRequest(),
                    account.GetAccountResponse).account.addresses
    # The mail of the sign-up.
    call("VerifyAddress", account.VerifyAddressRequest(code=mailed_code(spool, before.email, seen)),
         account.VerifyAddressResponse)
    other = f"other.{secrets.token_hex(4)}@example.org"
    proof = account.Reauthentication(password=password)
    call("AddAddress", account.AddAddressRequest(proof=proof, email=other),
         account.AddAddressResponse)
    added = call("VerifyAddress", account.VerifyAddressRequest(
        email=other, code=mailed_code(spool, other, seen)), account.VerifyAddressResponse)
    assert emails(added) == [(before.email, True), (other, False)], added
    moved = call("MakeAddressPrimary", account.MakeAddressPrimaryRequest(
        proof=account.Reauthentication(password=password), email=other),
        account.MakeAddressPrimaryResponse)
    assert emails(moved) == [(other, True), (before.email, False)], moved
    call("SendReauthentication", account.SendReauthenticationRequest(),
         account.SendReauthenticationResponse)
    proof = account.Reauthentication(mailed_code=mailed_code(spool, other, seen))
    left = call("RemoveAddress", account.RemoveAddressRequest(proof=proof, email=before.email),
                account.RemoveAddressResponse)
    assert emails(left) == [(other, True)], left
    print("moved to another address")


def main(auth_at, profile_at, presence_at, photo_path, spool=None):
    name = "py." + secrets.token_hex(4)
    connection = Connection(auth_at)
    password = secrets.token_hex(8)
    request = auth.SignUpRequest(
        email=f"{name}@example.org", password=password, display_name=name,
        idempotency_key=secrets.token_hex(16))
    signed_up = unary(connection, "AuthService/SignUp", request, auth.SignUpResponse)
    token, user = signed_up.tokens.access_token, signed_up.session.user_id
    assert connection.api_version.split(".")[0] == "1", connection.api_version
    again = unary(connection, "AuthService/SignUp", request, auth.SignUpResponse)
    assert again.session.user_id == user, "a retry made a second account"
    print("signed up")

    weak = auth.SignUpRequest(email="nobody", password="short", display_name=".a..b.",
                              idempotency_key=secrets.token_hex(16))
    try:
        unary(connection, "AuthService/SignUp", weak, auth.SignUpResponse)
        raise AssertionError("a sign-up that breaks every rule was taken")
    except CallFailed as failure:
        assert failure.status == 3, failure
        assert errors.REASON_EMAIL_MALFORMED in failure.reasons, failure.reasons
        assert errors.REASON_PASSWORD_TOO_SHORT in failure.reasons, failure.reasons
    print("refused a bad form")
    if spool:
        move(connection, token, password, spool)
    prove(connection, token, password)

    profiles = Connection(profile_at)
    photo = open(photo_path, "rb").read()

    def upload(name, response_type):
        call = Call(profiles, f"rollcall.v1.ProfileService/{name}", response_type, token)
        call.write(profile.UploadPhotoRequest(declaration=profile.PhotoDeclaration(
            size=len(photo), sha256=hashlib.sha256(photo).digest())))
        for start in range(0, len(photo), 1000):
            call.write(profile.UploadPhotoRequest(chunk=photo[start:start + 1000]))
        call.end()
        return call

    stored = upload("UploadPhoto", profile.UploadPhotoResponse).only_response().photo
    *taken, last = upload("UploadPhotoWithProgress", profile.UploadPhotoProgress).responses()
    assert [part.taken_bytes for part in taken] == sorted(part.taken_bytes for part in taken)
    assert last.photo.photo_id == stored.photo_id
    print("uploaded", stored.width, "x", stored.height)

    change = profile.UpdateProfileRequest(update_mask=["bio"], bio="Hello.", location="left out")
    changed = unary(profiles, "ProfileService/UpdateProfile", change,
                    profile.UpdateProfileResponse, token)
    assert changed.profile.bio == "Hello." and not changed.profile.location
    print("changed the profile")

    request = profile.GetProfileRequest(user=users.UserKey(display_name=name.upper()))
    seen = unary(profiles, "ProfileService/GetProfile", request, profile.GetProfileResponse, token)
    assert seen.profile.user_id == user and seen.profile.photo.photo_id == stored.photo_id
    download = Call(profiles, "rollcall.v1.ProfileService/DownloadPhoto",
                    profile.DownloadPhotoResponse, token)
    download.write(profile.DownloadPhotoRequest(user=users.UserKey(user_id=user)), is_last=True)
    parts = list(download.responses())
    data = b"".join(part.chunk for part in parts[1:])
    # The placeholder may have been made meanwhile.
    assert parts[0].photo.photo_id == stored.photo_id and len(data) == stored.size
    assert data[:2] == b"\xff\xd8" and b"Exif" not in data
    print("downloaded", len(data), "bytes")

    watching, moving = Connection(presence_at), Connection(presence_at)
    watch = Call(watching, "rollcall.v1.PresenceService/Watch", presence.WatchResponse, token)
    watch.write(presence.WatchRequest(user_ids=[user]), is_last=True)
    updates = watch.responses()
    assert next(updates).snapshot.presences[0].state == presence.PRESENCE_STATE_OFFLINE
    lease = unary(moving, "PresenceService/GoOnline", presence.GoOnlineRequest(device_id="py"),
                  presence.GoOnlineResponse, token)
    assert next(updates).changes.presences[0].state == presence.PRESENCE_STATE_ONLINE
    unary(moving, "PresenceService/GoOffline", presence.GoOfflineRequest(lease_id=lease.lease_id),
          presence.GoOfflineResponse, token)
    assert next(updates).changes.presences[0].state == presence.PRESENCE_STATE_OFFLINE
    watch.cancel()
    # The same for a client that cannot send a stream.
    seen = Call(watching, "rollcall.v1.PresenceService/WatchPresence",
                presence.WatchPresenceResponse, token)
    seen.write(presence.WatchPresenceRequest(user_ids=[user]), is_last=True)
    assert next(seen.responses()).snapshot.presences[0].state == presence.PRESENCE_STATE_OFFLINE
    seen.cancel()
    print("watched")

    try:
        unary(profiles, "ProfileService/GetProfile", request, profile.GetProfileResponse, "x.y.z")
        raise AssertionError("a false token was taken")
    except CallFailed as failure:
        assert failure.status == 16, failure
    unary(connection, "AuthService/SignOut", auth.SignOutRequest(), auth.SignOutResponse, token)
    print("signed out")


if __name__ == "__main__":
    frames, errors, users, auth, profile, presence, account = load_messages(
        os.path.abspath(sys.argv[1]))
    main(*sys.argv[2:])
