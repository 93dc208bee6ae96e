"""What people do with passkeys, which Chromium's virtual authenticator keeps."""

from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions

from .people import Person


def authenticator(browser, verifies=True):
    """Gives the browser a device, which verifies its user as a phone does."""
    options = VirtualAuthenticatorOptions(
        protocol=VirtualAuthenticatorOptions.Protocol.CTAP2,
        transport=VirtualAuthenticatorOptions.Transport.INTERNAL, has_resident_key=True,
        has_user_verification=verifies, is_user_verified=verifies, is_user_consenting=True)
    browser.driver.add_virtual_authenticator(options)


def add_passkey(browser, person, label="My laptop"):
    browser.open("/account/passkeys")
    browser.submit(label=label, password=person.password)
    browser.press("form[data-make-passkey] button")


def a_passkey_signs_in_without_a_password(world):
    person = Person()
    with world.browser() as browser:
        person.sign_up(browser)
        authenticator(browser)
        add_passkey(browser, person)
        assert "My laptop" in browser.text, browser.text
        assert len(browser.driver.get_credentials()) == 1
        # The device makes no second one for the account.
        browser.open("/account/passkeys")
        browser.submit(label="Again", password=person.password)
        browser.find("form[data-make-passkey] button").click()
        browser.wait("the refusal", lambda: "already" in browser.find("[role=status]").text)
        sign_out(browser)
        use_passkey(browser, "/account/passkeys")
        browser.wait_for_path("/account/passkeys")
        assert "My laptop" in browser.text, browser.text
        browser.press("a[href*='passkey=']")
        browser.submit(password=person.password)
        assert "My laptop" not in browser.text, browser.text
        sign_out(browser)
        use_passkey(browser)
        browser.wait("the refusal", lambda: browser.all("#problems"))


def a_device_that_cannot_verify_its_user_says_so(world):
    person = Person()
    with world.browser() as browser:
        person.sign_up(browser)
        authenticator(browser, verifies=False)
        add_passkey(browser, person)
        assert "My laptop" in browser.text, browser.text
        sign_out(browser)
        browser.open("/sign-in")
        form = "form[data-use-passkey]"
        browser.wait("the button", lambda: browser.all(f"{form}:not([hidden])"))
        browser.find(f"{form} button").click()
        state = lambda: browser.find(f"{form} [role=status]").get_attribute("data-state")
        browser.wait("the sentence", lambda: state() == "bad")
        # The password goes on.
        browser.submit(name=person.email, password=person.password)
        browser.wait_for_path("/people")


def use_passkey(browser, next_path="/people"):
    """Presses the button, unless the authenticator has consented to what the browser has offered."""
    browser.open(f"/sign-in?return_to={next_path}")

    def press_unless_away():
        if browser.path != "/sign-in" or browser.all("#problems"):
            return True
        buttons = browser.all("form[data-use-passkey]:not([hidden]) button")
        for button in buttons:
            button.click()
        return buttons

    browser.wait("the button", press_unless_away)


def sign_out(browser):
    browser.open("/sign-out")
    browser.press("main form button")
