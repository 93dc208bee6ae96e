"""What people do with forms."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from .mailbox import code, link
from .people import Person
from .presence import states


def the_keyboard_alone_leads_to_who_is_here(world):
    person = Person()
    with world.browser() as browser:
        browser.open("/sign-in")
        tab_to(browser, "a[href^='/sign-up']")
        browser.keys(Keys.ENTER)
        browser.wait_for_path("/sign-up")
        # What is wrong takes the focus, and leads to its field.
        tab_to(browser, "[name=email]")
        browser.keys(person.email, Keys.ENTER)
        if not browser.all("#problems"):
            # The browser itself has refused to send what is not filled in.
            tab_to(browser, "[name=password]")
            browser.keys("short")
            tab_to(browser, "[name=display_name]")
            browser.keys(person.name, Keys.ENTER)
        browser.wait("the summary", lambda: is_focused(browser, "#problems"))
        tab_to(browser, "#problems a[href='#password']")
        browser.keys(Keys.ENTER)
        browser.wait("the field", lambda: is_focused(browser, "#password"))
        assert browser.find("#email").get_attribute("value") == person.email
        assert browser.find("#password").get_attribute("aria-invalid") == "true"
        browser.keys(person.password)
        tab_to(browser, "[name=display_name]")
        browser.keys(Keys.CONTROL + "a" + Keys.NULL, person.name, Keys.ENTER)
        browser.wait("the way out of the sign-up", lambda: browser.path != "/sign-up")
        tab_to(browser, "header a[href='/people']")
        browser.keys(Keys.ENTER)
        browser.wait_for_path("/people")


def tab_to(browser, selector):
    """Goes on by Tab; whatever has the focus must show it."""
    for _ in range(60):
        browser.keys(Keys.TAB)
        if browser.run("return document.activeElement.matches('main, body, html')"):
            continue
        assert browser.run(
            "return getComputedStyle(document.activeElement).outlineStyle") != "none", browser.focused
        if is_focused(browser, selector):
            return
    raise AssertionError(f"{selector} at {browser.path} cannot be reached by Tab")


def is_focused(browser, selector):
    return browser.run("return document.activeElement.matches(arguments[0])", selector)


def a_form_says_while_one_types_what_would_be_wrong(world):
    with world.browser() as browser:
        taken = Person().sign_up(browser).name
        browser.driver.delete_all_cookies()
        browser.open("/sign-up")
        state = lambda name: browser.find(f"#{name}-state")
        browser.fill(display_name="a")
        browser.wait("the rule", lambda: state("display_name").get_attribute("data-state") == "bad")
        browser.fill(display_name=taken)
        browser.wait("free names", lambda: state("display_name").find_elements("css selector", "button"))
        state("display_name").find_element("css selector", "button").click()
        browser.wait("that it is free", lambda: state("display_name").get_attribute("data-state") == "good")
        assert browser.find("#display_name").get_attribute("value") != taken
        is_said = lambda kind: state("password").get_attribute("data-state") == kind
        browser.fill(password="123")
        assert is_said("bad")
        browser.fill(password="a long one that nobody guesses")
        browser.wait("that it is good", lambda: is_said("good"))
        browser.fill(password="qwertyuiop")
        browser.wait("what is weak", lambda: is_said("bad") and state("password").text)
        browser.find("[data-reveal=password]").click()
        assert browser.find("#password").get_attribute("type") == "text"


def a_form_that_is_sent_twice_makes_one_account(world):
    for scripts in [True, False]:
        person = Person()
        with world.browser(scripts=scripts) as browser:
            browser.open("/sign-up")
            browser.fill(email=person.email, password=person.password, display_name=person.name)
            ActionChains(browser.driver).double_click(browser.find("main form > button")).perform()
            browser.wait("the way out", lambda: browser.path != "/sign-up" and browser.all("footer"))
            assert not browser.all("#problems"), browser.text
            # Back: the browser shows the form again, or the page knows that one is signed in.
            browser.driver.back()
            browser.wait("a page", lambda: browser.all("footer"))
            if browser.path == "/sign-up":
                assert browser.find("main form > button").is_enabled()
                browser.submit(email=person.email, password=person.password, display_name=person.name)
            browser.open("/people")
            assert browser.path == "/people", browser.text
            assert len(world.mailbox.to(person.email)) <= 1, "the form was sent twice"


def the_link_of_a_mail_proves_an_address(world):
    with world.browser() as browser:
        person = Person().sign_up(browser)
        browser.wait("the mail", lambda: world.mailbox.to(person.email))
        open_link(browser, world.mailbox.to(person.email)[0])
        browser.press("form[data-token] > button")
        assert browser.all(".done"), browser.text


def open_link(browser, mail):
    """Opens the link of a mail. Its token goes into the form, and out of the address bar."""
    browser.open(link(mail))
    browser.wait("the token out of the address", lambda: "#" not in browser.driver.current_url)
    assert not browser.find("[name=code]").is_displayed()


def a_forgotten_password_is_replaced_by_a_mail(world):
    person = Person()
    with world.browser() as browser:
        person.sign_up(browser)
        browser.driver.delete_all_cookies()
        mails = ask_for_a_mail(world, browser, person)
        # Scanners of mails look at each link first.
        for _ in range(2):
            world.look(link(mails[-1]))
        # Who has gone to the main part of a page, and loads it again, has no token for that.
        browser.open("/reset-password#main")
        assert browser.find("[name=code]").is_displayed()
        open_link(browser, mails[-1])
        person.password = "another horse"
        browser.submit(password=person.password)
        assert not browser.all("#problems"), browser.text
        browser.driver.delete_all_cookies()
        person.sign_in(browser)
        browser.wait_for_path("/people")


def ask_for_a_mail(world, browser, person):
    """All mails to the person, once there is one more."""
    count = len(world.mailbox.to(person.email))
    browser.open("/sign-in")
    browser.press("main a[href^='/forgot-password']")
    browser.submit(email=person.email)
    assert browser.path == "/reset-password", browser.path
    browser.wait("the mail", lambda: len(world.mailbox.to(person.email)) > count)
    return world.mailbox.to(person.email)


def everything_works_without_script(world):
    person = Person()
    with world.browser(scripts=False) as browser:
        person.sign_up(browser)
        browser.open("/account")
        browser.submit(bio="I draw <b>maps</b>.")
        browser.open("/account")
        assert browser.find("[name=bio]").get_attribute("value") == "I draw <b>maps</b>."
        browser.find("[name=photo]").send_keys(str(world.photo))
        browser.press("form[enctype] button:not([type=button], [value=remove])")
        assert not browser.all("#problems"), browser.text
        browser.open("/people?q=" + person.name)
        assert person.name in browser.text
        browser.open("/sign-out")
        browser.press("main form button")
        browser.open("/account")
        assert browser.path == "/sign-in"
        mails = ask_for_a_mail(world, browser, person)
        person.password = "a third horse"
        browser.submit(code=code(mails[-1]), password=person.password)
        assert not browser.all("#problems"), browser.text
        browser.driver.delete_all_cookies()
        person.sign_in(browser)
        assert browser.path == "/people", browser.text
        browser.open("/account/delete")
        browser.submit(password=person.password)
        browser.driver.delete_all_cookies()
        person.sign_in(browser)
        assert browser.all("#problems"), "an account that was deleted signs in"


def an_open_form_outlives_its_access_token(world):
    """At a door whose clock is ahead, which takes every token for one that has expired."""
    person = Person()
    with world.browser() as browser:
        person.sign_up(browser)
        browser.open("/account")
        browser.submit(bio="written the night before")
        browser.open("/account")
        assert browser.find("[name=bio]").get_attribute("value") == "written the night before"
        # Calls of the script, too.
        browser.open("/people")
        browser.wait("that one is online", lambda: states(browser) == ["online"])
