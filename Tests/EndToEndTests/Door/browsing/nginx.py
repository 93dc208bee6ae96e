"""The door behind nginx with TLS and HTTP/2, as the operator's page sets it up.

nginx.py DOOR CERTIFICATE: writes the certificate to a file, prints the place, and serves until the standard input ends."""

import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager

HOST = "accounts.example.org"
SHIPPED = pathlib.Path(__file__).resolve().parents[4] / "deploy/nginx/rollcall.conf"


@contextmanager
def nginx(door, certificate=None):
    """The place, a host and port of this machine, where nginx answers for HOST."""
    with tempfile.TemporaryDirectory() as directory:
        # nginx's workers are another user.
        pathlib.Path(directory).chmod(0o755)
        place = f"127.0.0.1:{free_port()}"
        own = substituted(SHIPPED.read_text(), {
            "127.0.0.1:4713": door.removeprefix("http://"), "listen 443 ": f"listen {place} ",
            "    listen [::]:443 ssl http2;\n": "",
            f"/etc/nginx/{HOST}.pem": f"{directory}/pem", f"/etc/nginx/{HOST}.key": f"{directory}/key",
            "/var/log/nginx/rollcall.log": f"{directory}/log", "/var/log/nginx/rollcall-error.log": f"{directory}/errors"})
        pathlib.Path(directory, "conf").write_text(
            f"daemon off; pid {directory}/pid; events {{ worker_connections 512; }}\n"
            f"http {{ access_log off; client_body_temp_path {directory}/body; proxy_temp_path {directory}/proxy;\n"
            f"{own} }}")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={HOST}",
             "-addext", f"subjectAltName=DNS:{HOST}", "-keyout", f"{directory}/key", "-out", f"{directory}/pem"],
            check=True, capture_output=True)
        process = subprocess.Popen(
            ["/usr/sbin/nginx", "-p", directory, "-e", f"{directory}/error", "-c", f"{directory}/conf"])
        try:
            wait_for(place, process)
            if certificate:
                shutil.copy(f"{directory}/pem", certificate)
            yield place
        finally:
            process.terminate()
            process.wait()


def substituted(text, changes):
    """Fails if a text is not there once: then the shipped file has changed."""
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def wait_for(place, process):
    """Until it answers, or has ended."""
    while process.poll() is None:
        try:
            host, port = place.split(":")
            return socket.create_connection((host, int(port))).close()
        except OSError:
            time.sleep(0.01)
    raise AssertionError("nginx does not start")


if __name__ == "__main__":
    with nginx(*sys.argv[1:]) as place:
        print(place, flush=True)
        sys.stdin.read()
