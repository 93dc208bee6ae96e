"""A second factor: what an authenticator app reads, and is asked for."""

import base64
import hashlib
import hmac
import re
import struct
import subprocess
import tempfile
import time
import urllib.parse

from .people import Person


def totp(secret, steps=0):
    """What an app shows (RFC 6238)."""
    key = base64.b32decode(secret)
    digest = hmac.new(key, struct.pack(">Q", int(time.time()) // 30 + steps), hashlib.sha1).digest()
    start = digest[19] & 15
    return f"{(struct.unpack('>I', digest[start:start + 4])[0] & 0x7FFFFFFF) % 10**6:06}"


def scanned(browser):
    """What a phone reads off the page: ZBar, off a picture of it."""
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        file.write(browser.find(".qr").screenshot_as_png)
        file.flush()
        return subprocess.check_output(["zbarimg", "--quiet", "--raw", "--oneshot", file.name], text=True).strip()


def an_app_is_scanned_off_the_page_and_asked_for_at_the_next_sign_in(world):
    person = Person()
    with world.browser(scheme="dark") as browser, world.browser(scripts=False) as other:
        person.sign_up(browser)
        browser.open("/account/factor")
        browser.submit(password=person.password)
        uri = urllib.parse.urlparse(scanned(browser))
        assert (uri.scheme, uri.netloc) == ("otpauth", "totp"), uri
        assert person.email in urllib.parse.unquote(uri.path)
        secret = urllib.parse.parse_qs(uri.query)["secret"][0]
        assert secret in browser.text
        field = browser.find("#code")
        assert field.get_attribute("autocomplete") == "one-time-code"
        assert field.get_attribute("inputmode") == "numeric"
        browser.submit(code="0" * 6 if totp(secret) != "0" * 6 else "1" * 6)
        assert browser.all("#problems") and scanned(browser).endswith(uri.query)
        browser.submit(code=totp(secret))
        codes = re.findall(r"\b[0-9a-z]{5}-[0-9a-z]{5}\b", browser.text)
        assert len(codes) == 10, browser.text

        # A browser without script. The code of before was used: this is the next one.
        person.sign_in(other)
        assert other.path == "/sign-in" and other.find("#code").get_attribute("inputmode") == "numeric"
        other.submit(code=totp(secret, 1))
        other.wait_for_path("/people")
        # Without the app.
        other.driver.delete_all_cookies()
        person.sign_in(other)
        other.press(other.all("main form:not([hidden]) button")[-1])
        assert not other.find("#code").get_attribute("inputmode")
        other.submit(code=codes[0].upper().replace("-", " "))
        other.wait_for_path("/people")
        other.open("/account/factor")
        assert re.search(r"left.*\b9\b", other.text), other.text
