"""The door for apps, beside nginx answering as many bytes that it has at hand, and PocketBase; and its pages."""

import json
import os
import re
import secrets
import socket
import struct
import subprocess
import time
import urllib.request
from contextlib import ExitStack, contextmanager
from tempfile import TemporaryDirectory

from daemons import rollcall
from figures import ONE, Figure, Probe, Source, own_figure
from first_load import first_load
from machine import debian
from pocketbase_peer import pocketbase, pocketbase_version
from processes import CLIENT_CORE, SERVER_CORE, Running, pinned
from programs import BUILT, daemon
from seed import CHEAP, seed
from storage import closed

SECONDS = (3, 10)
SETTING = "The door on one core, the services and the load on another; HTTP/1.1 with keep-alive, over loopback."
PORTS = {"auth": 19710, "profile": 19711, "presence": 19712, "web": 19713, "nginx": 19714, "pocketbase": 19715}
CONNECTIONS, STREAMS = 64, 500


@contextmanager
def started(core, command, log):
    with open(log, "wb") as file:
        process = subprocess.Popen(pinned(core, command), stdout=file, stderr=file)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


@contextmanager
def door():
    """The door, and a person's token and id."""
    with ExitStack() as stack:
        data = stack.enter_context(TemporaryDirectory(dir=BUILT))
        place = {name: f"127.0.0.1:{port}" for name, port in PORTS.items()}
        sockets = {name: f"unix:{data}/{name}.sock" for name in ("auth", "profile", "presence")}
        peers = {
            "profile": ["--auth", sockets["auth"]],
            "auth": ["--profile", sockets["profile"], "--presence", sockets["presence"]],
            "presence": ["--auth", sockets["auth"], "--profile", sockets["profile"]]}
        for name, options in peers.items():
            stack.enter_context(started(CLIENT_CORE, [
                daemon(name), "--data", f"{data}/{name}", "--listen", place[name], "--listen", sockets[name],
                "--trusted-proxy", "127.0.0.1", *options], f"{data}/{name}.log"))
        process = stack.enter_context(started(SERVER_CORE, [
            daemon("web"), "--data", f"{data}/web", "--listen", f"unix:{data}/web.sock", "--http", place["web"],
            "--trusted-proxy", "127.0.0.1",
            *[option for name in peers for option in (f"--{name}", place[name])]], f"{data}/web.log"))
        for _ in range(200):
            try:
                with urllib.request.urlopen(url("/readyz"), timeout=2):
                    break
            except OSError:
                time.sleep(0.1)
        form = {"email": f"{secrets.token_hex(6)}@example.org", "password": secrets.token_hex(9),
                "displayName": "u" + secrets.token_hex(5), "idempotencyKey": secrets.token_hex(12)}
        made = json.loads(urllib.request.urlopen(urllib.request.Request(
            url("/rollcall.v1.AuthService/SignUp"), json.dumps(form).encode(),
            {"Content-Type": "application/json"})).read())
        yield Running(process), made["session"]["userId"], made["tokens"]["accessToken"]


def url(path, server="web"):
    return f"http://127.0.0.1:{PORTS[server]}{path}"


def requests_per_second(url, seconds, script="", connections=CONNECTIONS):
    """By wrk, and the median of their times in microseconds."""
    with TemporaryDirectory() as directory:
        options = []
        if script:
            with open(f"{directory}/wrk.lua", "w") as file:
                file.write(script)
            options = ["-s", file.name]
        said = subprocess.run(
            pinned(CLIENT_CORE, [
                "wrk", "-t1", f"-c{connections}", f"-d{max(1, round(seconds))}", "--latency", *options, url]),
            stdout=subprocess.PIPE, text=True, check=True).stdout
    assert "Non-2xx" not in said and "Socket errors" not in said, said
    number, unit = re.search(r"50%\s+([\d.]+)(us|ms|s)", said).groups()
    return (float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1]),
            float(number) * {"us": 1, "ms": 1_000, "s": 1_000_000}[unit])


def post(type, body, token):
    """For wrk: a request with these bytes."""
    text = "".join(
        f"\\{byte:03}" if byte < 32 or byte > 126 or byte in b'"\\' else chr(byte) for byte in body)
    return (f'wrk.method = "POST"\nwrk.body = "{text}"\n'
            f'wrk.headers["Content-Type"] = "application/{type}"\n'
            f'wrk.headers["Authorization"] = "Bearer {token}"\n')


def field(number, body):
    return bytes([number << 3 | 2, len(body)]) + body


def unary(*, seconds):
    with door() as (_, user, token), TemporaryDirectory(dir=BUILT) as directory:
        path = url("/rollcall.v1.ProfileService/GetProfile")
        proto = field(1, field(1, user.encode()))
        form = json.dumps({"user": {"userId": user}}).encode()
        answer = urllib.request.urlopen(urllib.request.Request(
            path, proto, {"Content-Type": "application/proto", "Authorization": f"Bearer {token}"})).read()
        ours, _ = requests_per_second(path, seconds, post("proto", proto, token))
        as_json, _ = requests_per_second(path, seconds, post("json", form, token))
        _, alone = requests_per_second(path, seconds, post("proto", proto, token), connections=1)
        with nginx(directory, len(answer)):
            theirs, _ = requests_per_second(url("/", "nginx"), seconds)
        with pocketbase(PORTS["pocketbase"]) as (record, own):
            records, _ = requests_per_second(record, seconds, f'wrk.headers["Authorization"] = "{own}"\n')
    return {"ours": ours, "json": as_json, "theirs": theirs, "records": records,
            "alone_us": alone, "added_us": alone - rpc(seconds / 2)}


def pages(*, seconds):
    with door():
        _, rendered = requests_per_second(url("/sign-in"), seconds, connections=1)
        bytes, requests = first_load(PORTS["web"], "/sign-in")
    return {"rendered_us": rendered, "bytes": bytes, "requests": requests}


def rpc(seconds):
    """The same without the door: one call in flight, the median in microseconds."""
    with rollcall(seed(1000, CHEAP), ["auth", "profile"]) as services:
        return closed(
            services.profile, services, "get-any-profile", "--warm-up", 5_000, sessions=64, seconds=seconds)["p50_us"]


@contextmanager
def nginx(directory, size):
    os.chmod(directory, 0o755)
    with open(f"{directory}/nginx.conf", "w") as file:
        file.write(
            f"daemon off; master_process off; pid {directory}/pid; error_log {directory}/error;\n"
            "events { worker_connections 256; }\n"
            "http { access_log off; keepalive_requests 1000000000;\n"
            f"  server {{ listen 127.0.0.1:{PORTS['nginx']}; location / {{ return 200 \"{'a' * size}\"; }} }} }}\n")
    command = ["/usr/sbin/nginx", "-p", directory, "-c", file.name]
    with started(SERVER_CORE, command, f"{directory}/log"):
        time.sleep(0.3)
        yield


def idle(*, seconds):
    """What an open watch of presence costs the door."""
    with door() as (process, user, token):
        message = field(1, user.encode())
        body = struct.pack(">BI", 0, len(message)) + message
        request = (
            "POST /rollcall.v1.PresenceService/WatchPresence HTTP/1.1\r\nHost: door\r\n"
            f"Content-Type: application/connect+proto\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n").encode() + body

        def watch():
            one = socket.create_connection(("127.0.0.1", PORTS["web"]))
            one.sendall(request)
            assert one.recv(65536).startswith(b"HTTP/1.1 200"), "a watch was refused"
            return one

        # A user has at most 64 watches.
        open = [watch() for _ in range(8)]
        time.sleep(1)
        before = process.resident_kilobytes()
        open += [watch() for _ in range(56)]
        time.sleep(1)
        kilobytes = (process.resident_kilobytes() - before) / 56
        for one in open:
            one.close()
    return {"kilobytes": kilobytes}


def probes(seconds):
    return [
        Probe("unary", lambda: unary(seconds=seconds)), Probe("pages", lambda: pages(seconds=seconds)),
        Probe("idle", lambda: idle(seconds=seconds), once=True)]


def against(peer, name, unit, ours, theirs, goal):
    return Figure(name, unit, Source("unary", ours), peer, [Source("unary", theirs)], goal)


FIGURES = [
    against("nginx, return", "web_get_profile_64", "1/s", "ours", "theirs", 0.25),
    against("PocketBase, a record", "web_get_profile_64_record", "1/s", "ours", "records", 3),
    against("the same as proto", "web_get_profile_64_json", "1/s", "json", "ours", 0.7),
    own_figure("web_get_profile_p50", "us", ("unary", "alone_us"), ONE, None, less=True),
    own_figure("web_page_rendered_p50", "us", ("pages", "rendered_us"), ONE, 1000, less=True),
    own_figure("web_first_load_bytes", "bytes", ("pages", "bytes"), ONE, 20_000, less=True),
    own_figure("web_first_load_requests", "requests", ("pages", "requests"), ONE, 4, less=True),
    own_figure("web_get_profile_added_p50", "us", ("unary", "added_us"), ONE, 150, less=True),
    own_figure("web_idle_stream", "kB", ("idle", "kilobytes"), ONE, 24, less=True),
]


def versions():
    return {"nginx": debian("nginx"), "wrk": debian("wrk"), "PocketBase": pocketbase_version()}
