"""Those who call while somebody else attacks: known callers, and strangers. They are measured."""

import itertools
import threading
import time
from collections import namedtuple

from wire import OK, Caller, field, fields

AUTH, PROFILE, PRESENCE, HEALTH = (
    f"rollcall.{name}" for name in (
        "v1.AuthService/", "v1.ProfileService/", "v1.PresenceService/", "rpc.v1.HealthService/"))

KNOWN_ADDRESS, STRANGERS_ADDRESS = "127.0.0.3", "127.0.0.4"

# Calls a second of each known caller; there are two at each daemon.
KNOWN_RATE = 25
# One call of so many is made on a connection of its own.
FRESH_EVERY = 10
# How long a caller waits for an answer, in seconds.
PATIENCE = 2

# What came of a call: one of the kinds below, how long it took, what was wrong.
Outcome = namedtuple("Outcome", "kind seconds said")
ANSWERED, REFUSED, FAILED = "answered", "refused", "failed"
# It was not made, as the one before took too long: counted by how long it had waited.
LATE = "late"


class Account(namedtuple("Account", "name password user_id access_token refresh_token")):
    """Somebody who has signed up."""

    def credentials(self):
        return field(1, f"{self.name}@example.org") + field(2, self.password)


def sign_up(caller, name):
    password = f"correct horse {name}"
    request = (
        field(1, f"{name}@example.org") + field(2, password) + field(3, name)
        + field(4, f"idempotency-key-{name}"))
    answer = caller.call(AUTH + "SignUp", request)
    if answer.status != OK:
        raise SystemExit(f"{name} could not sign up: {answer.message}")
    said = fields(answer.body)
    tokens = fields(said[2][0])
    return Account(
        name, password, fields(said[1][0])[2][0].decode(), tokens[1][0].decode(),
        tokens[3][0].decode())


class Bystander:
    """Makes one call after another, at a steady rate.

    `calls` is an iterator of functions that take a `Caller` and return its answer.
    """

    def __init__(self, place, source, calls, rate, fresh_every, tls=None, connect=Caller):
        self.place, self.source, self.calls = place, source, calls
        self.rate, self.fresh_every, self.tls, self.connect = rate, fresh_every, tls, connect
        self.kept = None
        self.made = 0

    def run(self, seconds, outcomes):
        began = free = time.monotonic()
        for number in itertools.count():
            due = began + number / self.rate
            if due >= began + seconds:
                return
            if free >= began + seconds:
                outcomes.append(Outcome(LATE, free - due, ""))
                continue
            time.sleep(max(0, due - time.monotonic()))
            # A call that is late because another was slow has waited since it was due.
            outcomes.append(self.make(due if free > due else time.monotonic()))
            free = time.monotonic()

    def make(self, began):
        self.made += 1
        is_fresh = self.made % self.fresh_every == 0
        caller = None
        try:
            if is_fresh:
                caller = self.connect(self.place, self.source, PATIENCE, self.tls)
            else:
                self.kept = self.kept or self.connect(self.place, self.source, PATIENCE)
            answer = next(self.calls)(caller or self.kept)
            kind = (
                ANSWERED if answer.status == OK else REFUSED if answer.is_refusal() else FAILED)
            said = answer.message and f"{answer.status}: {answer.message}"
        except (OSError, EOFError) as error:
            kind, said = FAILED, type(error).__name__
            self.close()
        finally:
            if caller:
                caller.close()
        return Outcome(kind, time.monotonic() - began, said)

    def close(self):
        if self.kept:
            self.kept.close()
        self.kept = None


def known_callers(places, accounts, tls=None, connect=Caller):
    """Signed-in users, two at each daemon.

    `places`: host and port by the daemon's name. `connect`: makes a caller. `tls`: those of Auth's TLS endpoint and a context,
    for one more, each of whose calls is made on a connection of its own.
    """
    ids = [account.user_id for account in accounts]
    presences = b"".join(field(1, one) for one in ids)
    for number in range(2):
        token, other = accounts[number].access_token, field(1, field(1, ids[number - 1]))

        def call(method, request=b"", token=token):
            return lambda caller: caller.call(method, request, token)

        calls = {
            "auth": [call(AUTH + "GetSession"), call(AUTH + "ListSessions")],
            "profile": [call(PROFILE + "GetProfile", other)],
            "presence": [call(PRESENCE + "GetPresence", presences)],
        }
        for name, place in places.items():
            yield Bystander(
                place, KNOWN_ADDRESS, itertools.cycle(calls[name]), KNOWN_RATE, FRESH_EVERY,
                connect=connect)
    if tls:
        place, context = tls
        yield Bystander(
            place, KNOWN_ADDRESS, itertools.cycle(calls["auth"]), KNOWN_RATE, 1, context)


def strangers(places, accounts, connect=Caller):
    """Some who sign in, one whose session goes on, and some who ask how the daemons are, or at the
    door for the sign-in page: each call on a connection of its own."""
    passwords = (
        lambda caller, one=account: caller.call(AUTH + "SignIn", one.credentials())
        for account in itertools.cycle(accounts[1:]))
    question = (
        lambda caller: caller.call(HEALTH + "Check") if connect is Caller
        else caller.get("/sign-in"))
    ways = [
        (places["auth"], passwords, 2), (places["auth"], refreshes(accounts[0].refresh_token), 5),
        *((place, itertools.repeat(question), 10) for place in places.values())]
    for place, calls, rate in ways:
        yield Bystander(place, STRANGERS_ADDRESS, calls, rate, 1, connect=connect)


def refreshes(token):
    """Exchanges a token, and then the one that it got."""
    def refresh(caller):
        nonlocal token
        answer = caller.call(AUTH + "Refresh", field(1, token))
        if answer.status == OK:
            token = fields(fields(answer.body)[1][0])[3][0].decode()
        return answer

    return itertools.repeat(refresh)


def measure(groups, seconds):
    """Has all of them call for so long. Returns the outcomes of each group."""
    found = [[] for _ in groups]
    # A list takes appends of many threads.
    threads = [
        threading.Thread(target=one.run, args=(seconds, outcomes))
        for group, outcomes in zip(groups, found) for one in group]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def percentile(values, share):
    """The nearest rank; 0 of none."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(len(ranked) * share))] if ranked else 0
