"""Django with django-allauth under gunicorn: one worker, on the core that Auth has otherwise."""

import json
import os
import signal
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from processes import CLIENT_CORE, SERVER_CORE, pinned
from programs import BUILT, DJANGO, PERFORMANCE

PROJECT = PERFORMANCE / "Peers/django"
HTTP_LOAD = PERFORMANCE / "driver/http_load.py"
PASSWORD = "correct horse battery staple"
USERS = 1_000


def django(in_flight, *, seconds):
    """Sign-ins, and checks of the sessions that they have opened."""
    with serving(in_flight) as address:
        def load(requests, **options):
            return http_load(
                {"socket": address, "requests": requests, "in_flight": in_flight,
                 "seconds": seconds, "collect": [], **options})

        sign_ins = [sign_in(number) for number in range(USERS)]
        warm = load(sign_ins, most=2 * in_flight, collect=["meta", "session_token"])
        found = load(sign_ins)
        checks = load([check(token) for token in warm["collected"]], seconds=seconds / 2)
    return {
        "sign_ins_per_second": found["calls_per_second"],
        "session_checks_per_second": checks["calls_per_second"]}


def sign_in(number):
    body = json.dumps({"email": f"user{number}@bench.example", "password": PASSWORD})
    return ["POST", "/_allauth/app/v1/auth/login", {"Content-Type": "application/json"}, body]


def check(token):
    return ["GET", "/_allauth/app/v1/auth/session", {"X-Session-Token": token}, ""]


def http_load(load):
    finished = subprocess.run(
        pinned(CLIENT_CORE, ["python3", HTTP_LOAD]), input=json.dumps(load),
        stdout=subprocess.PIPE, text=True, check=True, timeout=120)
    return json.loads(finished.stdout)


@contextmanager
def serving(threads):
    """Runs gunicorn with a thread for each connection; Argon2 and SQLite let the others run."""
    with TemporaryDirectory(dir=BUILT) as directory:
        address = f"{directory}/socket"
        settings = {
            **os.environ, "DJANGO_SETTINGS_MODULE": "settings",
            "BENCH_DATABASE": f"{directory}/django.sqlite", "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONWARNINGS": "ignore"}
        subprocess.run(
            [DJANGO / "bin/python", PROJECT / "make_users.py", str(USERS), PASSWORD], check=True,
            env=settings)
        command = [
            DJANGO / "bin/gunicorn", "--chdir", PROJECT, "--bind", f"unix:{address}",
            "--worker-class", "gthread", "--workers", 1, "--threads", threads, "--keep-alive", 60,
            "--log-level", "error", "wsgi"]
        process = subprocess.Popen(pinned(SERVER_CORE, command), env=settings)
        try:
            wait_for(Path(address), process)
            yield address
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def wait_for(path, process):
    for _ in range(300):
        if process.poll() is not None:
            break
        if path.exists():
            return
        time.sleep(0.1)
    raise SystemExit("gunicorn does not serve Django")


def django_versions():
    """As they are installed."""
    names = ("Django", "django-allauth", "gunicorn", "argon2-cffi")
    listed = subprocess.run(
        [DJANGO / "bin/pip", "list", "--format", "json"], stdout=subprocess.PIPE, text=True,
        check=True)
    found = {one["name"]: one["version"] for one in json.loads(listed.stdout)}
    return {"Django": ", ".join(f"{name} {found.get(name, '?')}" for name in names)}
