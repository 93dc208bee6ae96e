"""PocketBase on the core that the door has otherwise, with one user."""

import json
import signal
import subprocess
import time
import urllib.request
from contextlib import contextmanager
from tempfile import TemporaryDirectory

from processes import SERVER_CORE, pinned
from programs import BUILT, POCKETBASE

ADMINISTRATOR = {"identity": "admin@bench.example", "password": "correct horse"}
USER = {"identity": "ann@bench.example", "password": "correct horse"}
RECORD = {"email": USER["identity"], "password": USER["password"], "passwordConfirm": USER["password"], "name": "Ann"}


@contextmanager
def pocketbase(port):
    """The address of the user's record, and the user's token."""
    with TemporaryDirectory(dir=BUILT) as data:
        program = [POCKETBASE / "bin/pocketbase", "--dir", data]
        subprocess.run(
            [*program, "superuser", "upsert", *ADMINISTRATOR.values()], stdout=subprocess.DEVNULL, check=True)
        process = subprocess.Popen(
            pinned(SERVER_CORE, [*program, "serve", f"--http=127.0.0.1:{port}"]), stdout=subprocess.DEVNULL)
        try:
            collections = f"http://127.0.0.1:{port}/api/collections"
            wait_for(collections, process)
            token = post(f"{collections}/_superusers/auth-with-password", ADMINISTRATOR)["token"]
            record = post(f"{collections}/users/records", RECORD, token)["id"]
            own = post(f"{collections}/users/auth-with-password", USER)["token"]
            yield f"{collections}/users/records/{record}", own
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def wait_for(collections, process):
    for _ in range(200):
        if process.poll() is not None:
            break
        try:
            urllib.request.urlopen(collections.removesuffix("collections") + "health", timeout=2)
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit("PocketBase does not serve")


def post(url, form, token=""):
    return json.loads(urllib.request.urlopen(urllib.request.Request(
        url, json.dumps(form).encode(), {"Content-Type": "application/json", "Authorization": token})).read())


def pocketbase_version():
    said = subprocess.run([POCKETBASE / "bin/pocketbase", "--version"], stdout=subprocess.PIPE, text=True, check=True)
    return said.stdout.split()[-1]
