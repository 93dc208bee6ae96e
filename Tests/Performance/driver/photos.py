"""Photos on their way in and out, and what is made of them; and the programs that do only that."""

import os
import re
import statistics
import subprocess
import time
from contextlib import contextmanager
from functools import cache
from tempfile import TemporaryDirectory

from daemons import UNLIMITED, rollcall, started
from figures import ONE, Figure, Probe, Source, own_figure
from machine import debian
from processes import CLIENT_CORE, SERVER_CORE, load, pinned
from programs import ACCOUNTS, BUILT, ROLLCALL, ROOT, daemon
from seed import CHEAP, seed

__all__ = ["FIGURES", "probes", "versions"]

# A small set: what is measured is the photos.
USERS = 10_000
SIZE = 100 << 10
PICTURE = ROOT / "deploy/quickstart-photo.jpg"
PORT, NGINX_PORT = 4791, 4792
READERS = 16


@contextmanager
def profile(*, has_sizes=False):
    """Profile on the core of servers, with photos over HTTP. What makes the sizes would run beside it."""
    options = [
        "--limit", f"photo-upload.account={UNLIMITED}", "--photo-http", f"127.0.0.1:{PORT}",
        "--photo-url", f"http://127.0.0.1:{PORT}", "--photo-side", "8192",
        "--photo-program", daemon("photo") if has_sizes else "/bin/false"]
    with rollcall(seed(USERS, CHEAP), ["auth", "profile"], profile_options=options) as services:
        yield services


def put(services, *, in_flight, seconds):
    return load(
        [*ACCOUNTS, "photo-put", "--auth", services.auth.address, "--profile",
         services.profile.address, "--photo", PICTURE, "--size", SIZE, "--seconds", seconds,
         *services.take(in_flight)])


def puts(*, seconds):
    """Uploads, and as many bytes and rows stored by the program that does nothing else, in turns."""
    found = {}
    with profile() as services, TemporaryDirectory(dir=BUILT) as directory:
        for in_flight in 1, 32:
            ours = put(services, in_flight=in_flight, seconds=seconds)
            place = f"{directory}/{in_flight}"
            os.mkdir(place)
            theirs = load([BUILT / "photo-put", place, in_flight, seconds], core=SERVER_CORE)
            for name, said in ("ours", ours), ("theirs", theirs):
                found[f"{name}_{in_flight}_p50_us"] = said["p50_us"]
                found[f"{name}_{in_flight}_per_second"] = said["photos_per_second"]
    return found


def gets(*, seconds):
    """One photo that everyone sees, and the same file from nginx, by the same reader, in turns."""
    with profile() as services, TemporaryDirectory(dir=BUILT) as directory:
        url = put(services, in_flight=1, seconds=0.1)["url"]
        body = subprocess.run(["curl", "-sf", url], stdout=subprocess.PIPE, check=True).stdout
        # Without what a photo may not say; the rest is what was sent.
        assert len(body) > SIZE * 0.95, len(body)
        with open(f"{directory}/photo.jpg", "wb") as file:
            file.write(body)
        with nginx(directory):
            theirs = f"http://127.0.0.1:{NGINX_PORT}/photo.jpg"
            return {
                "ours": megabytes_per_second(url, len(body), seconds),
                "theirs": megabytes_per_second(theirs, len(body), seconds)}


def megabytes_per_second(url, size, seconds):
    said = subprocess.run(
        pinned(CLIENT_CORE, ["wrk", "-t1", f"-c{READERS}", f"-d{max(1, round(seconds))}", url]),
        stdout=subprocess.PIPE, text=True, check=True).stdout
    assert "Non-2xx" not in said and "Socket errors" not in said, said
    return float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1]) * size / 1e6


@contextmanager
def nginx(directory):
    os.chmod(directory, 0o755)
    configuration = f"{directory}/nginx.conf"
    with open(configuration, "w") as file:
        file.write(
            f"daemon off; master_process off; pid {directory}/pid; error_log {directory}/error;\n"
            "events { worker_connections 256; }\n"
            "http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;\n"
            "  open_file_cache max=16; types { image/jpeg jpg; }\n"
            f"  server {{ listen 127.0.0.1:{NGINX_PORT}; root {directory}; }} }}\n")
    command = pinned(SERVER_CORE, ["/usr/sbin/nginx", "-p", directory, "-c", configuration])
    with started(command, f"{directory}/log"):
        time.sleep(0.3)
        yield


def sanitized(*, seconds):
    said = load([*ROLLCALL, "sanitize", "--photo", PICTURE, "--times", round(200 * seconds)])
    return {"p50_ms": said["p50_us"] / 1_000, "refused_p99_ms": said["refused_p99_us"] / 1_000}


def sizes(*, seconds):
    """The four sizes of a photo of 12 megapixels: by our program, and by vipsthumbnail in one run each."""
    picture = picture_of_12_megapixels()
    ours, theirs = [], []
    for _ in range(max(3, round(5 * seconds))):
        with open(picture, "rb") as file:
            ours.append(took([daemon("photo"), "sizes"], stdin=file))
        theirs.append(sum(took(
            ["vipsthumbnail", picture, "--size", f"{side}x{side}", "--smartcrop", "centre", "-o",
             f"/tmp/.rollcall-bench-{side}.jpg"]) for side in (64, 128, 256, 512)))
    return {
        "ours_ms": statistics.median(ours) * 1_000, "theirs_ms": statistics.median(theirs) * 1_000}


def took(command, **options):
    start = time.monotonic()
    subprocess.run(
        pinned(CLIENT_CORE, command), check=True, stdout=subprocess.DEVNULL,
        env={**os.environ, "VIPS_CONCURRENCY": "1"}, **options)
    return time.monotonic() - start


@cache
def picture_of_12_megapixels():
    """Slopes and noise, of about the size that a phone writes."""
    path = BUILT / "12-megapixels.jpg"
    if not path.exists():
        width, height = 4000, 3000
        noise = os.urandom(width * 3)
        rows = bytearray()
        for y in range(height):
            shift = y * 37 % (width * 3)
            row = noise[shift:] + noise[:shift]
            rows += bytes((x // 12 % 200 + y // 20 + (byte & 15)) & 0xFF for x, byte in enumerate(row))
        subprocess.run(
            ["cjpeg", "-quality", "85", "-outfile", path],
            input=b"P6 %d %d 255\n" % (width, height) + bytes(rows), check=True)
    return path


def probes(seconds):
    return [
        Probe("puts", lambda: puts(seconds=seconds)),
        Probe("gets", lambda: gets(seconds=seconds)),
        Probe("sanitized", lambda: sanitized(seconds=seconds)),
        Probe("sizes", lambda: sizes(seconds=seconds)),
    ]


def against(peer, name, unit, probe, ours, theirs, goal, less=False):
    return Figure(name, unit, Source(probe, ours), peer, [Source(probe, theirs)], goal, less)


FIGURES = [
    against("durable files, rows", "photo_put_1", "us", "puts", "ours_1_p50_us", "theirs_1_p50_us", 2,
            less=True),
    against("durable files, rows", "photo_put_32", "1/s", "puts", "ours_32_per_second",
            "theirs_32_per_second", 0.5),
    against("nginx", "photo_get_hot", "MB/s", "gets", "ours", "theirs", 0.3),
    own_figure("sanitize_300k", "ms", ("sanitized", "p50_ms"), ONE, 0.3, less=True),
    own_figure("refuse_300k_p99", "ms", ("sanitized", "refused_p99_ms"), ONE, 1, less=True),
    against("vipsthumbnail", "sizes_12mp", "ms", "sizes", "ours_ms", "theirs_ms", 1, less=True),
]


def versions():
    return {
        "nginx": debian("nginx"), "wrk": debian("wrk"), "libvips-tools": debian("libvips-tools")}
