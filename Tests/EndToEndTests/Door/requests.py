"""Sends the door requests as no client would, and looks at each answer.

requests.py HOST PORT [behind_a_proxy]
"""

import base64
import gzip
import json
import os
import re
import secrets
import signal
import socket
import struct
import sys
import time

host, port = sys.argv[1], int(sys.argv[2])
AUTH, PROFILE, PRESENCE = ("/rollcall.v1.%sService/" % name for name in ["Auth", "Profile", "Presence"])
CHECK = PROFILE + "CheckDisplayName"
WATCH = PROFILE + "WatchProfiles"


class Answer:
    def __init__(self, file, verb=None):
        line = file.readline().decode()
        if not line:
            raise EOFError
        self.status = int(line.split()[1])
        self.headers = {}
        while (line := file.readline().decode().strip()):
            name, value = line.split(":", 1)
            self.headers[name.lower()] = value.strip()
        if verb == "HEAD" or self.status == 100:
            self.body = b""
        elif "chunked" in self.headers.get("transfer-encoding", ""):
            self.body = b""
            while (size := int(file.readline(), 16)):
                self.body += file.read(size)
                file.readline()
            file.readline()
        else:
            self.body = file.read(int(self.headers.get("content-length", 0)))

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def end(self):
        """The last message of a stream."""
        body, last = self.body, None
        while body:
            flags, size = struct.unpack(">BI", body[:5])
            last, body = (flags, body[5:5 + size]), body[5 + size:]
        assert last and last[0] == 2, self.body
        return json.loads(last[1])

    @property
    def messages(self):
        body, found = self.body, []
        while body:
            flags, size = struct.unpack(">BI", body[:5])
            if not flags & 2:
                found.append(gzip.decompress(body[5:5 + size]) if flags & 1 else body[5:5 + size])
            body = body[5 + size:]
        return found


def ask(raw, count=1, source=None):
    """The answers to bytes on a connection of their own; fewer if the door closes it."""
    with connect(source) as connection:
        connection.sendall(raw)
        file, answers = connection.makefile("rb"), []
        try:
            for _ in range(count):
                answers.append(Answer(file))
        except (EOFError, ConnectionError):
            pass
        return answers


def connect(source=None):
    """A connection, as of another client at `source`."""
    return socket.create_connection((host, port), timeout=20, source_address=source and (source, 0))


def request(path, body=b"", verb="POST", type="application/json", length=True, **headers):
    lines = [f"{verb} {path} HTTP/1.1", "Host: door"]
    if type:
        lines.append(f"Content-Type: {type}")
    if length:
        lines.append(f"Content-Length: {len(body)}")
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def call(path, body=b"{}", **options):
    return ask(request(path, body, **options))[0]


def sign_up(source=None):
    name = "u" + secrets.token_hex(5)
    form = {"email": f"{name}@example.org", "password": "correct horse", "idempotencyKey": secrets.token_hex(12)}
    return has(ask(request(AUTH + "SignUp", json.dumps(form).encode()), source=source)[0], 200).json["tokens"]["accessToken"]


def envelope(message, flags=0):
    return struct.pack(">BI", flags, len(message)) + message


def stream(body, **options):
    return call(WATCH, body, type="application/connect+json", **options)


def has(answer, status, code=None):
    assert answer.status == status, (answer.status, answer.body)
    if code:
        assert answer.json["code"] == code, answer.body
    assert re.fullmatch("[0-9a-f]{16}", answer.headers["x-request-id"])
    assert answer.headers["x-content-type-options"] == "nosniff"
    return answer


def ends(answer, code):
    has(answer, 200)
    assert answer.headers["content-type"] == "application/connect+json"
    assert answer.headers["x-accel-buffering"] == "no"
    assert answer.end["error"]["code"] == code, answer.end
    return answer.end["error"]


NAME = json.dumps({"displayName": "ann.example"}).encode()


def unary():
    assert has(call(CHECK, NAME), 200).headers["content-type"] == "application/json"
    for type in ["application/json; charset=utf-8", "Application/JSON"]:
        has(call(CHECK, NAME, type=type), 200)
    has(call(CHECK, b"", type="application/proto"), 200)
    # Both spellings of a name; fields of a newer client.
    for body in [{"display_name": "ann"}, {"displayName": "ann", "later": [{"a": None}, "b", 1.5]}]:
        assert has(call(CHECK, json.dumps(body).encode()), 200).json == has(call(CHECK, b'{"displayName":"ann"}'), 200).json
    chunked = request(CHECK, type="application/json", length=False, Transfer_Encoding="chunked")
    has(ask(chunked + b"5\r\n" + NAME[:5] + b"\r\n%x\r\n" % (len(NAME) - 5) + NAME[5:] + b"\r\n0\r\n\r\n")[0], 200)
    two = ask(request(CHECK, NAME) * 2, count=2)
    assert [has(answer, 200).json for answer in two] == [two[0].json] * 2
    print("unary")


def refusals():
    for path in [CHECK.lower(), PROFILE + "Nothing", "/rollcall.v1.NothingService/Check", "/", "/" + CHECK]:
        has(call(path), 501, "unimplemented")
    for closed in ["AuthAdminService/ListUsers", "ProfilePeerService/EraseProfile", "AuthService/GetServiceToken",
                   "StatusService/GetResources", "RevocationService/WatchRevocations",
                   "AccountChangeService/WatchAccountChanges"]:
        has(call("/rollcall.v1." + closed), 501, "unimplemented")
    for verb in ["GET", "PUT", "DELETE", "PATCH"]:
        assert has(call(CHECK, verb=verb), 405).headers["allow"] == "POST"
    for type in ["application/ json", "text/plain", "application/connect+json", "application/grpc", "application/xml", None]:
        accepted = has(call(CHECK, type=type), 415).headers["accept-post"]
        assert accepted == "application/proto, application/json"
    accepted = has(call(WATCH), 415).headers["accept-post"]
    assert accepted == "application/connect+proto, application/connect+json"
    for body in [b"", b"{", b"[]", b'{"displayName":1}', b'{"displayName":"a","display_name":"b"}', b"{}{}", b"\xff",
                 b'{"x":' + b"[" * 500 + b"]" * 500 + b"}"]:
        has(call(CHECK, body), 400, "invalid_argument")
    has(call(CHECK, b"\x0a\x05ann", type="application/proto"), 400, "invalid_argument")
    for time in ["", "-1", "a", "1.5", "12345678901", "+1"]:
        has(call(CHECK, NAME, Connect_Timeout_Ms=time), 400, "invalid_argument")
    has(call(CHECK, NAME, Connect_Timeout_Ms="0"), 504, "deadline_exceeded")
    has(call(CHECK, NAME, Connect_Protocol_Version="2"), 400, "invalid_argument")
    # What a form shows, beside the details as a program reads them.
    error = has(call(AUTH + "SignIn", b'{"email":"nobody@example.org","password":"x"}'), 401, "unauthenticated").json
    detail = error["details"][0]
    assert detail["type"] == "rollcall.v1.ErrorInfo" and detail["debug"]["violations"][0]["reason"] == "REASON_WRONG_CREDENTIALS"
    assert b"belong together" in base64.b64decode(detail["value"] + "==") and "=" not in detail["value"]
    print("refusals")


def limits():
    # Refused by what the head declares, before any of it was sent.
    declared = request(CHECK, length=False, Content_Length="99999999")
    refused = has(ask(declared)[0], 429, "resource_exhausted")
    assert refused.headers["connection"] == "close"
    # Who sends on all the same sees the answer, and no reset.
    for raw in [request(CHECK, b"a" * (4 << 20)), request("/photo", b"a" * (4 << 20), verb="PUT", type="image/jpeg")]:
        with connect() as connection:
            connection.sendall(raw)
            assert Answer(connection.makefile("rb")).headers["connection"] == "close"
            assert connection.recv(1) == b""
    # An RPC's limit holds for what was sent, and for what it becomes.
    has(call(CHECK, b"\x0a\xff\x3f" + b"a" * 8191, type="application/proto"), 429, "resource_exhausted")
    bomb = gzip.compress(b"\0" * (1 << 30))
    has(call(CHECK, bomb, Content_Encoding="gzip"), 429, "resource_exhausted")
    small_bomb = gzip.compress(b" " * (1 << 20))
    has(call(CHECK, small_bomb, Content_Encoding="gzip"), 429, "resource_exhausted")
    endless = request(CHECK, length=False, Transfer_Encoding="chunked") + b"10000\r\n" + b" " * 65536 + b"\r\n"
    has(ask(endless)[0], 429, "resource_exhausted")
    broken = request(CHECK, length=False, Transfer_Encoding="chunked") + b"2\r\n{}\r\nZZ\r\n"
    has(ask(broken)[0], 400, "invalid_argument")
    ends(stream(struct.pack(">BI", 0, 1 << 31)), "resource_exhausted")
    ends(stream(envelope(gzip.compress(b" " * (1 << 22)), 1), Connect_Content_Encoding="gzip"), "resource_exhausted")
    for flood in [{"X": "a" * 20_000}, {f"X_{number}": "a" for number in range(200)}, {"X" * 9000: "a"}]:
        answers = ask(request(CHECK, NAME, **flood))
        assert not answers or answers[0].status in (400, 431), answers[0].status
    print("limits")


def compression():
    has(call(CHECK, gzip.compress(NAME), Content_Encoding="gzip"), 200)
    has(call(CHECK, NAME, Content_Encoding="identity"), 200)
    has(call(CHECK, gzip.compress(NAME), Content_Encoding="GZIP"), 200)
    for coding in ["br", "zstd", "gzip, gzip"]:
        error = has(call(CHECK, NAME, Content_Encoding=coding), 501, "unimplemented").json
        assert "gzip, identity" in error["message"]
    for broken in [NAME, gzip.compress(NAME)[:-4], gzip.compress(NAME) + b"more", gzip.compress(NAME)[:5]]:
        has(call(CHECK, broken, Content_Encoding="gzip"), 400, "invalid_argument")
    answer = ends(stream(envelope(b'{"userIds":[]}', 1)), "internal")
    answer = ends(stream(envelope(b"{}"), Connect_Content_Encoding="br"), "unimplemented")
    answer = ends(stream(envelope(b"no gzip", 1), Connect_Content_Encoding="gzip"), "invalid_argument")
    print("compression")


def streams():
    ends(stream(b""), "unimplemented")
    ends(stream(envelope(b"{}") * 2), "unimplemented")
    ends(stream(envelope(b"{}")[:-1]), "invalid_argument")
    ends(stream(b"\0\0"), "invalid_argument")
    for flags in [2, 4, 128]:
        ends(stream(envelope(b"{}", flags)), "invalid_argument")
    ends(stream(envelope(b"{")), "invalid_argument")
    # As the service answers it.
    assert ends(stream(envelope(b"{}")), "unauthenticated")["details"]
    print("streams")


def expectations():
    """A client that asks before it sends is answered at once: whether to send, or why not."""
    def asks(path, length, **options):
        return request(path, length=False, Content_Length=str(length), Expect="100-continue", **options)
    with connect() as connection:
        file = connection.makefile("rb")
        for _ in range(2):
            connection.sendall(asks(CHECK, len(NAME)))
            assert Answer(file).status == 100
            connection.sendall(NAME)
            has(Answer(file), 200)
    with connect() as connection:
        file, message = connection.makefile("rb"), envelope(b"{}")
        connection.sendall(asks(WATCH, len(message), type="application/connect+json"))
        assert Answer(file).status == 100
        connection.sendall(message)
        ends(Answer(file), "unauthenticated")
    token = sign_up()
    for raw, status in [(asks(CHECK, 1 << 20), 429), (asks("/photo", 100, verb="PUT", type="image/jpeg"), 401),
                        (asks("/photo", 100 << 20, verb="PUT", type="image/jpeg", Authorization="Bearer " + token), 400)]:
        with connect() as connection:
            connection.sendall(raw)
            refused = has(Answer(connection.makefile("rb")), status)
            assert refused.headers["connection"] == "close", refused.headers
    assert "20 MiB" in refused.json["message"], refused.body
    print("expectations")


def photos():
    """One at once of a user, and four of a client."""
    def begin(token):
        connection = connect()
        connection.sendall(request(
            "/photo", length=False, Content_Length="1000", Expect="100-continue", verb="PUT", type="image/jpeg",
            Authorization="Bearer " + token))
        return connection, Answer(connection.makefile("rb"))
    tokens = [sign_up("127.0.3.1") for _ in range(5)]
    held = [begin(token) for token in tokens[:4]]
    assert [answer.status for _, answer in held] == [100] * 4
    for token in [tokens[0], tokens[4]]:
        has(begin(token)[1], 503, "unavailable")
    held[0][0].sendall(b"a" * 1000)
    has(Answer(held[0][0].makefile("rb")), 400, "invalid_argument")
    again, answer = begin(tokens[4])
    assert answer.status == 100
    for connection in [again] + [connection for connection, _ in held]:
        connection.close()
    print("photos")


def crowd():
    """However many streams are open, calls are answered."""
    sources, held = ["127.0.2.%d" % number for number in range(1, 11)], []
    body = envelope(json.dumps({"userIds": ["01a21a92-2983-77f7-9253-e978b0517d12"]}).encode())
    for source in sources:
        token = sign_up(source)
        for _ in range(30):
            connection = connect(source)
            connection.sendall(request(
                PRESENCE + "WatchPresence", body, type="application/connect+json", Authorization="Bearer " + token))
            held.append(connection)
    for connection in held:
        head = connection.recv(4096)
        assert b" 200 OK" in head, head
        # Its first message.
        assert b"snapshot" in head or b"snapshot" in connection.recv(4096)
    begin = time.monotonic()
    has(call(PRESENCE + "GetPresenceSettings", Authorization="Bearer " + token), 200)
    assert time.monotonic() - begin < 1
    for connection in held:
        connection.close()
    print("crowd")


def behind_a_proxy():
    """The door counts the requests of each client, as the proxy has all the connections."""
    def begin():
        connection = connect()
        connection.sendall(request(
            CHECK, length=False, Content_Length="10", Expect="100-continue", X_Forwarded_For="2001:db8::1"))
        return connection
    held = [begin() for _ in range(int(sys.argv[4]))]
    for connection in held:
        assert Answer(connection.makefile("rb")).status == 100
    # Of the same /64.
    refused = has(call(CHECK, NAME, X_Forwarded_For="2001:db8::2"), 429, "resource_exhausted")
    assert refused.headers["retry-after"] == "1"
    for other in [{"X_Forwarded_For": "2001:db8:1::1"}, {}]:
        has(call(CHECK, NAME, **other), 200)
    for connection in held:
        connection.close()
    deadline = time.monotonic() + 10
    while call(CHECK, NAME, X_Forwarded_For="2001:db8::2").status != 200:
        assert time.monotonic() < deadline
    print("behind_a_proxy")


def stops():
    """A door that stops says so to streams."""
    body = envelope(json.dumps({"userIds": ["01a21a92-2983-77f7-9253-e978b0517d12"]}).encode())
    with connect() as connection:
        connection.sendall(request(
            PRESENCE + "WatchPresence", body, type="application/connect+json", Authorization="Bearer " + sign_up()))
        assert connection.recv(1, socket.MSG_PEEK)
        os.kill(int(sys.argv[4]), signal.SIGTERM)
        ends(Answer(connection.makefile("rb")), "unavailable")
    print("stops")


def smuggling():
    both = request(CHECK, NAME, Transfer_Encoding="chunked")
    twice = request(CHECK, NAME, length=False, Content_Length=f"{len(NAME)}\r\nContent-Length: 5")
    negative = request(CHECK, NAME, length=False, Content_Length="-1")
    coding = request(CHECK, b"0\r\n\r\n", length=False, Transfer_Encoding="chunked, identity")
    obs = request(CHECK, b"5\r\n{}   \r\n0\r\n\r\n", length=False, Transfer_Encoding="\x0bchunked")
    no_host_line = b"POST " + CHECK.encode() + b" HTTP/1.1\nContent-Length: 2\n\n{}"
    for raw in [both, twice, negative, coding, obs]:
        answers = ask(raw + request("/healthz", verb="GET", type=None, length=False), count=2)
        assert len(answers) <= 1 and all(answer.status in (400, 501) for answer in answers), (
            raw[:200], [(answer.status, answer.body) for answer in answers])
    assert len(ask(no_host_line)) <= 1
    print("smuggling")


def addresses():
    """Nobody but a proxy says for whom it calls."""
    name = "u" + secrets.token_hex(5)
    form = {"email": f"{name}@example.org", "password": "correct horse", "idempotencyKey": secrets.token_hex(12)}
    answer = has(call(
        AUTH + "SignUp", json.dumps(form).encode(), Rollcall_Client_Address="203.0.113.9",
        X_Forwarded_For="203.0.113.9", Forwarded="for=203.0.113.9"), 200).json
    assert answer["session"].get("addressPrefix") != "203.0.113.0/24", answer["session"]
    print("addresses")


def origins():
    own, other = "https://app.example.org", "https://app.example.org.evil.example"
    answer = has(call(CHECK, NAME, Origin=own), 200)
    assert answer.headers["access-control-allow-origin"] == own and answer.headers["vary"] == "Origin"
    assert "access-control-allow-credentials" not in answer.headers
    for origin in [other, "null", own + "/", own.upper()]:
        answer = has(call(CHECK, NAME, Origin=origin), 200)
        assert "access-control-allow-origin" not in answer.headers and answer.headers["vary"] == "Origin"
    def preflight(origin):
        return has(call(CHECK, b"", verb="OPTIONS", type=None, Origin=origin, Access_Control_Request_Method="POST",
                        Access_Control_Request_Headers="authorization,connect-protocol-version"), 204)
    answer = preflight(own)
    assert answer.headers["access-control-max-age"] == "7200" and "POST" in answer.headers["access-control-allow-methods"]
    assert "Authorization" in answer.headers["access-control-allow-headers"]
    assert "access-control-allow-origin" not in preflight(other).headers
    print("origins")


def health():
    for path in ["/healthz", "/healthz?from=nginx", "/readyz"]:
        has(call(path, b"", verb="GET", type=None), 200)
        assert has(call(path, verb="POST"), 405).headers["allow"] == "GET, HEAD"
    with connect() as connection:
        file = connection.makefile("rb")
        for verb, path, status in [("HEAD", "/readyz", 200), ("HEAD", "/", 303), ("HEAD", CHECK, 405), ("GET", "/healthz", 200)]:
            connection.sendall(request(path, b"", verb=verb, type=None))
            has(Answer(file, verb), status)
    assert has(call("/readyz", b"", verb="GET", type=None), 200).json == {
        "auth": "serving", "profile": "serving", "presence": "serving"}
    print("health")


parts = [unary, refusals, limits, compression, streams, expectations, photos, smuggling, addresses, origins, crowd, health]
alone = {"behind_a_proxy": [behind_a_proxy], "stops": [stops]}
for part in alone[sys.argv[3]] if len(sys.argv) > 3 else parts:
    part()
