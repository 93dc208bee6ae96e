"""The quickstart's job, each step at the other host than the one before."""

import hashlib
import json
import os
import secrets
import subprocess
import time
from pathlib import Path

from daemons import HOSTS, PORTS
from engines import wait_for
from network import ADDRESSES

PHOTO = Path(__file__).resolve().parents[2] / "deploy/quickstart-photo.jpg"


class Job:
    def __init__(self, programs, directory):
        self.program, self.place = Path(programs) / "rollcall", Path(directory) / "job"
        self.place.mkdir()
        self.turn = 0

    def command(self, client):
        """How the command line is called, as a client with a state of its own, at the next host."""
        self.turn += 1
        host = HOSTS[self.turn % len(HOSTS)]
        at = {f"ROLLCALL_{service.upper()}": f"{ADDRESSES[host]}:{port}" for service, port in PORTS.items()}
        return {**os.environ, **at, "ROLLCALL_PLAINTEXT": "1", "XDG_STATE_HOME": str(self.place / client)}

    def rollcall(self, *words, client="first"):
        done = subprocess.run(
            [self.program, *words], env=self.command(client), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True)
        if done.returncode:
            raise SystemExit(f"`rollcall {' '.join(map(str, words))}` has failed: {done.stdout}")
        return done.stdout

    def expect(self, text, *words, **options):
        answer = self.rollcall(*words, **options)
        if text not in answer:
            raise SystemExit(f"`rollcall {' '.join(map(str, words))}` says {answer!r}, without {text!r}.")

    def run(self):
        name = f"ann.{secrets.token_hex(4)}"
        email, password = f"{name}@example.org", self.place / "password"
        password.write_text(secrets.token_hex(12))
        password.chmod(0o600)
        proof = ("--email", email, "--password-file", password)
        self.rollcall("sign-up", *proof, "--name", name)
        self.expect(email, "whoami")
        self.rollcall("name", "check", f"{name}.2")
        self.rollcall("photo", "set", PHOTO)
        self.expect(name, "profile", "show", name)
        self.rollcall("photo", "get", name, self.place / "photo.jpg")
        stored = json.loads(self.rollcall("profile", "show", name, "--json"))["photo"]["photoId"]
        if hashlib.sha256((self.place / "photo.jpg").read_bytes()).hexdigest() != stored:
            raise SystemExit("the photo that came down is not the one that was stored.")
        self.rollcall("sign-in", *proof, client="second")
        self.watch(name)
        self.rollcall("sign-out")
        self.rollcall("sign-in", *proof)
        self.expect(email, "whoami")

    def watch(self, name):
        """At one host somebody is seen to come and to go, who is at the other."""
        seen = self.place / "watch"
        with open(seen, "w") as file:
            watch = subprocess.Popen(
                [self.program, "presence", "watch", name], env=self.command("second"), stdout=file, stderr=file)
        try:
            wait_for("the watch's first line", lambda: "offline" in seen.read_text())
            self.rollcall("presence", "set", "online", "--for", "2")
            wait_for("the watch's last line", lambda: "offline" in seen.read_text().partition("online")[2])
        finally:
            watch.terminate()
            watch.wait()


def run_job(programs, directory):
    began = time.monotonic()
    Job(programs, directory).run()
    print(f"The quickstart's job was done at both hosts in {time.monotonic() - began:.0f} s.", flush=True)
