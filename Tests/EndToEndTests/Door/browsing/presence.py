"""People who see each other come and go."""

from .nginx import HOST, nginx
from .people import Person


def two_people_see_each_other_come_and_go(world):
    with world.browser() as first, world.browser() as second:
        ann, ben = Person().sign_up(first), Person().sign_up(second)
        first.open("/people?q=" + ben.name)
        second.open("/people?q=" + ann.name)
        for browser in (first, second):
            browser.wait("the other one", lambda: states(browser) == ["online"])
        second.driver.get("about:blank")
        first.wait("that the other has gone", lambda: states(first) == ["offline"])
        second.open("/account")
        first.wait("the other again", lambda: states(first) == ["online"])
        # From page to page nobody leaves.
        first.run("window.seen = []; new MutationObserver(() => seen.push("
                  "document.querySelector('[data-user]').dataset.state))"
                  ".observe(document.querySelector('[data-presence]'), {subtree: true, attributes: true})")
        for path in ["/people", "/account/sessions", "/people"]:
            second.open(path)
        second.wait("a lease", lambda: second.run("return document.readyState") == "complete")
        assert "offline" not in first.run("return seen"), first.run("return seen")


def states(browser):
    return [item.get_attribute("data-state") for item in browser.all("[data-presence] [data-user]")]


def an_eleventh_page_opens_beside_ten_that_are_live(world):
    with nginx(world.address) as place, world.browser(f"https://{HOST}", place=place) as browser:
        person = Person().sign_up(browser)
        for _ in range(10):
            browser.open("/people?q=" + person.name)
            browser.wait("who is here", lambda: states(browser) == ["online"])
            # A page in the background of a window has no stream.
            browser.driver.switch_to.new_window("window")
        started = world.now()
        browser.open("/people")
        assert world.now() - started < 1, f"the eleventh page took {world.now() - started} s"
        first = browser.driver.window_handles[0]
        browser.driver.switch_to.window(first)
        assert states(browser) == ["online"]
