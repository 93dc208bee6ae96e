"""Keeps accounts on their pages, as browsers without script do, and as attackers do.

account.py SPOOL ADDRESS PHOTO
"""

import html
import io
import re
import socket
import sys
import tarfile
import threading
import time

from browsing.factors import totp
from pages import PASSWORD, PROFILE, SAME, SCRIPT, Browser, Person, address, leads, newest_mail

picture = open(sys.argv[3], "rb").read()
MARKUP = '"><script>alert(1)</script>'
PLACES = ["", "/photo", "/addresses", "/password", "/factor", "/sessions", "/blocked", "/export", "/delete"]


def field(answer, name):
    """What a page has in a field, as it was written."""
    text = answer.body.decode()
    found = (
        re.search(rf'<input [^>]*name="{name}"[^>]*value="([^"]*)"', text)
        or re.search(rf'<textarea id="{name}"[^>]*>\n(.*?)</textarea>', text, re.S)
        or re.search(rf'<select id="{name}".*?<option value="(\w+)" selected', text, re.S)
    )
    return found[1] if found else None


def problems(answer):
    """The fields that are wrong. What was typed never becomes markup."""
    assert answer.status in (422, 429), (answer.status, answer.text)
    assert b"<script>alert" not in answer.body
    return re.findall(r'<li><a href="#([^"]*)">', answer.body.decode())


def form(browser):
    """The form of the profile, as a browser has it."""
    page = browser.get("/account")
    names = ["display_name", "bio", "pronouns", "location", "links", "presence", "revision"]
    names += [f"visibility_{name}" for name in ["photo", "bio", "pronouns", "location", "links"]]
    values = {name: html.unescape(field(page, name) or "") for name in names}
    return values | ({"is_findable": "on"} if 'is_findable" checked' in page.text else {})


def profile():
    person = Person()
    browser = person.browser()
    now = lambda: browser.call(PROFILE + "GetProfile", {"user": {"userId": person.id}}).json["profile"]
    # What is as it was is not changed.
    leads(browser.submit("/account", **form(browser)), "/account?done=saved")
    assert now()["revision"] == "1"
    typed = form(browser) | {"bio": f"one\r\n{MARKUP}", "pronouns": MARKUP, "location": MARKUP}
    typed |= {"links": "https://a.example/?b=1&c=2\r\n\r\nhttps://d.example", "visibility_bio": "onlyMe"}
    typed.pop("is_findable")
    leads(browser.submit("/account", **typed), "/account?done=saved")
    assert now()["bio"] == f"one\n{MARKUP}" and not now().get("isFindable") and len(now()["links"]) == 2, now()
    page = browser.get("/account?done=saved")
    assert b"<script>alert" not in page.body and field(page, "pronouns") == "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"
    assert field(page, "visibility_bio") == "onlyMe" and 'role="status"' in page.text
    # A change elsewhere is noticed, and what was typed stays, also behind another error.
    typed = form(browser) | {"bio": "mine", "links": "javascript:alert(1)"}
    assert browser.call(PROFILE + "UpdateProfile", {"updateMask": ["location"], "location": "there"}).status == 200
    assert problems(browser.submit("/account", **typed)) == ["links"]
    typed["links"] = ""
    answer = browser.submit("/account", **typed)
    assert problems(answer) == ["revision"] and field(answer, "bio") == "mine"
    typed["revision"] = field(answer, "revision")
    leads(browser.submit("/account", **typed), "/account?done=saved")
    assert now()["bio"] == "mine" and "links" not in now()
    # What is no choice is none.
    typed = form(browser) | {"visibility_bio": MARKUP, "presence": MARKUP, "display_name": MARKUP}
    assert problems(browser.submit("/account", **typed)) == ["display_name"]
    assert browser.send("POST", "/account", "bio=" + "a" * 70_000, SAME | {"Content-Type": "application/x-www-form-urlencoded"}).status == 413
    for body in ["", "revision=", "revision=" + "9" * 40, "%", "&" * 5000, "x=%00%ff&display_name=%00"]:
        answer = browser.send("POST", "/account", body, SAME | {"Content-Type": "application/x-www-form-urlencoded"})
        assert answer.status in (303, 422), (body, answer.status)


def strangers():
    person = Person()
    browser, stranger = person.browser(), person.browser()
    stranger.cookies.clear()
    for place in PLACES:
        path = "/account" + place
        if place != "/photo":
            leads(stranger.get(path), "/sign-in?return_to=" + path)
        assert stranger.submit(path, password=PASSWORD).field("location").startswith("/sign-in"), path
        assert browser.submit(path, {"Sec-Fetch-Site": "cross-site"}, password=PASSWORD).status == 403
        names = ["email", "password", "current_password", "code", "address", "session", "user", "action"]
        answer = browser.submit(path, **{name: MARKUP for name in names})
        assert answer.status in (303, 422) and b"<script>alert" not in answer.body, (path, answer.status)
        query = "?" + "&".join(f"{name}=%22%3E%3Cscript%3Ealert(1)" for name in ["email", "done", "page"])
        assert b"<script>alert" not in browser.get(path + query).body


def send(browser, data, name="a.jpg", field="photo", path="/account/photo", verb="POST", fields=SAME, end="--\r\n"):
    head = f'--xYz\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'
    body = head.encode() + data + b"\r\n--xYz" + end.encode()
    return browser.send(verb, path, body, {**fields, "Content-Type": "multipart/form-data; boundary=xYz"})


def photos():
    person, other = Person(), Person()
    browser, reader = person.browser(), other.browser()
    leads(send(browser, picture), "/account?done=photo")
    place = re.search(r'src="(/photos/[^"?]*)\?size=256"', browser.get("/account").text)[1]
    for size in [64, 128, 256, 512]:
        answer = reader.get(f"{place}?size={size}")
        assert answer.status == 200 and answer.body[:2] == b"\xff\xd8" and "immutable" in answer.field("cache-control")
    for path in [place, place + "?size=65", place[:-1] + "?size=64", "/photos/?size=64", "/photos/a/b?size=64"]:
        assert reader.get(path).status == 404, path
    # Fifty at once, as a long list has them.
    statuses = []
    load = lambda: statuses.append(reader.copy().get(place + "?size=64").status)
    threads = [threading.Thread(target=load) for _ in range(50)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert statuses == [200] * 50, statuses
    assert browser.call(PROFILE + "BlockUser", {"user": {"userId": other.id}}).status == 200
    assert reader.get(place + "?size=64").status == 404
    page = browser.get("/account/blocked")
    assert other.id in page.text and other.name in page.text, page.text
    leads(browser.submit("/account/blocked", action="unblock", user=other.id), "/account/blocked?done=unblocked")
    assert reader.get(place + "?size=64").status == 200
    # What is no photo, no form, or no end.
    for data in [b"<script>alert(1)</script>", b"", picture[:200]]:
        assert problems(send(browser, data, name="%22><script>alert(1)</script>")) == ["photo"]
    assert problems(send(browser, picture, field="other")) == ["photo"]
    assert problems(send(browser, picture, end="")) == ["photo"]
    assert problems(send(browser, picture, end="\r\na: b\r\n" * 1000)) == ["photo"]
    # The app's way takes forms and the pages' session, for its script alone.
    for fields, status in [(SCRIPT, 200), (SAME, 401), ({**SCRIPT, "Sec-Fetch-Site": "cross-site"}, 401)]:
        assert send(browser, picture, path="/photo", verb="PUT", fields=fields).status == status
    # 30 MB are refused before a byte of them, and nine of ten slow ones at once.
    head = f"POST /account/photo HTTP/1.1\r\nHost: a\r\nCookie: __Host-rollcall={browser.session}\r\n" \
        "Sec-Fetch-Site: same-origin\r\nContent-Type: multipart/form-data; boundary=xYz\r\nContent-Length: "
    assert b" 422 " in raw(head + f"{30 << 20}\r\n\r\n")
    assert sorted(bool(raw(head + "1000000\r\n\r\n--xYz\r\n")) for _ in range(10)) == [False] + [True] * 9
    for connection in connections:
        connection.close()
    leads(browser.submit("/account", action="remove"), "/account?done=photo-removed")
    assert reader.get(place + "?size=64").status == 404


connections = []


def raw(request):
    """The beginning of the answer; nothing when none comes."""
    connections.append(socket.create_connection(address.split(":"), timeout=2))
    connections[-1].sendall(request.encode())
    try:
        return connections[-1].recv(200)
    except TimeoutError:
        return b""


def code(email):
    return re.search(r"^\s*(\d{4}[ -]?\d{4})\s*$", newest_mail(email), re.M)[1]


def addresses():
    person = Person()
    browser = person.browser()
    path = "/account/addresses"
    added = [f"{name}-{person.email}" for name in "ab"]
    assert problems(browser.submit(path, action="add", email="bad", password=PASSWORD)) == ["email"]
    for email in added:
        assert problems(browser.submit(path, action="add", email=email, password="x")) == ["password"]
        leads(browser.submit(path, action="add", email=email, password=PASSWORD), path + "?done=mailed")
        assert problems(browser.submit(path, action="verify", address=email, code="12345678")) == ["code"]
        leads(browser.submit(path, action="verify", address=email, code=code(email)), path + "?done=saved")
    # The first one has taken the place of that of the sign-up, which nobody had verified.
    assert person.email not in re.split(r"[>\s<]", browser.get(path).text)
    answer = browser.submit(path, action="primary", email=added[1], password="x")
    assert problems(answer) == ["password"] and field(answer, "email") == added[1] and 'value="primary"' in answer.text
    leads(browser.submit(path, action="primary", email=added[1], password=PASSWORD), path + "?done=saved")
    leads(browser.submit(path, action="remove", email=added[0], password=PASSWORD), path + "?done=saved")
    assert added[0] not in browser.get(path).text


def ends(browser):
    """Whether a session ends. All services know within a second."""
    end = time.monotonic() + 5
    while browser.is_signed_in and time.monotonic() < end:
        time.sleep(0.05)
    return not browser.is_signed_in


def sessions():
    person = Person()
    browser, lost = person.browser(), person.browser()
    mine = re.findall(r'name="session" value="([^"]+)"', browser.get("/account/sessions").text)
    assert len(mine) == 2, "the app's and the lost one; not the own one"
    assert browser.submit("/account/sessions", action="end", session=MARKUP).status == 422
    for session in mine:
        leads(browser.submit("/account/sessions", action="end", session=session), "/account/sessions?done=ended")
    assert ends(lost) and browser.is_signed_in
    activity = browser.get("/account/activity").text
    assert all(text in activity for text in ["Account created", "Signed in", "Signed out elsewhere"])
    others = [person.browser() for _ in range(3)]
    leads(browser.submit("/account/sessions", action="end_others"), "/account/sessions?done=ended")
    assert all(map(ends, others)) and browser.is_signed_in


def factor():
    person = Person()
    browser, path = person.browser(), "/account/factor"
    assert problems(browser.submit(path, action="on", password="x")) == ["password"]
    page = browser.submit(path, action="on", password=PASSWORD)
    secret, uri = field(page, "secret"), html.unescape(field(page, "uri"))
    assert page.status == 200 and b"<svg" in page.body and secret in uri and b"<script>" not in page.body
    assert secret not in browser.get(path).text
    # With a wrong code the key is shown again, and what comes back of it is no markup.
    for code, key, at in [("", secret, uri), ("x", MARKUP, MARKUP), ("x", "a" * 9000, "a" * 9000)]:
        answer = browser.submit(path, action="confirm", code=code, secret=key, uri=at)
        assert problems(answer) == ["code"] and html.unescape(field(answer, "secret")) == key
    answer = browser.submit(path, action="confirm", code=totp(secret), secret=secret, uri=uri)
    codes = re.findall(r"<code>([0-9a-z]{5}-[0-9a-z]{5})</code>", answer.text)
    assert len(set(codes)) == 10 and codes[0] not in browser.get(path).text
    # Every form that asks for the password asks for a code, too.
    for place, form in [("/addresses", {"action": "add", "email": "a@example.org"}), ("/export", {}), ("/delete", {}), ("/factor", {"action": "off"})]:
        assert 'name="factor_code"' in browser.get("/account" + place).text, place
        for code in ["", "x", "000000"]:
            answer = browser.submit("/account" + place, **form, password=PASSWORD, factor_code=code)
            assert problems(answer) == ["factor_code"], (place, code, answer.text)
    # A stranger who knows the password.
    stranger = Browser()
    page = stranger.submit("/sign-in", name=person.email, password=PASSWORD)
    assert page.status == 200 and not stranger.session and field(page, "step") == "totp"
    pending = field(page, "pending")
    assert problems(stranger.submit("/sign-in", pending=pending, step="totp", code="x")) == ["code"]
    assert stranger.submit("/sign-in", pending=pending, step=MARKUP, code="12345678").status == 422
    page = stranger.submit("/sign-in", pending=pending, step="recovery", action="switch")
    assert page.status == 200 and field(page, "pending") == pending and field(page, "step") == "recovery"
    page = stranger.submit("/sign-in", name=person.email, password=PASSWORD)
    leads(stranger.submit("/sign-in", pending=field(page, "pending"), step="recovery", code=codes[0]), "/people")
    page = browser.submit(path, action="codes", password=PASSWORD, factor_code=codes[1])
    fresh = re.findall(r"<code>([0-9a-z]{5}-[0-9a-z]{5})</code>", page.text)
    assert len(set(fresh + codes)) == 20
    leads(browser.submit(path, action="off", password=PASSWORD, factor_code=fresh[0]), path + "?done=saved")
    assert person.browser().is_signed_in


def end():
    person = Person()
    browser = person.browser()
    change = lambda old, new: browser.submit("/account/password", current_password=old, password=new)
    wrong = change("x", "another horse")
    assert problems(wrong) == ["current_password"] and "That is not your password." in wrong.text
    assert problems(change("", "another horse")) == ["current_password"]
    assert problems(change(PASSWORD, "short")) == ["password"]
    leads(change(PASSWORD, "another horse"), "/account?done=password")
    assert problems(browser.submit("/account/export", password="x")) == ["password"]
    answer = browser.submit("/account/export", password="another horse")
    assert answer.field("content-disposition") == 'attachment; filename="account.tar"'
    assert "profile.json" in tarfile.open(fileobj=io.BytesIO(answer.body)).getnames()
    assert browser.submit("/account/export", password="another horse").status == 429
    assert problems(browser.submit("/account/delete", password="x")) == ["password"] and browser.is_signed_in
    copy = browser.copy()
    answer = browser.submit("/account/delete", password="another horse")
    receipt = field(answer, "receipt")
    assert answer.status == 200 and receipt.startswith("rcx1_") and not browser.cookies
    assert ends(copy)
    assert "Account" in browser.submit("/receipt", receipt=receipt).text
    assert problems(browser.submit("/receipt", receipt=MARKUP)) == ["receipt"]


for part in [profile, strangers, photos, addresses, factor, sessions, end]:
    part()
    print(part.__name__)
