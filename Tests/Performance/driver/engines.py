"""Starts the engines that Rollcall's stores are held against: PostgreSQL and Redis, on one core."""

import os
import pwd
import re
import shutil
import signal
import sqlite3
import subprocess
import time
from contextlib import closing, contextmanager
from tempfile import TemporaryDirectory

from processes import CLIENT_CORE, SERVER_CORE, pinned
from programs import BUILT

POSTGRESQL = "/usr/lib/postgresql/15/bin"
DATABASE = "bench"


class PostgreSQL:
    """A server of our own that listens on a unix socket alone."""

    def __init__(self, directory):
        self.directory = directory
        self.url = f"postgresql://postgres@/{DATABASE}?host={directory}"

    def run(self, program, *arguments, core=CLIENT_CORE, **options):
        command = [
            f"{POSTGRESQL}/{program}", "-h", self.directory, "-U", "postgres", *arguments, DATABASE]
        return subprocess.run(
            pinned(core, command), check=True, stdout=subprocess.PIPE, text=True, **options).stdout

    def sql(self, text):
        return self.run("psql", "-qAtX", "-v", "ON_ERROR_STOP=1", input=text)

    def copy(self, database, tables):
        """Has the rows of an SQLite file in tables that are there."""
        with closing(sqlite3.connect(database)) as connection:
            for table in tables:
                names = ", ".join(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))
                rows = connection.execute(f"SELECT {names} FROM {table}")
                self.run(
                    "psql", "-qX", "-v", "ON_ERROR_STOP=1", "-c", f"COPY {table} ({names}) FROM STDIN",
                    input="".join("\t".join(map(as_copied, row)) + "\n" for row in rows))
        self.sql("VACUUM ANALYZE")

    def transactions_per_second(self, *options, clients, seconds):
        """What pgbench says, of prepared statements; it has the core that a load has otherwise.

        Each statement is planned once, not anew for its first five executions: what is measured is
        shorter than the life of a connection.
        """
        generic = {**os.environ, "PGOPTIONS": "-c plan_cache_mode=force_generic_plan"}
        said = self.run(
            "pgbench", "-n", "-M", "prepared", "-c", clients, "-j", 1, "-T", max(1, round(seconds)),
            *options, env=generic)
        return float(re.search(r"tps = ([\d.]+) \(without", said).group(1))


def as_copied(value):
    """As COPY's text format has it."""
    if value is None:
        return "\\N"
    return "\\\\x" + value.hex() if isinstance(value, bytes) else str(value)


@contextmanager
def postgresql():
    """As Debian has it, apart from where it is; an acknowledged commit is on the disk."""
    with TemporaryDirectory(dir=BUILT) as directory:
        user = pwd.getpwnam("postgres") if os.getuid() == 0 else None
        if user:
            os.chown(directory, user.pw_uid, user.pw_gid)
        allowed = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
        data = f"{directory}/data"
        quiet = {"stdout": subprocess.DEVNULL, "cwd": directory, **allowed}
        with passable(directory):
            subprocess.run(
                [f"{POSTGRESQL}/initdb", "-D", data, "-U", "postgres", "-A", "trust",
                 "--encoding=UTF8", "--locale=C"], check=True, **quiet)
            settings = [
                "listen_addresses=", f"unix_socket_directories={directory}", "max_connections=200",
                "shared_buffers=512MB", "log_min_messages=warning"]
            process = subprocess.Popen(
                pinned(SERVER_CORE, [
                    f"{POSTGRESQL}/postgres", "-D", data,
                    *(word for one in settings for word in ("-c", one))]),
                stderr=subprocess.DEVNULL, **quiet)
            try:
                wait_for_postgresql(directory, process)
                subprocess.run(
                    [f"{POSTGRESQL}/createdb", "-h", directory, "-U", "postgres", DATABASE],
                    check=True)
                yield PostgreSQL(directory)
            finally:
                process.send_signal(signal.SIGINT)
                process.wait()


@contextmanager
def passable(directory):
    """Lets the server's user through the directories above, which may be root's alone."""
    changed = []
    path = os.path.dirname(directory)
    while path != "/":
        mode = os.stat(path).st_mode
        if not mode & 0o001:
            changed.append((path, mode))
            os.chmod(path, mode | 0o001)
        path = os.path.dirname(path)
    try:
        yield
    finally:
        for path, mode in changed:
            os.chmod(path, mode)


def wait_for_postgresql(directory, process):
    for _ in range(300):
        if process.poll() is not None:
            break
        ready = subprocess.run(
            [f"{POSTGRESQL}/pg_isready", "-q", "-h", directory, "-U", "postgres"], check=False)
        if ready.returncode == 0:
            return
        time.sleep(0.1)
    raise SystemExit("PostgreSQL does not start")


@contextmanager
def redis(*options):
    """The path of the socket of a server that starts empty."""
    with TemporaryDirectory(dir=BUILT) as directory:
        socket = f"{directory}/redis"
        process = subprocess.Popen(
            pinned(SERVER_CORE, [
                shutil.which("redis-server"), "--port", 0, "--unixsocket", socket, "--dir",
                directory, "--save", "", *options]),
            stdout=subprocess.DEVNULL)
        try:
            for _ in range(100):
                if os.path.exists(socket):
                    break
                time.sleep(0.05)
            yield socket
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def redis_calls_per_second(socket, command, *, clients, calls):
    """What redis-benchmark says of GET or SET: random keys of a million, not pipelined."""
    said = subprocess.run(
        pinned(CLIENT_CORE, [
            "redis-benchmark", "-s", socket, "-c", clients, "-n", calls, "-r", 1_000_000,
            "-t", command, "--csv", "-d", 64]),
        check=True, stdout=subprocess.PIPE, text=True).stdout
    return float(said.strip().splitlines()[-1].split(",")[1].strip('"'))
