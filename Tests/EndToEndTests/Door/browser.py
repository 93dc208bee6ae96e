"""Uses the pages as people do, in Debian's Chromium, which nobody here wrote.

browser.py ADDRESS SPOOL PHOTO SCENARIO...

Runs scenarios, which are functions of `browsing`, against the door at an address, and prints the name
of each. SPOOL is the directory of Auth's mails.
"""

import pathlib
import sys
import time
import urllib.request

from browsing import factors, forms, looks, passkeys, photos, presence
from browsing.chromium import Browser
from browsing.mailbox import Mailbox


class World:
    """Where a scenario takes place."""

    def __init__(self, address, spool, photo):
        self.address, self.mailbox = address, Mailbox(spool)
        self.photo = pathlib.Path(photo).resolve()

    def browser(self, address=None, **options):
        return Browser(address or self.address, **options)

    def look(self, path):
        """Loads a page as a scanner of mails does."""
        for method in ["HEAD", "GET"]:
            urllib.request.urlopen(urllib.request.Request(self.address + path, method=method)).read()

    @staticmethod
    def now():
        return time.monotonic()


def main(address, spool, photo, *names):
    world = World(address, spool, photo)
    found = {name: value for module in (factors, forms, looks, passkeys, photos, presence)
             for name, value in vars(module).items() if callable(value)}
    for name in names:
        started = world.now()
        found[name](world)
        print(f"{name}, {world.now() - started:.1f} s", flush=True)


main(*sys.argv[1:])
