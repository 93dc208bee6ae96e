"""A person's browser: Debian's Chromium, with cookies of its own."""

import json

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, TimeoutException, WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

PHONE, DESKTOP = 390, 1280


class Browser:
    """To be used by `with`: at its end it fails if the browser has complained of a page."""

    def __init__(self, address, scripts=True, scheme="light", width=DESKTOP, language="en", place=None):
        """`place` is where the address's host is, which has a certificate of its own then."""
        self.address = address
        options = webdriver.ChromeOptions()
        # Chromium's own sandbox needs a user that is not root; its shared memory, a large /dev/shm.
        for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                         "--hide-scrollbars", f"--lang={language}", "--disable-background-networking"]:
            options.add_argument(argument)
        if place:
            options.add_argument(f"--host-resolver-rules=MAP {address.removeprefix('https://')} {place}")
            options.accept_insecure_certs = True
        preferences = {"intl.accept_languages": language, "credentials_enable_service": False}
        if not scripts:
            preferences["profile.managed_default_content_settings.javascript"] = 2
        options.add_experimental_option("prefs", preferences)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options, Service("/usr/bin/chromedriver"))
        self.document = None
        self.show(scheme, width)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _):
        complaints = [] if kind else self.complaints()
        self.driver.quit()
        assert not complaints, complaints

    def show(self, scheme=None, width=None, height=900):
        """Changes the colours that the reader prefers, or the window."""
        if scheme:
            self.command("Emulation.setEmulatedMedia",
                         features=[{"name": "prefers-color-scheme", "value": scheme}])
        if width:
            self.command("Emulation.setDeviceMetricsOverride", width=width, height=height,
                         deviceScaleFactor=1, mobile=width < 600)

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    # Where one is

    def open(self, path):
        """Opens a page. Without a pause before it, one that differs by its fragment alone is the same."""
        self.driver.get("about:blank")
        self.driver.get(self.address + path)

    @property
    def path(self):
        return self.driver.current_url.removeprefix(self.address).split("?")[0]

    @property
    def text(self):
        return self.find("main").text

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, what, condition, seconds=20):
        """Until `condition()` is true. Elements may be replaced meanwhile."""
        def holds(_):
            try:
                return condition()
            except WebDriverException as error:
                if not is_of_a_page_that_went(error):
                    raise

        try:
            return WebDriverWait(self.driver, seconds, poll_frequency=0.05).until(holds)
        except TimeoutException:
            raise AssertionError(f"waited for {what} at {self.path}:\n{self.text}") from None

    def wait_for_path(self, path):
        self.wait(path, lambda: self.path == path and self.all("main"))

    # What one does

    def fill(self, within="main", **values):
        """Types into fields, in place of what is there."""
        for name, value in values.items():
            field = self.find(f"{within} [name={name}]")
            field.clear()
            field.send_keys(value)

    def submit(self, within="main", **values):
        """Fills the form that has these fields, sends it, and waits for the page that answers."""
        self.fill(within, **values)
        # Before the last one there may be some that choose what is typed.
        self.press(self.all(f"{within} form:has([name={next(iter(values))}]) button:not([type=button])")[-1])

    def press(self, button):
        """Presses a button that leads to another page, and waits for that."""
        if isinstance(button, str):
            button = self.find(button)
        page = self.find("html")
        button.click()
        self.wait("the next page", lambda: is_gone(page))
        self.wait("the whole page", lambda: self.all("footer"))

    def keys(self, *keys):
        """Types where the focus is: on the next page, if this one is just going."""
        try:
            self.focused.send_keys(*keys)
        except StaleElementReferenceException:
            self.wait("the whole page", lambda: self.all("footer"))
            self.focused.send_keys(*keys)

    @property
    def focused(self):
        return self.driver.switch_to.active_element

    # What the browser says

    def complaints(self):
        """Violations of the pages' policy and errors of the script; not answers such as 422."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["source"] in ("security", "javascript", "violation")
                or entry["level"] == "SEVERE" and entry["source"] != "network"]

    def source(self):
        """The HTML of the page as it was sent, also in answer to a form."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.responseReceived" and message["params"]["type"] == "Document":
                self.document = message["params"]["requestId"]
        return self.command("Network.getResponseBody", requestId=self.document)["body"]

    def picture(self, file):
        """A picture of the page from top to bottom."""
        size = self.run("return [innerWidth, document.documentElement.scrollHeight]")
        self.show(width=size[0], height=max(size[1], 600))
        self.driver.save_screenshot(str(file))
        self.show(width=size[0])


def is_gone(element):
    try:
        element.is_enabled()
        return False
    except WebDriverException as error:
        if not is_of_a_page_that_went(error):
            raise
        return True


def is_of_a_page_that_went(error):
    """Whether one page follows another, by any of the driver's words for it."""
    words = ["does not belong to the document", "aborted by navigation", "no such execution context"]
    return (isinstance(error, StaleElementReferenceException)
            or any(text in (error.msg or "") for text in words))
