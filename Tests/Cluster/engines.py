"""PostgreSQL with a streaming replica, Valkey with a replica, and SeaweedFS, all on the host `engine`."""

import os
import re
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from network import ADDRESSES, on

ADDRESS = ADDRESSES["engine"]
BUILD = Path(__file__).resolve().parents[2] / ".build"
KEYS = ("rollcall", "a-secret-of-the-trials")


def wait_for(what, condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise SystemExit(f"{what} did not come within {seconds} seconds.")
        time.sleep(0.05)


def answers(port, address=ADDRESS):
    try:
        socket.create_connection((address, port), timeout=1).close()
        return True
    except OSError:
        return False


class Server:
    """A process on a host, with its log."""

    def __init__(self, name, directory, host="engine"):
        self.name, self.directory, self.host = name, Path(directory), host
        self.process = None

    def run(self, command, **options):
        with open(self.directory / f"{self.name}.log", "ab") as log:
            self.process = subprocess.Popen(
                on(self.host, command), stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                **options)

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        """Ends it and its children at once."""
        if self.is_running():
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class PostgreSQL:
    """Two servers, of which one is the primary; a commit is answered once both have it."""

    PORTS = (5432, 5433)
    MEGABYTES = 400

    def __init__(self, directory):
        self.directory = Path(directory)
        versions = Path("/usr/lib/postgresql")
        self.programs = max(versions.iterdir(), key=lambda path: int(path.name)) / "bin"
        self.servers = []
        for number, port in enumerate(self.PORTS):
            place = self.directory / f"postgresql-{number}"
            place.mkdir()
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={self.MEGABYTES}m", "tmpfs", place], check=True)
            shutil.chown(place, "postgres", "postgres")
            self.servers.append(Server(f"postgresql-{number}", self.directory))
        self.primary = 0
        self.program(
            "initdb", "--pgdata", self.data(0), "--username", "postgres", "--auth", "trust", "--encoding", "UTF8",
            "--locale", "C", "--no-sync", "--wal-segsize", "4")
        with open(self.data(0) / "pg_hba.conf", "a") as rules:
            rules.write("host all all samenet trust\nhost replication all samenet trust\n")
        self.start(0)
        self.add_replica()
        for name in ("auth", "profile", "presence"):
            self.ask(f"CREATE DATABASE {name}")

    def data(self, number):
        return self.directory / f"postgresql-{number}" / "data"

    def as_user(self, program, *arguments):
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        return [*user, self.programs / program, *arguments]

    def program(self, name, *arguments):
        with open(self.directory / "postgresql-programs.log", "ab") as log:
            subprocess.run(on("engine", self.as_user(name, *arguments)), check=True, stdout=log, stderr=log, cwd="/")

    def ask(self, sql, number=None):
        """The first column of what a server answers; an empty text if it does not."""
        number = self.primary if number is None else number
        return subprocess.run(
            [self.programs / "psql", "-XAtqc", sql, "-h", ADDRESS, "-p", str(self.PORTS[number]), "-U", "postgres"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.strip()

    def start(self, number):
        # Of a server that was killed.
        (self.data(number) / "postmaster.pid").unlink(missing_ok=True)
        self.servers[number].run(self.as_user(
            "postgres", "-D", self.data(number), "-k", self.data(number), "-p", self.PORTS[number],
            "-c", f"listen_addresses={ADDRESS}", "-c", "max_connections=200", "-c", "wal_keep_size=32MB",
            "-c", "min_wal_size=8MB", "-c", "max_wal_size=32MB", "-c", "shared_buffers=64MB",
            "-c", "wal_receiver_timeout=3s", "-c", "wal_sender_timeout=3s", "-c", "jit=off"), cwd="/")
        wait_for(f"PostgreSQL {number}", lambda: self.ask("SELECT 1", number) == "1")

    def add_replica(self):
        """Makes the server that is not the primary its replica, from a new copy."""
        other = 1 - self.primary
        shutil.rmtree(self.data(other), ignore_errors=True)
        self.program(
            "pg_basebackup", "-h", ADDRESS, "-p", self.PORTS[self.primary], "-U", "postgres", "-D", self.data(other),
            "-R", "-c", "fast", "--no-sync")
        # What belongs to the primary came with the copy.
        self.forget_replicas(other)
        self.start(other)
        wait_for("the replica", lambda: self.ask("SELECT state FROM pg_stat_replication") == "streaming")
        self.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.ask("SELECT pg_reload_conf()")
        wait_for("the replica", lambda: self.ask("SELECT sync_state FROM pg_stat_replication") == "sync")

    def forget_replicas(self, number):
        settings = self.data(number) / "postgresql.auto.conf"
        settings.write_text(re.sub("(?m)^synchronous_standby_names.*\n", "", settings.read_text()))

    def kill_primary(self):
        self.servers[self.primary].kill()

    def promote(self):
        self.primary = 1 - self.primary
        self.ask("SELECT pg_promote()")

    def end_sessions(self):
        """All connections of services to the primary break."""
        self.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname <> 'postgres'")

    def fill(self):
        """Leaves the primary's disk no room."""
        path = self.directory / f"postgresql-{self.primary}" / "filler"
        with open(path, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(1 << 16))
            except OSError:
                pass

    def free(self):
        (self.directory / f"postgresql-{self.primary}" / "filler").unlink()
        # A server that has found no room for its log has ended.
        if not self.servers[self.primary].is_running():
            self.start(self.primary)

    def url(self, database):
        hosts = ",".join(f"{ADDRESS}:{port}" for port in self.PORTS)
        return f"postgresql://postgres@{hosts}/{database}?sslmode=disable"


class Valkey:
    """Two servers, of which one is the primary."""

    PORTS = (6379, 6380)

    def __init__(self, directory):
        self.directory = Path(directory)
        self.servers = []
        for number in range(2):
            (self.directory / f"valkey-{number}").mkdir()
            self.servers.append(Server(f"valkey-{number}", self.directory))
        self.primary = 0
        self.start(0)
        self.add_replica()

    def start(self, number, *options):
        place = self.directory / f"valkey-{number}"
        self.servers[number].run([
            BUILD / "valkey/bin/valkey-server", "--port", self.PORTS[number], "--bind", ADDRESS, "--dir", place,
            "--save", "", "--appendonly", "yes", "--appendfsync", "everysec", "--maxmemory-policy", "noeviction",
            "--protected-mode", "no", "--repl-diskless-sync-delay", "0", *options])
        wait_for(f"Valkey {number}", lambda: self.ask(number, "PING") == "+PONG")

    def ask(self, number, *words):
        """The first line of what a server answers; an empty text if it does not."""
        request = f"*{len(words)}\r\n" + "".join(f"${len(word)}\r\n{word}\r\n" for word in words)
        try:
            with socket.create_connection((ADDRESS, self.PORTS[number]), timeout=2) as connection:
                connection.sendall(request.encode())
                text = connection.recv(65536).decode()
                while words[0] == "INFO" and "\r\n\r\n" not in text and len(text) < int(text[1:].split("\r")[0]):
                    text += connection.recv(65536).decode()
                return text if words[0] == "INFO" else text.split("\r\n")[0]
        except OSError:
            return ""

    def add_replica(self):
        other = 1 - self.primary
        shutil.rmtree(self.directory / f"valkey-{other}" / "appendonlydir", ignore_errors=True)
        self.start(other, "--replicaof", ADDRESS, self.PORTS[self.primary])
        wait_for("Valkey's replica", lambda: "master_link_status:up" in self.ask(other, "INFO", "replication"))

    def kill_primary(self):
        self.servers[self.primary].kill()

    def promote(self):
        self.primary = 1 - self.primary
        self.ask(self.primary, "REPLICAOF", "NO", "ONE")

    def url(self, database):
        return f"redis://{','.join(f'{ADDRESS}:{port}' for port in self.PORTS)}/{database}"


class SeaweedFS:
    """An S3 store with one bucket."""

    PORT = 8333

    def __init__(self, directory):
        self.directory = Path(directory)
        self.place = self.directory / "seaweedfs"
        self.place.mkdir()
        (self.place / "s3.json").write_text(
            '{"identities": [{"name": "rollcall", "actions": ["Admin", "Read", "Write", "List"], "credentials": '
            f'[{{"accessKey": "{KEYS[0]}", "secretKey": "{KEYS[1]}"}}]}}]}}')
        self.server = Server("seaweedfs", self.directory)
        # It has sockets in /tmp, named by its ports alone, so it gets a /tmp of its own; the program may lie there.
        (self.place / "weed").touch()
        subprocess.run(["mount", "--bind", BUILD / "seaweedfs/bin/weed", self.place / "weed"], check=True)
        self.start()

    def start(self):
        place = self.place
        self.server.run([
            "unshare", "--mount", "sh", "-c", 'mount -t tmpfs tmpfs /tmp && exec "$0" "$@"',
            place / "weed", "server", f"-dir={place}", f"-ip={ADDRESS}", f"-ip.bind={ADDRESS}",
            "-master.telemetry=false", "-master.electionTimeout=1s", "-master.volumeSizeLimitMB=64",
            "-volume.max=20", "-filer",
            f"-filer.localSocket={place}/filer.sock", "-s3", f"-s3.port={self.PORT}", "-s3.port.iceberg=0",
            "-s3.port.lance=0", "-s3.iam=false", f"-s3.localSocket={place}/s3.sock", f"-s3.config={place}/s3.json"])
        # A bucket's first object waits for a volume.
        wait_for("SeaweedFS", lambda: self.put("/photos") and self.put("/photos/first", "x"))

    def put(self, path, body=None):
        """Whether a bucket or an object is there now."""
        done = subprocess.run(
            ["curl", "--silent", "--show-error", "--max-time", "10", "--request", "PUT", "--aws-sigv4",
             "aws:amz:us-east-1:s3", "--user", ":".join(KEYS), "--output", "-", "--write-out", "%{http_code}",
             *(["--upload-file", "-"] if body else []), f"http://{ADDRESS}:{self.PORT}{path}"],
            input=body, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
        # A bucket that was made before is there, too.
        return done.endswith("200") or body is None and done.endswith("409")

    def kill(self):
        self.server.kill()
