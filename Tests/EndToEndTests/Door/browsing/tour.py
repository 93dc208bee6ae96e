"""Every page, as it is and with what is wrong."""

import re

from .factors import totp
from .people import Person

# What is typed where anything can be.
MARKUP = "<script>alert(1)</script>"

# The paths of pages, and what is typed there to see what is wrong with it.
FOR_ALL = {
    "/sign-in": {"name": MARKUP, "password": "x"},
    "/sign-up": {"email": MARKUP, "password": "x", "display_name": MARKUP},
    "/sign-in-code": {"email": MARKUP},
    "/sign-in-code?sent=": {"code": MARKUP},
    "/forgot-password": {"email": MARKUP},
    "/reset-password?email=ann%40example.org": {"code": MARKUP, "password": "x"},
    "/undo-address": {"token": MARKUP},
    "/receipt": {"receipt": MARKUP},
    "/no-such-page": None,
}
FOR_USERS = {
    "/people": None,
    "/account": {"display_name": MARKUP},
    "/account/addresses": {"email": MARKUP, "password": "x"},
    "/account/password": {"current_password": "x", "password": "x"},
    "/account/identities": None,
    "/account/factor": {"password": "x"},
    "/account/passkeys": {"password": "x"},
    "/account/sessions": None,
    "/account/activity": None,
    "/account/blocked": None,
    "/account/delete": {"password": "x"},
    "/verify-address": {"code": MARKUP},
    "/sign-out": None,
}


def tour(browser):
    """Leads through all pages. Yields the name of each when the browser shows it."""
    yield from walk(browser, FOR_ALL)
    other = Person("a" * 20 + Person().name[-10:]).sign_up(browser)
    browser.driver.delete_all_cookies()
    person = Person().sign_up(browser)
    found = f"/people?q={other.name}"
    browser.open(found)
    one = browser.find("[data-user] a").get_attribute("href").removeprefix(browser.address)
    yield from walk(browser, {found: None, one: {"text": MARKUP}} | FOR_USERS)
    yield from factor(browser, person)
    browser.open("/account/delete")
    browser.submit(password=person.password, factor_code=CODES[-1])
    yield "account-deleted"
    browser.press("main form button")
    yield "receipt-shown"


# Recovery codes, while the tour has any.
CODES = []


def factor(browser, person):
    """The pages of a second factor, and those that ask for it."""
    browser.open("/account/factor")
    browser.submit(password=person.password)
    yield "account-factor-key"
    browser.submit(code="x")
    yield "account-factor-key-wrong"
    browser.submit(code=totp(browser.find("[name=secret]").get_attribute("value")))
    yield "account-factor-codes"
    CODES[:] = re.findall(r"\b[0-9a-z]{5}-[0-9a-z]{5}\b", browser.text)
    yield from walk(browser, {
        "/account/factor": {"password": person.password, "factor_code": MARKUP},
        "/account/export": {"password": person.password, "factor_code": MARKUP},
    })
    browser.driver.delete_all_cookies()
    person.sign_in(browser)
    yield "sign-in-factor"
    browser.press(browser.all("main form:not([hidden]) button")[-1])
    yield "sign-in-recovery"
    browser.submit(code=MARKUP)
    yield "sign-in-recovery-wrong"
    browser.submit(code=CODES.pop())


def walk(browser, pages):
    for place, wrong in pages.items():
        path, _, query = place.partition("?")
        name = "-".join(filter(None, [*path.split("/"), query.split("=")[0]]))
        browser.open(place)
        assert browser.path == path, f"{path} leads to {browser.path}"
        browser.run("for (const one of document.querySelectorAll('details')) one.open = true")
        yield name
        if wrong:
            # The browser itself would not send what it sees is wrong.
            browser.run("for (const form of document.forms) form.noValidate = true")
            browser.submit(**wrong)
            assert browser.all("#problems"), f"{place}: nothing is wrong\n{browser.text}"
            yield name + "-wrong"
