"""The services and the door on two hosts, and HAProxy before the doors."""

import os
import signal
import subprocess
from pathlib import Path

from engines import KEYS, Server, answers, wait_for
from network import ADDRESSES, PROXY

HOSTS = ("a", "b")
PORTS = {"auth": 4710, "profile": 4711, "presence": 4712, "web": 4713}
PROXY_PORT = 8080
# For how long a service without Auth trusts that no session has ended.
BOUND = 10
PRELOAD = next(map(str, Path("/usr/lib").glob("*/faketime/libfaketime.so.1")), "")
# The trials are no attack.
LIMITS = {
    "auth": ["account", "address", "everyone", "sign-in.account", "sign-up.address", "email-taken.address",
             "name-check.address", "mail.unproved", "notice.account", "mail.address", "mail.everyone",
             "refresh.address", "session-end.account", "confirm.account"],
    "profile": ["name-check.address", "profile-update.account", "photo-upload.account", "profile-read.address"],
    "presence": ["lease.account"]}


class Daemon(Server):
    """An instance of a service, or a door."""

    def __init__(self, service, host, directory, command):
        super().__init__(f"{service}-{host}", directory, host)
        self.service, self.command = service, command

    def start(self, seconds_ahead=0):
        """Does not wait until it answers."""
        environment = {**os.environ, **self.environment(seconds_ahead)}
        self.run(self.command, env=environment)

    @staticmethod
    def environment(seconds_ahead):
        if not seconds_ahead:
            return {}
        return {"LD_PRELOAD": PRELOAD, "FAKETIME": f"+{seconds_ahead}s", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}

    def stop(self):
        """In order; waits for the end."""
        os.kill(self.process.pid, signal.SIGTERM)
        self.process.wait(timeout=30)

    def is_serving(self):
        return self.is_running() and answers(PORTS[self.service], ADDRESSES[self.host])


class Daemons:
    def __init__(self, programs, directory, engines):
        self.programs, self.directory = Path(programs), Path(directory)
        self.postgresql, self.valkey, self.objects = engines
        (self.directory / "s3.keys").write_text(f"aws_access_key_id = {KEYS[0]}\naws_secret_access_key = {KEYS[1]}\n")
        (self.directory / "s3.keys").chmod(0o600)
        for name in PORTS:
            key = self.directory / f"{name}.key"
            key.write_bytes(os.urandom(32))
            key.chmod(0o600)
        self.all = {
            (service, host): Daemon(service, host, self.directory, self.command(service, host))
            for host in HOSTS for service in PORTS}

    def at(self, service, host):
        return f"{ADDRESSES[host]}:{PORTS[service]}"

    def everywhere(self, service):
        return [word for host in HOSTS for word in (f"--{service}", self.at(service, host))]

    def command(self, service, host):
        data = self.directory / f"{service}-{host}"
        words = [
            self.programs / f"rollcall-{service}", "--data", data, "--plaintext",
            "--http" if service == "web" else "--listen", self.at(service, host)]
        for name in LIMITS.get(service, []):
            words += ["--limit", f"{name}=1000000/1"]
        if service == "web":
            return words + [
                "--listen", f"unix:{self.directory}/{service}-{host}.sock", "--secret-key", self.key("web"),
                "--trusted-proxy", PROXY, "--client-limit", "10000", "--no-pages", *self.everywhere("auth"),
                *self.everywhere("profile"), *self.everywhere("presence")]
        words += [word for address in (*ADDRESSES.values(), PROXY) for word in ("--trusted-proxy", address)]
        words += ["--store", self.postgresql.url(service)]
        if service == "auth":
            return words + [
                "--listen", f"unix:{self.socket(host)}", *self.everywhere("profile"), *self.everywhere("presence"),
                "--limits", self.valkey.url(1), "--limits-plaintext", "--hash-memory-kib", "64", "--hash-passes", "1",
                "--access-token-minutes", "60", "--secret-key", self.key("auth")]
        words += [
            "--auth-credential", self.directory / f"{service}.credential", *self.everywhere("auth"),
            "--revocation-bound", BOUND]
        if service == "presence":
            return words + ["--engine", self.valkey.url(0), "--engine-plaintext", *self.everywhere("profile")]
        return words + [
            "--secret-key", self.key("profile"), "--photo-store", "s3://photos/live", "--photo-store-plaintext",
            "--photo-store-endpoint", f"http://{ADDRESSES['engine']}:{self.objects.PORT}",
            "--photo-store-credentials", self.directory / "s3.keys"]

    def key(self, service):
        return self.directory / f"{service}.key"

    def socket(self, host):
        return self.directory / f"auth-{host}.sock"

    def start(self):
        for host in HOSTS:
            self.all["auth", host].start()
            self.wait("auth", host)
        for name in ("profile", "presence"):
            subprocess.run(
                [self.programs / "rollcall", "admin", "service", "add", name, "--operator", "--auth",
                 f"unix:{self.socket('a')}", "--out", self.directory / f"{name}.credential"],
                check=True, stdout=subprocess.DEVNULL)
        for service in ("profile", "presence", "web"):
            for host in HOSTS:
                self.all[service, host].start()
        for service, host in self.all:
            self.wait(service, host)
        self.start_proxy()

    def wait(self, service, host):
        """Until it answers. One that has ended, as its database was away, is started again, as systemd would."""
        daemon = self.all[service, host]

        def is_serving():
            if not daemon.is_running():
                daemon.start()
            return daemon.is_serving()

        wait_for(f"rollcall-{service} on {host} (see {daemon.directory}/{daemon.name}.log)", is_serving)

    def start_proxy(self):
        servers = "\n".join(f"    server {host} {self.at('web', host)} check" for host in HOSTS)
        path = self.directory / "haproxy.cfg"
        path.write_text(f"""
defaults
    mode http
    timeout connect 1s
    timeout client 60s
    timeout server 30s
    timeout check 1s
    retries 3
    option redispatch 1
    # A door that stops closes its connections: none is used twice.
    option http-server-close
frontend apps
    bind {PROXY}:{PROXY_PORT}
    default_backend doors
backend doors
    balance roundrobin
    option httpchk GET /healthz
    default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
{servers}
""")
        with open(self.directory / "haproxy.log", "ab") as log:
            subprocess.Popen(["haproxy", "-f", path, "-db"], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        wait_for("HAProxy", lambda: answers(PROXY_PORT, PROXY))
