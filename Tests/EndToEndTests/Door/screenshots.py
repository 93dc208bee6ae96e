"""Takes pictures of all pages: on a phone and a desktop, in light and dark, with what is wrong.

screenshots.py DIRECTORY [ADDRESS] [LANGUAGE]

The door at ADDRESS is the quickstart's by default, http://127.0.0.1:4713.
"""

import os
import pathlib
import sys

# What drives a browser is there once deploy/test.sh has run.
PYTHON = pathlib.Path(__file__).resolve().parents[3] / ".build/browser/bin/python3"
if pathlib.Path(sys.prefix) != PYTHON.parents[1]:
    os.execv(PYTHON, [str(PYTHON), *sys.argv])

from browsing.chromium import DESKTOP, PHONE, Browser
from browsing.tour import tour


def main(directory, address="http://127.0.0.1:4713", language="en"):
    pictures = pathlib.Path(directory)
    pictures.mkdir(parents=True, exist_ok=True)
    with Browser(address, language=language) as browser:
        for name in tour(browser):
            for device, width in {"phone": PHONE, "desktop": DESKTOP}.items():
                for scheme in ["light", "dark"]:
                    browser.show(scheme, width)
                    browser.picture(pictures / f"{name}-{device}-{scheme}.png")
    print(f"{len(list(pictures.glob('*.png')))} pictures are in {pictures}.")


main(*sys.argv[1:])
