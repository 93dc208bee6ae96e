"""Decides from a history alone whether the cluster has kept its word."""

import math
from collections import Counter, defaultdict, namedtuple

from history import AWAY, OK, REFUSED, UNKNOWN, Disturbances
from linear import Call, Undecided, has_order

Finding = namedtuple("Finding", "kind sentence calls")

# What a broken connection, a broken commit and a lost answer look like.
DOUBTS = {"lost", "timeout", "ended", "unknown", "deadline_exceeded", "unavailable", "aborted", "canceled", "no_space"}
# As many calls as this are expected before their absence means something.
LIKELY = 7
# Refusals that are as they should be. A new profile is not found by others, until Auth or its owner has told Profile.
EXPECTED = {"EMAIL_TAKEN", "DISPLAY_NAME_TAKEN", "WRONG_CREDENTIALS", "RENAMED_TOO_OFTEN", "LEASE_ENDED"}


def findings(calls, marks):
    """Everything that is wrong, one by one."""
    for mark in marks:
        if mark["mark"] == "confused":
            yield Finding("answer", f"an answer was not understood: {mark['error']}", [mark])
    history = Checked(calls, Disturbances(marks))
    for rule in (accounts, addresses, names, bios, photos, photo_bytes, sessions, presence, errors, recovery):
        yield from rule(history)


class Checked:
    def __init__(self, calls, disturbances):
        self.calls, self.disturbances = calls, disturbances
        limits = disturbances.limits
        self.known_within = limits.get("known_within", 1)
        self.bound = limits.get("bound", 60)
        self.back_within = limits.get("back_within", 15)
        self.replica_within = limits.get("replica_within", 2)
        self.claim = limits.get("claim", 60)
        # Who a user is, by the answers to those who signed up or in.
        self.owner = {}
        for call in self.of("sign-up", "sign-in"):
            if call["outcome"] == OK:
                self.owner.setdefault(call["answer"]["user"], call["who"])
        # Since when an account may be gone.
        self.gone = {}
        for call in self.of("delete"):
            if call["outcome"] in (OK, UNKNOWN):
                self.gone.setdefault(call["who"], call["begin"])
        self.without_user = {call["who"] for call in self.of("sign-up")} - set(self.owner.values())

    def of(self, *ops):
        return (call for call in self.calls if call["op"] in ops)

    def may_be_gone(self, user, call):
        """Whether the account of a user may have been deleted when a call was answered."""
        return self.gone.get(self.who(user), math.inf) < end(call)

    def who(self, user):
        """The person that a user is; None for nobody."""
        return user and self.owner.get(user, "somebody whose sign-up nobody knows the end of")


def end(call):
    return math.inf if call.get("end") is None else call["end"]


def action(call, *what):
    return Call(call["begin"], end(call), what, call["outcome"] == OK or call["outcome"] == REFUSED)


def in_order(kind, sentence, calls, state, step):
    """At most one finding: these calls have no order."""
    try:
        if not has_order(calls, state, step):
            yield Finding(kind, sentence, [list(call) for call in calls])
    except Undecided:
        yield Finding("undecided", f"{sentence}: too many orders to decide", len(calls))


# Accounts


def accounts(history):
    """A person has one account, however often the sign-up was repeated."""
    users = defaultdict(set)
    for call in history.of("sign-up", "sign-in"):
        if call["outcome"] == OK:
            users[call["who"]].add(call["answer"]["user"])
    for who, several in users.items():
        if len(several) > 1:
            yield Finding("account", f"{who} has {len(several)} accounts", sorted(several))
    owners = defaultdict(set)
    for call in history.of("sign-up", "sign-in"):
        if call["outcome"] == OK:
            owners[call["answer"]["user"]].add(call["who"])
    for user, several in owners.items():
        if len(several) > 1:
            yield Finding("account", f"{user} is {' and '.join(sorted(several))}", sorted(several))


def is_held(attempts, call):
    """Whether a sign-up of another may have held at that time what it never got."""
    return any(
        other["op"] == "sign-up" and other["who"] != call["who"] and other["outcome"] != OK
        and other["begin"] <= end(call) for other in attempts)


# Addresses: the state is who has it.


def addresses(history):
    by_address = defaultdict(list)
    for call in history.of("sign-up", "sign-in", "delete"):
        by_address[call["address"]].append(call)
    for address, attempts in by_address.items():
        actions = []
        for call in attempts:
            outcome, who = call["outcome"], call["who"]
            if call["op"] == "sign-up":
                if outcome in (OK, UNKNOWN):
                    actions.append(action(call, "take", who))
                elif "EMAIL_TAKEN" in call["reasons"] and not is_held(attempts, call):
                    actions.append(action(call, "taken", who))
            elif call["op"] == "delete":
                if outcome in (OK, UNKNOWN):
                    actions.append(action(call, "free", who))
            elif outcome == OK:
                actions.append(action(call, "is", who))
            elif "WRONG_CREDENTIALS" in call["reasons"]:
                actions.append(action(call, "is not", who))
        yield from in_order("address", f"the owners of {address}", actions, "", address_step)


def address_step(owner, action):
    what, who = action
    if what == "take":
        return who if owner in ("", who) else None
    if what == "free":
        return "" if owner == who else owner
    if what == "taken":
        is_right = owner not in ("", who)
    else:
        is_right = (owner == who) == (what == "is")
    return owner if is_right else None


# What a name is kept for: somebody who has gone, or perhaps nobody any more.
GONE, PERHAPS = "gone: ", "perhaps"

# Names: the state is who has it, for whom it is kept, and whether others see it yet.


def names(history):
    attempts = defaultdict(list)
    for call in history.of("sign-up", "rename", "look-up"):
        if call["name"]:
            attempts[call["name"]].append(call)
    changes = defaultdict(list)
    for call in history.of("rename", "delete"):
        changes[call["who"]].append(call)
    for name, calls in attempts.items():
        actions = []
        for call in calls:
            outcome, who, op = call["outcome"], call["who"], call["op"]
            if op == "look-up":
                if outcome == OK:
                    seen = history.who(call["answer"]["user"])
                    actions.append(action(call, "see", who, seen, call.get("is_last", False)))
            elif outcome in (OK, UNKNOWN):
                actions.append(action(call, op, who))
            elif "DISPLAY_NAME_TAKEN" in call["reasons"] and not is_held(calls, call):
                actions.append(action(call, "taken", who))
        # Whoever takes another name gives this one up, and so does whoever goes.
        for who in {call["who"] for call in calls if call["op"] in ("sign-up", "rename")}:
            for call in changes[who]:
                if call["outcome"] in (OK, UNKNOWN) and call.get("name") != name:
                    actions.append(action(call, "give up" if call["op"] == "rename" else "go", who))
        step = name_step(history.without_user)
        yield from in_order("name", f"the owners of the name {name}", actions, (None, None, True), step)


def name_step(without_user):
    def step(state, action):
        owner, kept_for, is_seen = state
        what, who = action[:2]
        others = [other for other in (owner, kept_for) if other not in (None, who, PERHAPS)]
        if what in ("sign-up", "rename"):
            # Until Auth or its owner has told Profile that the account exists, only the owner sees it.
            return None if others else (who, None, what == "rename" or owner == who and is_seen)
        if what == "give up":
            return (None, who, True) if owner == who else state
        if what == "go":
            # The name is in quarantine; nobody promises what becomes of one that was kept for who has gone.
            if owner == who:
                return (None, GONE + who, True)
            return (owner, PERHAPS, is_seen) if kept_for == who else state
        if what == "taken":
            return state if others or kept_for == PERHAPS else None
        seen, is_last = action[2:]
        if seen is None:
            return state if owner is None or not (is_seen or is_last or owner == who) else None
        if kept_for == GONE + seen:
            # Profile is told later.
            return state
        if seen == owner or owner in without_user and seen.startswith("somebody"):
            return (owner, kept_for, True)
        return None

    return step


# Profiles: each field is a register.


def bios(history):
    yield from registers(history, "bio", "write-bio", "bio")


def photos(history):
    yield from registers(history, "photo", "put-photo", "photo")


def registers(history, kind, writes, field):
    """A field of everybody's profile has what was written last."""
    by_person = defaultdict(list)
    for call in history.of(writes):
        if call["outcome"] in (OK, UNKNOWN):
            by_person[call["who"]].append(action(call, "write", call[field]))
    for call in history.of("profile", "get-photo"):
        who = history.who(call["of"])
        if call["outcome"] == OK and field in call["answer"] and not history.may_be_gone(call["of"], call):
            by_person[who].append(action(call, "read", call["answer"][field]))
    for who, actions in by_person.items():
        yield from in_order(kind, f"the {field} of {who}", actions, ("",), register_step)


def register_step(state, action):
    what, value = action
    return (value,) if what == "write" or state == (value,) else None


def photo_bytes(history):
    """A photo has the bytes that its id is the hash of, and its owner has uploaded it."""
    uploads = defaultdict(set)
    for call in history.of("put-photo"):
        uploads[call["who"]].add(call["photo"])
    for call in history.of("get-photo"):
        answer = call.get("answer") or {}
        if call["outcome"] != OK or not answer.get("photo"):
            continue
        who = history.who(call["of"])
        if answer["hash"] != answer["photo"] or answer["photo"] not in uploads[who]:
            yield Finding("photo", f"{who} was shown with bytes that {who} has not uploaded", [call])


# Sessions: a session lives until it is signed out.


def sessions(history):
    uses, ends = defaultdict(list), defaultdict(list)
    deletions = {call["who"]: call for call in history.of("delete") if call["outcome"] in (OK, UNKNOWN)}
    for call in history.calls:
        if call.get("session") and call["op"] not in ("sign-in", "sign-up"):
            (ends if call["op"] == "sign-out" else uses)[call["session"]].append(call)
    for session in list(uses):
        if uses[session][0]["who"] in deletions:
            ends[session].append(deletions[uses[session][0]["who"]])
    for session in uses.keys() | ends.keys():
        told = min((end(call) for call in ends[session] if call["outcome"] == OK), default=math.inf)
        asked = min((call["begin"] for call in ends[session] if call["outcome"] != AWAY), default=math.inf)
        for call in uses[session]:
            if call["op"] == "delete":
                continue
            refusal = call.get("code") == "unauthenticated"
            if refusal and end(call) < asked:
                yield Finding("session", f"the session of {call['who']} was refused before it had ended", [call])
            if call["outcome"] == OK and call["begin"] > told + allowance(history, call, told):
                late = call["begin"] - told
                yield Finding(
                    "revoked", f"{call['op']} of {call['who']} was served {late:.1f} s after the sign-out", [call])


def allowance(history, call, told):
    """How long after a sign-out its session may be used."""
    if call["op"] == "refresh":
        return 0
    is_cut_off = history.disturbances.touch(told, call["begin"])
    return history.known_within + (history.bound if is_cut_off else 0)


# Presence: who renews is online.


def presence(history):
    renewals, leavings = defaultdict(list), defaultdict(list)
    for call in history.of("online", "beat"):
        if call["outcome"] == OK:
            renewals[call["user"]].append(call)
    for call in history.of("offline"):
        leavings[call["user"]].append(call["begin"])
    for call in history.of("beat"):
        earlier = [
            renewal for renewal in renewals[call["user"]]
            if end(renewal) <= call["begin"] and end(call) <= renewal["begin"] + renewal["lease"]]
        if "LEASE_ENDED" in call["reasons"] and earlier:
            yield Finding("presence", f"{call['who']} has lost a lease that had not ended", [earlier[-1], call])
    for call in history.of("presence"):
        if call["outcome"] != OK:
            continue
        for user, state in call["answer"].items():
            if state in ("ONLINE", "AWAY"):
                continue
            left = max((at for at in leavings[user] if at < end(call)), default=-math.inf)
            here = [
                renewal for renewal in renewals[user]
                if renewal["begin"] > left and end(renewal) + history.replica_within <= call["begin"]
                and end(call) <= renewal["begin"] + renewal["lease"]]
            if here:
                yield Finding("presence", f"{history.who(user)} was shown offline within the lease", [here[-1], call])


# Errors


def errors(history):
    """What cannot be done meanwhile is UNAVAILABLE with a pause, or its end is unknown; nothing else, and only while
    something is broken."""
    seen = {}
    for call in history.of("profile"):
        if call["outcome"] == OK:
            seen[call["of"]] = min(end(call), seen.get(call["of"], math.inf))
    for call in history.calls:
        outcome, code = call["outcome"], call.get("code")
        is_hidden = "PROFILE_NOT_FOUND" in call["reasons"] and call["user"] != call.get("of") and (
            call["begin"] <= seen.get(call.get("of"), math.inf) or history.may_be_gone(call["of"], call))
        is_expected = code == "unauthenticated" or is_hidden or EXPECTED & set(call["reasons"])
        if outcome == REFUSED and not is_expected:
            yield Finding("refusal", f"{call['op']} of {call['who']} was refused: {code} {call['reasons']}", [call])
        if outcome in (OK, REFUSED):
            continue
        if code not in DOUBTS | {"proxy"}:
            yield Finding("error", f"{call['op']} of {call['who']} has failed with {code}", [call])
        elif code == "deadline_exceeded":
            yield Finding("deadline", f"{call['op']} of {call['who']} was answered by its deadline alone", [call])
        elif code == "unavailable" and not call["pause"]:
            yield Finding("pause", f"{call['op']} of {call['who']} was told no time to come back", [call])
        if not history.disturbances.touch(call["begin"], end(call), history.back_within):
            is_claim = call["op"] == "sign-up" and code == "aborted"
            if is_claim and history.disturbances.touch(call["begin"], end(call), history.claim):
                yield Finding("claim", f"the sign-up of {call['who']} is that of an instance that is gone", [call])
                continue
            yield Finding("undisturbed", f"{call['op']} of {call['who']} has failed while nothing was broken", [call])
        if call.get("attempt", 0) > 0 and call.get("is_rolling"):
            yield Finding("rolling", f"{call['op']} of {call['who']} has failed twice in a rolling upgrade", [call])


def recovery(history):
    """After each time every kind of call is answered again, except those that are too rare to tell. Whoever is online
    need not go there again."""
    answered = [call for call in history.calls if call["outcome"] in (OK, REFUSED)]
    for _, healed in history.disturbances.spans:
        if not answered:
            continue
        last = answered[-1]["begin"]
        counts = Counter(call["op"] for call in answered)
        back = {call["op"] for call in answered if call["begin"] >= healed} | {"online"}
        for op in sorted(counts.keys() - back):
            if counts[op] * (last - healed) >= LIKELY * last:
                yield Finding("recovery", f"no {op} was answered again", [healed])
