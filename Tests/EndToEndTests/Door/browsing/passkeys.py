"""What people do with passkeys, which Chromium's virtual authenticator keeps."""

from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions

from .people import Person


def authenticator(browser, consents=True):
    """Gives the browser a device that verifies its user, as a phone does."""
    options = VirtualAuthenticatorOptions(
        protocol=VirtualAuthenticatorOptions.Protocol.CTAP2,
        transport=VirtualAuthenticatorOptions.Transport.INTERNAL, has_resident_key=True,
        has_user_verification=True, is_user_verified=consents, is_user_consenting=consents)
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
        browser.wait("the refusal", lambda: browser.find("[role=status]").get_attribute("data-state") == "bad")
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


def a_cancelled_passkey_says_so(world):
    person = Person()
    with world.browser() as browser:
        person.sign_up(browser)
        authenticator(browser, consents=False)
        browser.open("/account/passkeys")
        browser.submit(label="My laptop", password=person.password)
        status = lambda: browser.find("form[data-make-passkey] [role=status]")
        browser.find("form[data-make-passkey] button").click()
        browser.wait("the sentence", lambda: status().get_attribute("data-state") == "bad", 90)
        assert not browser.driver.get_credentials()


def use_passkey(browser, next_path="/people"):
    """Presses the button, unless the authenticator has consented to what the browser has offered."""
    browser.open(f"/sign-in?return_to={next_path}")
    button = "form[data-use-passkey]:not([hidden]) button"
    is_away = lambda: browser.path != "/sign-in" or browser.all("#problems")
    browser.wait("the button", lambda: is_away() or browser.all(button))
    if not is_away():
        browser.press(button)


def sign_out(browser):
    browser.open("/sign-out")
    browser.press("main form button")
