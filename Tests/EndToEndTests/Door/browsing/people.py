"""People who have accounts."""

import secrets


class Person:
    def __init__(self, name=None):
        self.name = name or "u" + secrets.token_hex(5)
        self.email = f"{self.name}@example.org"
        self.password = "correct horse " + secrets.token_hex(3)

    def sign_up(self, browser):
        browser.open("/sign-up")
        browser.submit(email=self.email, password=self.password, display_name=self.name)
        browser.wait("the way out of the sign-up", lambda: browser.path != "/sign-up")
        return self

    def sign_in(self, browser, password=None):
        browser.open("/sign-in")
        browser.submit(name=self.email, password=password or self.password)
        return self
