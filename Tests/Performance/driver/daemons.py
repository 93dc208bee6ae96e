"""Starts Rollcall's own processes, as an operator would, but on one core."""

import os
import shutil
import signal
import socket
import subprocess
import time
from contextlib import ExitStack, contextmanager
from functools import cache
from tempfile import TemporaryDirectory

from processes import SERVER_CORE, Running, load, pinned
from programs import ACCOUNTS, BUILT, daemon

NAMES = ("auth", "profile", "presence")

# Beyond any load, so that what is measured is the work.
UNLIMITED = "1000000/1:1000000"
LIMITS = (
    "account", "device", "address", "everyone", "sign-in.account", "sign-in.device",
    "refresh.address")


class Daemon(Running):
    """One that is looked at, and where it listens."""

    def __init__(self, process, socket_path):
        super().__init__(process)
        self.address = f"unix:{socket_path}"


class Rollcall:
    """The daemons that run, and the sessions that their users hold."""

    def __init__(self, daemons, seed, data):
        self.auth, self.profile, self.presence = (daemons.get(name) for name in NAMES)
        self.sessions, self.users = seed.sessions, seed.users
        self.data = data
        self.profile_database = f"{data}/profile/profile.sqlite"
        self.taken = 0

    def take(self, count):
        """The options for sessions that no load has used: only it knows their tokens then."""
        self.taken += count
        return ["--sessions", self.sessions, "--first", self.taken - count, "--most", count]


@contextmanager
def rollcall(
        seed, only=NAMES, options=(), profile_options=(), profile_environment=None,
        presence_options=(), presence_program=None):
    """Runs daemons on a copy of the seed, until the end of the `with`.

    `options` are more of rollcall-auth's, `profile_options` of rollcall-profile's, and
    `profile_environment` is added to its environment. `presence_options` are more of rollcall-presence's, and
    `presence_program` is run in place of it: an older one.
    """
    with ExitStack() as stack:
        data = stack.enter_context(copy_of(seed.directory))
        sockets = stack.enter_context(TemporaryDirectory())
        # A seed has nothing of Presence, whose files another version may refuse.
        shutil.rmtree(f"{data}/presence")
        daemons = {
            name: stack.enter_context(
                running(
                    name, data, sockets, options, profile_options, profile_environment,
                    presence_options, presence_program))
            for name in only}
        for one in daemons.values():
            wait_until_it_serves(one)
        yield Rollcall(daemons, seed, data)


def make_files(directory):
    """Has the daemons make their files."""
    with ExitStack() as stack:
        sockets = stack.enter_context(TemporaryDirectory())
        for name in NAMES:
            one = stack.enter_context(running(name, directory, sockets, ()))
            wait_until_it_listens(one)


@contextmanager
def copy_of(directory):
    """On the disk that the seeds are on: a temporary directory may be in memory."""
    with TemporaryDirectory(dir=BUILT) as copy:
        subprocess.run(["cp", "-a", "--reflink=auto", f"{directory}/.", copy], check=True)
        # What is still to be written would be written while something is measured.
        os.sync()
        yield copy


@contextmanager
def running(
        name, data, sockets, options, profile_options=(), profile_environment=None,
        presence_options=(), presence_program=None):
    environment = None
    program = presence_program if name == "presence" and presence_program else daemon(name)
    command = [
        program, "--data", f"{data}/{name}", "--listen", f"unix:{sockets}/{name}",
        *connections(name, sockets)]
    if name == "profile":
        for limit in (
                "name-check.address", "profile-batch.account", "search.account",
                "profile-update.account"):
            command += ["--limit", f"{limit}={UNLIMITED}"]
        command += profile_options
        environment = profile_environment
    if name == "presence":
        for limit in ("lease.account", "presence-settings.account"):
            command += ["--limit", f"{limit}={UNLIMITED}"]
        command += presence_options
    if name == "auth":
        for limit in LIMITS:
            command += ["--limit", f"{limit}={UNLIMITED}"]
        # As many lanes as the daemon has cores.
        command += ["--hash-workers", 1, *options]
    with started(pinned(SERVER_CORE, command), f"{data}/{name}.log", environment) as process:
        yield Daemon(process, f"{sockets}/{name}")


@contextmanager
def started(command, log, environment=None):
    """Runs a program, and ends it as systemd would."""
    with open(log, "w") as file:
        process = subprocess.Popen(
            list(map(str, command)), stderr=file, env={**os.environ, **(environment or {})})
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def connections(name, sockets):
    """The options for where a daemon finds the others: what it has of them."""
    return [
        word for other in NAMES if knows(name, f"--{other}")
        for word in (f"--{other}", f"unix:{sockets}/{other}")]


@cache
def knows(name, option):
    """Whether a daemon has an option."""
    text = subprocess.run([daemon(name), "--help"], stdout=subprocess.PIPE, text=True, check=True)
    return f"{option} " in text.stdout


def wait_until_it_serves(one):
    """Profile and Presence do once Auth has told them which sessions have ended."""
    wait_until_it_listens(one)
    load([*ACCOUNTS, "serving", "--target", one.address])


def wait_until_it_listens(one):
    path = one.address.removeprefix("unix:")
    for _ in range(600):
        if one.process.poll() is not None:
            raise SystemExit(f"{one.address} has ended by itself")
        with socket.socket(socket.AF_UNIX) as attempt:
            if attempt.connect_ex(path) == 0:
                return
        time.sleep(0.05)
    raise SystemExit(f"{one.address} does not listen")
