"""Visits the door's pages as browsers do, as their readers do, and as strangers would like to.

pages.py SPOOL ADDRESS [PART...]
"""

import html
import json
import re
import secrets
import socket
import struct
import sys
import threading
import time
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

spool, address = Path(sys.argv[1]), sys.argv[2]
AUTH, ACCOUNT, PROFILE, PRESENCE = (
    "/rollcall.v1.%sService/" % name for name in ["Auth", "Account", "Profile", "Presence"])
ALLOWED = "https://app.example.org"
SAME = {"Sec-Fetch-Site": "same-origin"}
SCRIPT = {**SAME, "Connect-Protocol-Version": "1", "Content-Type": "application/json"}
PASSWORD = "correct horse"


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.fields = [(name.lower(), value) for name, value in response.getheaders()]
        self.body = response.read()

    def field(self, name):
        return ", ".join(value for key, value in self.fields if key == name)

    @property
    def text(self):
        return html.unescape(self.body.decode())

    @property
    def json(self):
        return json.loads(self.body)


class Browser:
    """A browser with its cookies, and a connection of its own."""

    def __init__(self, at=address, cookies=None):
        self.at = at
        self.connection = HTTPConnection(at, timeout=30)
        self.cookies = dict(cookies or {})

    def copy(self):
        return Browser(self.at, self.cookies)

    def send(self, verb, path, body=None, fields={}):
        fields = dict(fields)
        if self.cookies:
            fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        self.connection.request(verb, path, body, fields)
        answer = Answer(self.connection.getresponse())
        for name, value in answer.fields:
            if name == "set-cookie":
                self.keep(value)
        return answer

    def keep(self, cookie):
        pair, *attributes = cookie.split("; ")
        name, value = pair.split("=", 1)
        assert name.startswith("__Host-"), cookie
        assert {"Path=/", "Secure", "HttpOnly", "SameSite=Lax"} <= set(attributes), cookie
        if value:
            self.cookies[name] = value
        else:
            self.cookies.pop(name, None)

    def get(self, path, fields={}):
        return self.send("GET", path, fields=fields)

    def submit(self, path, fields=SAME, **form):
        """Sends a form, as it was filled in."""
        type = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.send("POST", path, urlencode(form), {**type, **fields})

    def call(self, path, message={}, fields=SCRIPT):
        """Calls as the pages' script does."""
        return self.send("POST", path, json.dumps(message), fields)

    @property
    def session(self):
        return self.cookies.get("__Host-rollcall")

    @property
    def is_signed_in(self):
        return self.get("/people").status == 200


class Person:
    """An account, made as apps do."""

    def __init__(self):
        self.name = "u" + secrets.token_hex(5)
        self.email = f"{self.name}@example.org"
        form = {"email": self.email, "password": PASSWORD, "displayName": self.name, "idempotencyKey": secrets.token_hex(12)}
        answer = Browser().call(AUTH + "SignUp", form)
        assert answer.status == 200, answer.body
        self.id = answer.json["session"]["userId"]

    def browser(self, at=address):
        browser = Browser(at)
        answer = browser.submit("/sign-in", name=self.email, password=PASSWORD)
        leads(answer, "/people")
        assert browser.session
        return browser


def leads(answer, place):
    assert answer.status == 303, (answer.status, answer.text)
    assert answer.field("location") == place, answer.field("location")
    return answer


def is_refused(answer, status, code):
    assert answer.status == status and answer.json["code"] == code, (answer.status, answer.body)
    assert "access-control-allow-credentials" not in dict(answer.fields)


def envelope(message):
    body = json.dumps(message).encode()
    return struct.pack(">BI", 0, len(body)) + body


class Stream:
    """A server stream, as the pages' script reads it."""

    def __init__(self, browser, path, message):
        self.connection = HTTPConnection(browser.at, timeout=120)
        fields = {**SCRIPT, "Content-Type": "application/connect+json", "Cookie": f"__Host-rollcall={browser.session}"}
        self.connection.request("POST", path, envelope(message), fields)
        self.response = self.connection.getresponse()
        assert self.response.status == 200, self.response.read()

    def next(self):
        """The next message, and whether it is the last."""
        flags, size = struct.unpack(">BI", self.response.read(5))
        return json.loads(self.response.read(size)), bool(flags & 2)

    def end(self):
        while True:
            message, is_last = self.next()
            if is_last:
                return message


def people():
    ann, bob = Person(), Person()
    browser = ann.browser()
    assert ann.name in browser.get("/people").text
    page = browser.get(f"/people?q={bob.name[:8]}").text
    assert f'data-user="{bob.id}" data-state="offline"' in page and "data-online=" in page, page
    assert f'data-user="{ann.id}"' in browser.get(f"/people?q={ann.name}").text
    assert "Nobody was found" in browser.get(f"/people?q={ann.name}zz").text
    # What is typed comes back as text.
    page = browser.get("/people?q=" + "%3Cscript%3E%22").body.decode()
    assert "<script>" not in page.replace("<script src=", "") and "&lt;script&gt;&quot;" in page
    assert 'id="q-error"' in page
    for query in ["q=ab", "q=%00%ff", "q=" + "a" * 5000, "q=abc&page=nonsense"]:
        assert browser.get(f"/people?{query}").status == 200, query
    for user, status in [("nonsense", 400), ("01890000-0000-7000-8000-000000000000", 404)]:
        assert browser.get(f"/people?user={user}").status == status
    # Online, as others see it, also without script.
    lease = bob.browser().call(PRESENCE + "GoOnline", {"deviceId": "page-1", "leaseMs": 90000, "idleMs": 0})
    assert lease.status == 200, lease.body
    page = browser.get(f"/people?user={bob.id}").text
    assert 'data-state="online"' in page and ">Online<" in page
    # What the script sends with `keepalive`, when its page is left.
    assert browser.call(PRESENCE + "GoOffline", {"leaseId": "1"}).status == 200
    answer = bob.browser().call(PRESENCE + "GoOffline", {"leaseId": lease.json["leaseId"]})
    assert answer.status == 200 and answer.json == {}
    page = browser.get(f"/people?user={bob.id}").text
    assert 'data-state="offline"' in page and "Last here: <time datetime=" in page, page

    def report(**form):
        return browser.submit("/people", user=bob.id, action="report", **form)
    answer = report(reason="", text="<b>rude</b>")
    assert answer.status == 422 and 'id="reason-error"' in answer.text
    assert "&lt;b&gt;rude&lt;/b&gt;</textarea>" in answer.body.decode()
    assert report(reason="3", text="x" * 501).status == 422
    leads(report(reason="3", text="rude\r\nand loud"), f"/people?user={bob.id}&done=reported")
    assert report(reason="3", text="").status == 429
    assert browser.submit("/people", user=bob.id, action="nonsense").status == 400
    leads(browser.submit("/people", user=bob.id, action="block"), "/people?done=blocked")
    assert browser.get(f"/people?user={bob.id}").status == 404
    assert bob.name not in browser.get(f"/people?q={bob.name[:8]}").text.split("<ul", 1)[1]
    # Who searches too often is told so on the page.
    for _ in range(1000):
        text = browser.get("/people?q=abc").text
        if "too many attempts" in text:
            break
    assert "too many attempts" in text and ann.name in text, text


def calls():
    """The script's calls have the session of the cookie; nobody else's have it."""
    browser = Person().browser()
    path = AUTH + "GetSession"
    assert browser.call(path).status == 200
    without = {name: value for name, value in SCRIPT.items() if name != "Connect-Protocol-Version"}
    host = {"Origin": f"http://{address}"}
    is_refused(browser.call(path, fields=without), 401, "unauthenticated")
    simple = {name: value for name, value in SCRIPT.items() if name != "Sec-Fetch-Site"}
    assert browser.call(path, fields={**simple, **host}).status == 200
    for fields in [
        {}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "null"},
        {"Origin": "https://evil.example"}, {"Origin": f"http://{address}.evil.example"},
        # An origin that may call with a token has no part in the cookie.
        {"Origin": ALLOWED}, {"Origin": ALLOWED, "Sec-Fetch-Site": "same-site"},
        {**host, "Sec-Fetch-Site": "cross-site"},
    ]:
        is_refused(browser.call(path, fields={**simple, **fields}), 401, "unauthenticated")
    # A token of one's own is not replaced.
    is_refused(browser.call(path, fields={**SCRIPT, "Authorization": "Bearer x"}), 401, "unauthenticated")
    # A preflight does not let a cookie in.
    answer = browser.send("OPTIONS", path, fields={"Origin": ALLOWED, "Access-Control-Request-Method": "POST"})
    assert "access-control-allow-credentials" not in dict(answer.fields)
    # Not for apps, and not for pages.
    is_refused(browser.call("/rollcall.v1.AuthAdminService/ListAccounts"), 501, "unimplemented")
    assert browser.get(path).status == 405


def cookies(other):
    """Cookies that were cut, changed, swapped, or sealed elsewhere are none."""
    browser = Person().browser()
    good = browser.session
    device = Browser(cookies={"__Host-rollcall": browser.cookies.get("__Host-rollcall-device", "x")})
    strangers = [device, Browser(cookies={"rollcall": good}), Browser(cookies={"__Host-rollcall-device": good})]
    for at in range(0, len(good), max(1, len(good) // 60)):
        changed = good[:at] + ("A" if good[at] != "A" else "B") + good[at + 1:]
        strangers += [Browser(cookies={"__Host-rollcall": value}) for value in [changed, good[:at]]]
    strangers += [Browser(cookies={"__Host-rollcall": value}) for value in ["A" * 4000, "%00", '"', "=", good + "AAAA"]]
    # Of a door with another key.
    strangers.append(Browser(cookies={"__Host-rollcall": Person().browser(other).session}))
    for stranger in strangers:
        leads(stranger.get("/people"), "/sign-in?return_to=/people")
        is_refused(stranger.call(AUTH + "GetSession"), 401, "unauthenticated")
        # An address has 64 connections.
        stranger.connection.close()
    assert browser.is_signed_in


def sign_outs():
    """A cookie that is sent again after the sign-out leads to the sign-in."""
    ann = Person()
    browser = ann.browser()
    thief, watcher = browser.copy(), browser.copy()
    streams = [Stream(watcher, PRESENCE + "WatchPresence", {"userIds": [ann.id]}),
               Stream(watcher, AUTH + "WatchSession", {})]
    for stream in streams:
        assert not stream.next()[1]
    begin = time.monotonic()
    assert browser.call(AUTH + "SignOut").status == 200
    for stream in streams:
        stream.end()
    assert time.monotonic() - begin < 10, "a stream went on"
    answer = leads(thief.get("/people?q=abc"), "/sign-in?return_to=/people%3Fq%3Dabc")
    assert "Max-Age=0" in answer.field("set-cookie") and not thief.session
    is_refused(watcher.call(PRESENCE + "GetPresence", {"userIds": [ann.id]}), 401, "unauthenticated")
    leads(watcher.submit("/people", user=ann.id, action="block"), "/sign-in?return_to=/people")


def origins():
    """What another site sends is refused, and does nothing."""
    bob = Person()
    browser = Person().browser()
    for fields in [
        {}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "null"},
        {"Origin": "https://evil.example"}, {"Origin": ALLOWED}, {"Origin": f"http://{address}0"},
    ]:
        answer = browser.submit("/people", fields=fields, user=bob.id, action="block")
        assert answer.status == 403 and "nothing was done" in answer.text, (answer.status, fields)
        answer = Browser().submit("/sign-in", fields=fields, name=bob.email, password=PASSWORD)
        assert answer.status == 403 and not answer.field("set-cookie")
    assert browser.get(f"/people?user={bob.id}").status == 200
    leads(browser.submit("/people", {"Origin": f"http://{address}"}, user=bob.id, action="block"), "/people?done=blocked")


def return_to():
    """After a sign-in a browser stays here, or goes to an allowed origin."""
    ann = Person()
    evil = [
        "//evil.example", "/\\evil.example", "\\\\evil.example", "https://evil.example", "javascript:alert(1)",
        "/\t/evil.example", "/\n/evil.example", f"{ALLOWED}.evil.example/", f"{ALLOWED}@evil.example", "http:evil.example",
        "///evil.example", " //evil.example", "%2F%2Fevil.example", "people", "data:text/html,x", "/\r\nSet-Cookie: a=b",
    ]
    for place in evil:
        leads(Browser().submit("/sign-in", name=ann.name, password=PASSWORD, return_to=place), "/people")
        assert "evil" not in Browser().get("/sign-in?" + urlencode({"return_to": place})).text.split("<main", 1)[1].split("</main>")[0]
    for place in ["/account", f"{ALLOWED}/welcome?a=b", ALLOWED]:
        leads(Browser().submit("/sign-in", name=ann.name, password=PASSWORD, return_to=place), place)


def sign_ups():
    """A form of the sign-up that is sent twice makes one account, at one instant or later."""
    for _ in range(3):
        name = "u" + secrets.token_hex(5)
        first = Browser()
        key = re.search(r'name="key" value="([^"]+)"', first.get("/sign-up").text)[1]
        form = {"email": f"{name}@example.org", "password": PASSWORD, "display_name": name, "key": key, "return_to": ""}
        second = first.copy()
        both = [threading.Thread(target=browser.submit, args=["/sign-up"], kwargs=form) for browser in (first, second)]
        for thread in both:
            thread.start()
        for thread in both:
            thread.join()
        leads(first.submit("/sign-up", **form), "/people")
        assert first.is_signed_in and second.is_signed_in
        assert first.get(f"/people?q={name}").text.count("<li data-user=") == 1
        # Somebody else's page has another key.
        other = Browser()
        key = re.search(r'name="key" value="([^"]+)"', other.get("/sign-up").text)[1]
        answer = other.submit("/sign-up", **{**form, "key": key})
        assert answer.status in (409, 422) and 'id="email-error"' in answer.text and not other.session, answer.text
        assert PASSWORD not in answer.text and f'value="{name}@example.org"' in answer.text


def scanners():
    """Who loads every link twice, as mail scanners do, uses nothing up."""
    ann = Person()
    browser = ann.browser()
    mail = newest_mail(ann.email)
    code, token = re.search(r"\b\d{8}\b", mail), re.search(r"rcl1_[\w-]+", mail)
    secrets_ = urlencode({"code": code[0], "token": token[0] if token else "", "email": ann.email})
    paths = ["/", "/sign-in", "/sign-up", "/sign-in-code", "/forgot-password", "/reset-password", "/verify-address",
             "/undo-address", "/account", "/account/addresses", "/account/password", "/account/identities",
             "/account/passkeys", "/account/factor", "/account/sessions", "/account/activity", "/account/blocked",
             "/account/delete", "/people", "/sign-out", "/language", "/.well-known/change-password"]
    for path in paths:
        for visitor in [Browser(), browser.copy()]:
            for verb in ["GET", "HEAD"] * 2:
                for place in [path, f"{path}?{secrets_}", f"{path}?user={ann.id}&action=block&{secrets_}"]:
                    answer = visitor.send(verb, place)
                    assert answer.status < 500, (verb, place, answer.status)
                    assert verb == "GET" or not answer.body
    assert browser.is_signed_in
    assert browser.call(ACCOUNT + "VerifyAddress", {"code": code[0]}).status == 200
    assert len(mails(ann.email)) == 1


def late():
    """At a door that finds every access token too old: what lay open overnight still works."""
    ann, bob = Person(), Person()
    browser = ann.browser()
    before = browser.session
    answer = leads(browser.submit("/people", user=bob.id, action="block"), "/people?done=blocked")
    assert browser.session != before and len([1 for name, _ in answer.fields if name == "set-cookie"]) == 1
    before = browser.session
    assert browser.call(AUTH + "GetSession").status == 200 and browser.session != before
    # The head of a stream has it, too.
    stream = Stream(browser, PRESENCE + "WatchPresence", {"userIds": [ann.id]})
    cookie = stream.response.getheader("set-cookie")
    assert cookie.startswith("__Host-rollcall=") and browser.session not in cookie, cookie
    browser.keep(cookie)
    assert not stream.next()[1]
    # A stranger's call does not even refresh.
    answer = browser.call(AUTH + "GetSession", fields={**SCRIPT, "Sec-Fetch-Site": "cross-site"})
    assert answer.status == 401 and not answer.field("set-cookie")
    assert browser.is_signed_in


def tabs(trials):
    """Two tabs refresh with the same cookie at one instant, and neither is signed out."""
    trials = int(trials)
    browser = Person().browser()
    both = [browser.copy(), browser.copy()]
    start, end = threading.Barrier(3, timeout=60), threading.Barrier(3, timeout=60)
    statuses, sessions = [], set()

    def visit(tab, number):
        for trial in range(trials):
            start.wait()
            is_page = (trial + number) % 2
            answer = tab.get("/people") if is_page else tab.call(AUTH + "GetSession")
            statuses.append(answer.status)
            end.wait()

    threads = [threading.Thread(target=visit, args=(tab, number), daemon=True) for number, tab in enumerate(both)]
    for thread in threads:
        thread.start()
    for trial in range(trials):
        start.wait()
        end.wait()
        # A browser keeps the cookie that came last: either of the two.
        kept = secrets.choice(both).session
        assert kept, f"signed out in trial {trial}"
        sessions.add(kept)
        for tab in both:
            tab.cookies["__Host-rollcall"] = kept
    assert statuses == [200] * 2 * trials, [status for status in statuses if status != 200]
    assert len(sessions) == trials
    answer = both[0].call(AUTH + "ListSessions")
    assert answer.status == 200 and len(answer.json["sessions"]) == 2, answer.body


def mails(email):
    files = sorted(spool.glob("*.eml"))
    texts = [file.read_bytes().decode().replace("=\r\n", "") for file in files]
    return [text for text in texts if f"\r\nTo: <{email}>" in text]


def newest_mail(email):
    end = time.monotonic() + 20
    while not (found := mails(email)):
        assert time.monotonic() < end, "no mail came"
        time.sleep(0.05)
    return found[-1]


if __name__ == "__main__":
    names = sys.argv[3:] or ["people", "calls", "sign_outs", "origins", "return_to", "scanners"]
    for name in names:
        part, *arguments = name.split("=")
        globals()[part](*arguments)
        print(part)
