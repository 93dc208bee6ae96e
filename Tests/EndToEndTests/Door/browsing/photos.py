"""Photos on their way up."""

import pathlib
import tempfile

from .people import Person


def a_photo_is_sent_with_progress_and_can_be_cancelled(world):
    with tempfile.TemporaryDirectory() as directory, world.browser() as browser:
        large = pathlib.Path(directory, "a <b>large one.jpg")
        large.write_bytes(padded(world.photo.read_bytes(), 3_000_000))
        Person().sign_up(browser)
        browser.open("/account")
        slow(browser, 400_000)
        browser.find("[name=photo]").send_keys(str(large))
        browser.find("form[data-upload] button:not([type=button])").click()
        bar = browser.find("form[data-upload] progress")
        browser.wait("progress", lambda: bar.is_displayed() and 0 < float(bar.get_attribute("value")) < 1)
        browser.find("[data-cancel]").click()
        browser.wait("the end", lambda: not bar.is_displayed())
        assert browser.find("[data-upload-state]").text
        slow(browser, -1)
        page = browser.find("html")
        browser.find("form[data-upload] button:not([type=button])").click()
        browser.wait("what was done", lambda: not browser.all("html") or browser.find("html") != page)
        browser.wait("a photo", lambda: browser.all("button[value=remove]") or browser.all(".done"))

        # What is no photo is said without leaving the page.
        text = pathlib.Path(directory, "text.jpg")
        text.write_text("no photo")
        browser.find("[name=photo]").send_keys(str(text))
        browser.find("form[data-upload] button:not([type=button])").click()
        browser.wait("what is wrong", lambda: browser.all("#problems, [data-upload-state][data-state=bad]"))


def padded(photo, size):
    """The photo with comments in it, until it has this size."""
    comment = b"\xff\xfe\xff\xff" + bytes(0xFFFD)
    return photo[:2] + comment * (size // len(comment)) + photo[2:]


def slow(browser, bytes_a_second):
    browser.command("Network.enable")
    browser.command("Network.emulateNetworkConditions", offline=False, latency=0,
                    downloadThroughput=-1, uploadThroughput=bytes_a_second)
