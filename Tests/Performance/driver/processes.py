"""Starts servers and loads, each on a core of its own, and looks at what a process uses."""

import json
import os
import resource
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

SERVER_CORE, CLIENT_CORE = 0, 1
TICKS = os.sysconf("SC_CLK_TCK")


def pinned(core, command):
    """The command on one core, or on all for None."""
    cores = [] if core is None else ["taskset", "-c", str(core % os.cpu_count())]
    return [*cores, *map(str, command)]


class Running:
    """A process that is looked at while it runs."""

    def __init__(self, process):
        self.process = process

    def processor_seconds(self):
        """User and system time of all its threads so far."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def read_bytes(self):
        """What it has had read from disks so far."""
        with open(f"/proc/{self.process.pid}/io") as io:
            return next(int(line.split()[1]) for line in io if line.startswith("read_bytes:"))

    def resident_kilobytes(self):
        """What it holds of memory."""
        return status_field(self.process, "VmRSS")

    def forget_peak(self):
        """From now on `peak_kilobytes` counts."""
        with open(f"/proc/{self.process.pid}/clear_refs", "w") as file:
            file.write("5")

    def peak_kilobytes(self):
        """The most that it has held of memory."""
        return status_field(self.process, "VmHWM")


class Server(Running):
    """One that says where it listens."""

    def __init__(self, process):
        super().__init__(process)
        self.address = json.loads(process.stdout.readline())["listening"]


def status_field(process, name):
    with open(f"/proc/{process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(f"{name}:"))


@contextmanager
def serving(command, **environment):
    """Runs a server, until the end of the `with`."""
    raise_file_limit()
    process = subprocess.Popen(
        pinned(SERVER_CORE, command), stdout=subprocess.PIPE, text=True,
        env={**os.environ, **environment})
    try:
        yield Server(process)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def load(command, core=CLIENT_CORE, **environment):
    """Runs a load, and returns what it reports."""
    finished = subprocess.run(
        pinned(core, command), stdout=subprocess.PIPE, text=True, check=True, timeout=120,
        env={**os.environ, **environment})
    return json.loads(finished.stdout)


def load_together(*commands):
    """Runs loads at the same time, and returns what each reports."""
    with ThreadPoolExecutor(len(commands)) as threads:
        return list(threads.map(load, commands))


@contextmanager
def holding(command):
    """Runs a load that reports and then holds what it has until the end of the `with`."""
    process = subprocess.Popen(
        pinned(CLIENT_CORE, command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield json.loads(process.stdout.readline())
    finally:
        process.stdin.close()
        process.wait()


def raise_file_limit():
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
