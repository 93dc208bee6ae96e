"""Runs a command on a terminal of its own: terminal.py COLUMNS COMMAND ARGUMENT...

Answers every question for a password or a code, prints all that the terminal has shown, and exits as it did."""

import base64
import fcntl
import hashlib
import hmac
import os
import pty
import re
import struct
import sys
import termios
import time

child, terminal = pty.fork()
if child == 0:
    size = struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0)
    fcntl.ioctl(0, termios.TIOCSWINSZ, size)
    os.execv(sys.argv[2], sys.argv[2:])
answers = {b"assword: ": b"correct horse", b"Again: ": b"correct horse", b"Code of the mail: ": b"12345678",
           b"or a recovery code: ": os.environ.get("FACTOR_CODE", "").encode(), b"Six digits of the app: ": None}


def totp(secret):
    """What an app shows (RFC 6238)."""
    digest = hmac.new(base64.b32decode(secret), struct.pack(">Q", int(time.time()) // 30), hashlib.sha1).digest()
    start = digest[19] & 15
    return b"%06d" % ((struct.unpack(">I", digest[start:start + 4])[0] & 0x7FFFFFFF) % 10**6)


shown, answered = b"", 0
while True:
    try:
        chunk = os.read(terminal, 4096)
    except OSError:
        break
    if not chunk:
        break
    shown += chunk
    for question in re.compile(b"|".join(answers)).finditer(shown, answered):
        answer = answers[question[0]] or totp(re.search(rb"enter: (\w+)", shown)[1])
        os.write(terminal, answer + b"\n")
        answered = question.end()
_, status = os.waitpid(child, 0)
sys.stdout.buffer.write(shown)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(status))
