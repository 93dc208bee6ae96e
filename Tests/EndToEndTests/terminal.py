"""Runs a command on a terminal of its own: terminal.py COLUMNS COMMAND ARGUMENT...

Answers every question for a password or a code, prints all that the terminal has shown, and exits as it did."""

import fcntl
import os
import pty
import re
import struct
import sys
import termios

child, terminal = pty.fork()
if child == 0:
    size = struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0)
    fcntl.ioctl(0, termios.TIOCSWINSZ, size)
    os.execv(sys.argv[2], sys.argv[2:])
answers = {b"assword: ": b"correct horse\n", b"Again: ": b"correct horse\n",
           b"Code of the mail: ": b"12345678\n"}
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
        os.write(terminal, answers[question[0]])
        answered = question.end()
_, status = os.waitpid(child, 0)
sys.stdout.buffer.write(shown)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(status))
