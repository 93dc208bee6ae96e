"""Every page, as it is and with what is wrong."""

from .people import Person

# What is typed where anything can be.
MARKUP = "<script>alert(1)</script>"

# The paths of pages, and what is typed there to see what is wrong with it.
FOR_ALL = {
    "/sign-in": {"name": MARKUP, "password": "x"},
    "/sign-up": {"email": MARKUP, "password": "x", "display_name": MARKUP},
    "/forgot-password": {"email": MARKUP},
    "/reset-password?email=ann%40example.org": {"code": MARKUP, "password": "x"},
    "/undo-address": {"code": MARKUP},
    "/no-such-page": None,
}
FOR_USERS = {
    "/people": None,
    "/account": {"display_name": MARKUP},
    "/account/addresses": {"email": MARKUP},
    "/account/password": {"current_password": "x", "password": "x"},
    "/account/sessions": None,
    "/account/blocked": None,
    "/account/delete": {"password": "x"},
    "/verify-address": {"code": MARKUP},
    "/sign-out": None,
}


def tour(browser):
    """Leads through all pages. Yields the name of each when the browser shows it."""
    yield from walk(browser, FOR_ALL)
    person = Person()
    person.sign_up(browser)
    yield from walk(browser, {"/people?q=" + person.name: None} | FOR_USERS)


def walk(browser, pages):
    for path, wrong in pages.items():
        name = path.split("?")[0].strip("/").replace("/", "-") + ("-found" if "?q=" in path else "")
        browser.open(path)
        assert browser.path == path.split("?")[0], f"{path} leads to {browser.path}"
        yield name
        if wrong:
            # The browser itself would not send what it sees is wrong.
            browser.run("for (const form of document.forms) form.noValidate = true")
            browser.submit(**wrong)
            assert browser.all("#problems"), f"{path}: nothing is wrong\n{browser.text}"
            yield name + "-wrong"
