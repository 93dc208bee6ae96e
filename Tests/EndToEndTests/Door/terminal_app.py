"""Uses the example for a terminal as people do, on a terminal of 80 columns: terminal_app.py PROGRAM DOOR FILE EMAIL

Bob is online, and goes when this says "see bob go"."""

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time

program, door, file, email = sys.argv[1:]
TAB, ENTER, ERASE, MODE, OUT, LEAVE = "\t", "\r", "\x7f", "\x0e", "\x0f", "\x18"


class App:
    def __init__(self):
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.execv(program, [program, door, file])
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.shown = ""
        # What is read at once may end within a character.
        self.decoder = codecs.getincrementaldecoder("utf-8")()

    def type(self, *keys):
        os.write(self.terminal, "".join(keys).encode())

    def see(self, *texts):
        """Waits until the screen has all of it."""
        end = time.monotonic() + 20
        while not all(text in self.screen() for text in texts):
            assert time.monotonic() < end, f"not seen: {texts}\n{self.screen()}"
            if select.select([self.terminal], [], [], 0.1)[0]:
                self.shown += self.decoder.decode(os.read(self.terminal, 65536))

    def screen(self):
        """What was drawn last, and whole: a picture begins at the top, and ends by clearing what is below."""
        pictures = re.findall(r"\x1b\[H(.*?)\x1b\[J", self.shown, re.S)
        picture = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", pictures[-1]) if pictures else ""
        for line in picture.split("\r\n"):
            assert len(line) <= 80, f"a line has {len(line)} columns: {line}"
        assert picture.count("\r\n") < 24, picture
        return picture

    def leave(self):
        self.type(LEAVE)
        while True:
            try:
                if not os.read(self.terminal, 65536):
                    break
            except OSError:
                break
        assert os.waitpid(self.child, 0)[1] == 0


app = App()
app.see("Sign in", "Password")
app.type(MODE)
app.see("Create account")
# The rules are there while one types.
app.type("Bob", TAB, "nobody", TAB, "short")
app.see("This name is taken. Free: ")
app.see("8 characters")
app.type(TAB, ERASE * 3, "Ann")
app.see("This name is free.")
app.type(TAB, ERASE * 6, email, TAB, ERASE * 5, "correct horse", ENTER)
app.see("People", "Ann")
app.type("bob", ENTER)
app.see("Bob", "● online")
print("see bob go", flush=True)
app.see("Bob", "last seen")

app.type(MODE)
app.see("Profile", "Pronouns")
app.type(TAB, "she/her", ENTER)
app.see("The profile was saved.", "she/her")
app.type(OUT)
app.see("Sign in")
app.type("ann", TAB, "wrong horse", ENTER)
app.see("not the right password")
app.type(ERASE * 11, "correct horse", ENTER)
app.see("People", "Ann")
app.leave()

# The next launch is signed in.
again = App()
again.see("People", "Ann")
again.type(MODE)
again.see("she/her")
again.leave()
print("done")
