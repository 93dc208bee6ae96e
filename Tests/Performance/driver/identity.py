"""Ways to sign in besides a password, by Auth's processor time for each; and the import of users.

Calls come through the door, as an app's do, and only what Auth itself spends is counted. The hash of a password is
made cheap, as it would hide everything beside it.
"""

import base64
import hashlib
import hmac
import http.client
import json
import secrets
import struct
import subprocess
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from tempfile import TemporaryDirectory

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from daemons import UNLIMITED
from figures import ONE, Probe, own_figure
from machine import debian
from processes import CLIENT_CORE, SERVER_CORE, Running
from programs import BUILT, daemon
from seed import CHEAP
from web import started

SECONDS = (2, 6)
SETTING = "Auth on one core; the other services, the door and the load on another, over loopback. Hashes of 8 KiB."
# Calls of a probe in a second of its time.
RATE = 100
LANES = 4
PORT = 19730
ISSUER = f"http://127.0.0.1:{PORT + 1}"
ORIGIN = f"http://localhost:{PORT}"
PASSWORD = "correct horse battery staple"
LIMITS = ("account", "device", "session", "address", "everyone", "sign-in.account", "confirm.account",
          "sign-up.address", "mail.account", "mail.unproved")


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Key:
    """A key on P-256, as an issuer or a passkey has it."""

    def __init__(self):
        self.private = ec.generate_private_key(ec.SECP256R1())
        numbers = self.private.public_key().public_numbers()
        self.x, self.y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")

    def sign(self, data):
        """In DER."""
        return self.private.sign(data, ec.ECDSA(hashes.SHA256()))


class Issuer(Key):
    """An OpenID provider: its documents over HTTP, and its tokens."""

    @contextmanager
    def serving(self):
        documents = {
            "/.well-known/openid-configuration": {
                "issuer": ISSUER, "jwks_uri": f"{ISSUER}/keys", "authorization_endpoint": f"{ISSUER}/authorize",
                "token_endpoint": f"{ISSUER}/token", "response_types_supported": ["code"],
                "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["ES256"]},
            "/keys": {"keys": [{
                "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": "bench", "x": base64url(self.x),
                "y": base64url(self.y)}]}}

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                body = json.dumps(documents[self.path]).encode()
                self.send_response(200)
                for name, value in (
                        ("Content-Type", "application/json"), ("Cache-Control", "max-age=3600"),
                        ("Content-Length", len(body))):
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", PORT + 1), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield
        finally:
            server.shutdown()

    def token(self, subject, nonce):
        now = int(time.time())
        claims = {"iss": ISSUER, "sub": subject, "aud": "bench", "iat": now, "exp": now + 300, "nonce": nonce}
        signed = ".".join(
            base64url(json.dumps(part).encode()) for part in ({"alg": "ES256", "kid": "bench"}, claims))
        r, s = decode_dss_signature(self.sign(signed.encode()))
        return f"{signed}.{base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


class Services:
    def __init__(self, auth, data):
        self.auth, self.data = auth, data
        self.lanes = threading.local()

    def call(self, method, body, token=None):
        if not hasattr(self.lanes, "connection"):
            self.lanes.connection = http.client.HTTPConnection("127.0.0.1", PORT)
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self.lanes.connection.request("POST", f"/rollcall.v1.{method}", json.dumps(body), headers)
        answer = self.lanes.connection.getresponse()
        said = json.loads(answer.read())
        if answer.status != 200:
            raise SystemExit(f"{method}: {said}")
        return said

    def sign_up(self, number):
        """An account; its address and an access token."""
        email = f"u{number}-{secrets.token_hex(6)}@bench.example"
        said = self.call("AuthService/SignUp", {
            "email": email, "password": PASSWORD, "idempotencyKey": secrets.token_hex(12)})
        return email, said["tokens"]["accessToken"]

    def cost(self, work, people):
        """Milliseconds of Auth's processor for each."""
        self.settle()
        before = self.auth.processor_seconds()
        with ThreadPoolExecutor(LANES) as pool:
            list(pool.map(work, people))
        return 1e3 * (self.auth.processor_seconds() - before) / len(people)

    def settle(self):
        """Waits until Auth has nothing more to do of what was before, such as mails about new factors."""
        for _ in range(60):
            before = self.auth.processor_seconds()
            time.sleep(1)
            if self.auth.processor_seconds() - before < 0.03:
                return


def each(work, count):
    with ThreadPoolExecutor(LANES) as pool:
        return list(pool.map(work, range(count)))


@contextmanager
def services(*options):
    with ExitStack() as stack:
        data = stack.enter_context(TemporaryDirectory(dir=BUILT))
        names = ("auth", "profile", "presence")
        at = {name: f"unix:{data}/{name}.sock" for name in names}
        place = {name: f"127.0.0.1:{PORT + 2 + number}" for number, name in enumerate(names)}
        peers = {
            "profile": ["--auth", at["auth"]],
            "presence": ["--auth", at["auth"], "--profile", at["profile"]],
            "auth": ["--profile", at["profile"], "--presence", at["presence"], "--link-base", ORIGIN,
                     "--hash-workers", "1", "--hash-memory-kib", str(CHEAP[0]), "--hash-passes", str(CHEAP[1]),
                     *[word for limit in LIMITS for word in ("--limit", f"{limit}={UNLIMITED}")], *options]}
        for name, more in peers.items():
            core = SERVER_CORE if name == "auth" else CLIENT_CORE
            process = stack.enter_context(started(core, [
                daemon(name), "--data", f"{data}/{name}", "--listen", at[name], "--listen", place[name],
                "--trusted-proxy", "127.0.0.1", *more], f"{data}/{name}.log"))
        auth = Running(process)
        stack.enter_context(started(CLIENT_CORE, [
            daemon("web"), "--data", f"{data}/web", "--listen", f"unix:{data}/web.sock",
            "--http", f"127.0.0.1:{PORT}", "--trusted-proxy", "127.0.0.1",
            *[word for name in names for word in (f"--{name}", place[name])]],
            f"{data}/web.log"))
        for _ in range(200):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/readyz", timeout=2):
                    break
            except OSError:
                time.sleep(0.1)
        yield Services(auth, data)


def by_identity(*, seconds):
    """With an account that has the identity."""
    issuer, count = Issuer(), round(RATE * seconds)
    with issuer.serving(), services(
            "--identity-issuer", f"bench={ISSUER}", "--identity-client", "bench=bench") as running:
        def sign_in(number):
            attempt = running.call("IdentityService/StartIdentity", {"provider": "bench"})
            said = running.call("IdentityService/SignInWithIdentity", {"proof": {
                "attempt": attempt["attempt"], "idToken": issuer.token(f"subject-{number}", attempt["nonce"])}})
            assert "session" in said, said
            return said

        assert all(said["isNewAccount"] for said in each(sign_in, count))
        return {"ms": running.cost(sign_in, range(count))}


def by_password(running, email):
    return running.call("AuthService/SignIn", {"email": email, "password": PASSWORD})


def by_totp(*, seconds):
    """What the code of an app adds to a sign-in by a password."""
    with services() as running:
        people = each(running.sign_up, round(RATE * seconds))
        alone = running.cost(lambda person: by_password(running, person[0]), people)

        def enrol(person):
            # A code of the interval before, so that the one of this is good for the sign-in; not in the last second
            # of it, as the code would be too old when it comes.
            if time.time() % 30 > 29:
                time.sleep(1)
            made = running.call("FactorService/StartTotp", {"proof": {"password": PASSWORD}}, person[1])
            running.call("FactorService/ConfirmTotp", {"code": code(made["secret"], time.time() - 30)}, person[1])
            return person[0], made["secret"]

        with ThreadPoolExecutor(LANES) as pool:
            enrolled = list(pool.map(enrol, people))

        def sign_in(person):
            pending = by_password(running, person[0])["pending"]
            said = running.call("AuthService/ContinueSignIn", {
                "token": pending["token"], "totpCode": code(person[1], time.time())})
            assert "session" in said, said

        return {"added_ms": running.cost(sign_in, enrolled) - alone}


def code(secret, seconds):
    """RFC 6238."""
    digest = hmac.digest(base64.b32decode(secret), struct.pack(">Q", int(seconds) // 30), "sha1")
    offset = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[offset:offset + 4])[0] & 0x7fffffff) % 1_000_000:06}"


class Passkey(Key):
    """An authenticator with one passkey, and the browser around it (WebAuthn level 2)."""

    def __init__(self):
        super().__init__()
        self.id = secrets.token_bytes(32)

    def registration(self, challenge):
        cose = (bytes.fromhex("a5010203262001215820") + self.x + bytes.fromhex("225820") + self.y)
        data = self.data(0x45) + bytes(16) + struct.pack(">H", len(self.id)) + self.id + cose
        attestation = (b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58" + bytes([len(data)]) + data)
        return {"clientDataJson": encoded(self.client("webauthn.create", challenge)),
                "attestationObject": encoded(attestation)}

    def assertion(self, attempt, challenge):
        client, data = self.client("webauthn.get", challenge), self.data(0x05)
        signature = self.sign(data + hashlib.sha256(client).digest())
        return {"attempt": attempt, "credentialId": encoded(self.id), "clientDataJson": encoded(client),
                "authenticatorData": encoded(data), "signature": encoded(signature)}

    @staticmethod
    def client(kind, challenge):
        challenge = base64url(base64.b64decode(challenge))
        return json.dumps(
            {"type": kind, "challenge": challenge, "origin": ORIGIN, "crossOrigin": False}).encode()

    @staticmethod
    def data(flags):
        return hashlib.sha256(b"localhost").digest() + bytes([flags]) + bytes(4)


def encoded(data):
    return base64.b64encode(data).decode()


def by_passkey(*, seconds):
    with services("--passkey-rp", "localhost") as running:
        people = each(running.sign_up, round(RATE * seconds))

        def register(person):
            passkey = Passkey()
            started = running.call(
                "PasskeyService/StartPasskeyRegistration", {"proof": {"password": PASSWORD}}, person[1])
            running.call("PasskeyService/FinishPasskeyRegistration", {
                "attempt": started["attempt"], **passkey.registration(started["challenge"])}, person[1])
            return passkey

        with ThreadPoolExecutor(LANES) as pool:
            passkeys = list(pool.map(register, people))

        def sign_in(passkey):
            started = running.call("PasskeyService/StartPasskeySignIn", {})
            said = running.call("PasskeyService/SignInWithPasskey", {
                "assertion": passkey.assertion(started["attempt"], started["challenge"])})
            assert "session" in said, said

        return {"ms": running.cost(sign_in, passkeys)}


def imported(*, seconds):
    """Users of our own form, with hashes and without names."""
    count = round(50_000 * seconds)
    with services() as running:
        path = f"{running.data}/users.jsonl"
        hash_text = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy"
        with open(path, "w") as file:
            for number in range(count):
                file.write(json.dumps({
                    "foreign_id": f"user-{number}", "email": f"user-{number}@bench.example",
                    "is_email_verified": True, "password_hash": hash_text}) + "\n")
        before = time.monotonic()
        subprocess.run(
            [daemon("auth").with_name("rollcall"), "admin", "import", path, "--from", "rollcall",
             "--auth", f"unix:{running.data}/auth.sock"], check=True, stdout=subprocess.DEVNULL)
        return {"rows_per_second": count / (time.monotonic() - before)}


def probes(seconds):
    return [
        Probe("identity", lambda: by_identity(seconds=seconds)),
        Probe("totp", lambda: by_totp(seconds=seconds)),
        Probe("passkey", lambda: by_passkey(seconds=seconds)),
        Probe("import", lambda: imported(seconds=seconds)),
    ]


FIGURES = [
    own_figure("identity_sign_in_processor", "ms", ("identity", "ms"), ONE, 1, less=True),
    own_figure("totp_added_processor", "ms", ("totp", "added_ms"), ONE, 0.2, less=True),
    own_figure("passkey_sign_in_processor", "ms", ("passkey", "ms"), ONE, 1, less=True),
    own_figure("import_without_names", "rows/s", ("import", "rows_per_second"), ONE, 50_000),
]


def versions():
    return {"SQLite": debian("libsqlite3-0"), "libcrypto": debian("libssl3")}
