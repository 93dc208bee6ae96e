"""Every page for everybody."""

import pathlib
import tempfile

from .checks import barriers, html_errors, sideways
from .tour import tour


def nobody_is_shut_out_of_a_page(world):
    look(world, schemes=["light", "dark"], width=1280)


def nobody_is_shut_out_on_a_small_phone(world):
    look(world, schemes=["light", "dark"], width=320, language="de")


def look(world, schemes, **options):
    """Asks axe-core and the Nu checker about each page, with and without what is wrong."""
    found = []
    with tempfile.TemporaryDirectory() as pages, world.browser(**options) as browser:
        for name in tour(browser):
            pathlib.Path(pages, f"{name}.html").write_text(browser.source())
            for scheme in schemes:
                browser.show(scheme)
                found += [f"{name}, {scheme}: {barrier}" for barrier in barriers(browser)]
            if sideways(browser):
                found.append(f"{name} is wider than the window")
        found += html_errors(pages)
    assert not found, "\n".join(found)
