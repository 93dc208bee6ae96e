"""A certificate for this machine."""

import subprocess
from contextlib import contextmanager
from tempfile import TemporaryDirectory


@contextmanager
def certificate():
    """The files of a chain and of its key, until the end of the `with`; P-256, self-signed."""
    with TemporaryDirectory() as directory:
        chain, key = f"{directory}/chain.pem", f"{directory}/key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-days", "2", "-subj", "/CN=rollcall-bench",
             "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", chain],
            check=True, capture_output=True)
        yield chain, key
