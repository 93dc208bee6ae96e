"""Tries the checker: it finds no fault in histories of a cluster that is right, and each fault that is planted."""

import random

from checker import findings
from history import OK, REFUSED, UNKNOWN
from model import BROKEN, MARKS, made_history

HISTORIES = 12


def lost_write(calls, random):
    """A bio that was answered, and that nobody has seen, is gone."""
    for call in of(calls, random, "profile"):
        who = owner(calls, call["of"])
        if is_gone(calls, call["of"], call["end"]):
            continue
        writes = [other for other in calls if other["op"] == "write-bio" and other["who"] == who
                  and other["outcome"] == OK and other["end"] < call["begin"]]
        if writes and call["answer"]["bio"] == writes[-1]["bio"]:
            call["answer"]["bio"] = writes[-2]["bio"] if len(writes) > 1 else ""
            return "bio"


def stale_read(calls, random):
    """One read shows what an earlier one had not shown any more."""
    for call in of(calls, random, "profile"):
        earlier = [other["answer"]["photo"] for other in calls if other["op"] == "profile" and other["outcome"] == OK
                   and other["of"] == call["of"] and other["end"] < call["begin"]]
        if is_gone(calls, call["of"], call["end"]):
            continue
        if len(set(earlier)) > 1 and earlier[0] != earlier[-1] == call["answer"]["photo"]:
            call["answer"]["photo"] = earlier[0]
            return "photo"


def two_owners_of_a_name(calls, random):
    for call in of(calls, random, "rename", REFUSED):
        if justified(calls, call, "name"):
            call |= {"outcome": OK, "reasons": [], "answer": {}}
            return "name"


def lost_name(calls, random):
    """A name that somebody has, and has not given up, is nobody's."""
    for call in of(calls, random, "look-up"):
        user = call["answer"]["user"]
        renames = [other for other in calls if other["op"] in ("rename", "delete") and other["user"] == user]
        if user and all(other["begin"] > call["end"] for other in renames):
            again = {**call, "answer": {"user": None}, "is_last": True}
            calls.append(again)
            again["begin"] = again["end"] = call["end"] + 0.0001
            if all(other["begin"] > again["end"] for other in renames):
                return "name"


def two_owners_of_an_address(calls, random):
    for call in of(calls, random, "sign-up", REFUSED):
        if "EMAIL_TAKEN" in call["reasons"] and justified(calls, call, "address"):
            call |= {"outcome": OK, "reasons": [], "answer": {"user": "another", "session": "another"}}
            return "address"


def lost_account(calls, random):
    """Whoever signed up cannot sign in."""
    for call in of(calls, random, "sign-in"):
        call |= {"outcome": REFUSED, "reasons": ["WRONG_CREDENTIALS"]}
        return "address"


def second_account(calls, random):
    for call in of(calls, random, "sign-in"):
        call["answer"] = {**call["answer"], "user": "another"}
        return "account"


def photo_of_another(calls, random):
    shown = [call for call in of(calls, random, "get-photo") if call["answer"]["photo"]]
    for call in shown:
        for other in shown:
            if other["of"] != call["of"]:
                call["answer"] = dict(other["answer"])
                return "photo"


def damaged_photo(calls, random):
    for call in of(calls, random, "get-photo"):
        if call["answer"]["photo"]:
            call["answer"]["hash"] = "other bytes"
            return "photo"


def revoked_session_served(calls, random):
    for call in of(calls, random, "sign-out"):
        if call["end"] > BROKEN[1] + 1:
            calls.append(use_of(call, call["end"] + 1.1))
            return "revoked"


def revoked_session_served_beyond_the_bound(calls, random):
    for call in of(calls, random, "sign-out"):
        if BROKEN[0] < call["end"] < BROKEN[1]:
            calls.append(use_of(call, call["end"] + 4.1))
            return "revoked"


def deleted_account_served(calls, random):
    for call in of(calls, random, "delete"):
        if call["end"] > BROKEN[1] + 1:
            calls.append(use_of(call, call["end"] + 1.1))
            return "revoked"


def deleted_account_signs_in(calls, random):
    for call in of(calls, random, "delete"):
        # A sign-up of which nobody knows the end may come later.
        if any(other["who"] == call["who"] and other["outcome"] == UNKNOWN for other in calls):
            continue
        answer = {"user": call["user"], "session": "another"}
        at = call["end"] + 0.1
        calls.append({**use_of(call, at), "op": "sign-in", "address": call["address"], "answer": answer})
        return "address"


def refreshed_after_the_sign_out(calls, random):
    for call in of(calls, random, "sign-out"):
        calls.append({**use_of(call, call["end"] + 0.01), "op": "refresh"})
        return "revoked"


def profile_lost(calls, random):
    for call in of(calls, random, "profile"):
        if call["of"] == call["user"]:
            call |= {"outcome": REFUSED, "code": "not_found", "reasons": ["PROFILE_NOT_FOUND"]}
            return "refusal"


def session_lost(calls, random):
    for call in of(calls, random, "refresh"):
        call |= {"outcome": REFUSED, "code": "unauthenticated", "reasons": ["REFRESH_TOKEN_REUSED"]}
        return "session"


def offline_within_the_lease(calls, random):
    for call in of(calls, random, "online"):
        calls.append({
            **use_of(call, call["end"] + 2), "op": "presence", "answer": {call["user"]: "OFFLINE"}})
        return "presence"


def lost_lease(calls, random):
    for call in of(calls, random, "online"):
        calls.append({
            **use_of(call, call["end"] + 2), "op": "beat", "outcome": REFUSED, "code": "not_found",
            "reasons": ["LEASE_ENDED"]})
        return "presence"


def error_of_a_wrong_kind(calls, random):
    return failed(calls, random, BROKEN[0] + 1, "internal", "error")


def no_answer(calls, random):
    return failed(calls, random, BROKEN[0] + 1, "deadline_exceeded", "deadline")


def no_pause(calls, random):
    return failed(calls, random, BROKEN[0] + 1, "unavailable", "pause", pause=False)


def not_back(calls, random):
    return failed(calls, random, BROKEN[1] + 4.1, "unavailable", "undisturbed")


def sign_up_never_known(calls, random):
    for call in of(calls, random, "sign-up"):
        if call["begin"] > BROKEN[1] + 6.1:
            call |= {"outcome": UNKNOWN, "code": "aborted"}
            return "undisturbed"


def failed_before(calls, random):
    return failed(calls, random, BROKEN[0] - 1, "lost", "undisturbed")


def nothing_comes_back(calls, random):
    calls[:] = [call for call in calls if call["op"] != "profile" or call["begin"] < BROKEN[0]]
    return "recovery" if len(of(calls, random, "profile")) > 20 else None


PLANTED = [
    lost_write, stale_read, two_owners_of_a_name, lost_name, two_owners_of_an_address, lost_account, second_account,
    photo_of_another, damaged_photo, revoked_session_served, revoked_session_served_beyond_the_bound,
    deleted_account_served, deleted_account_signs_in, refreshed_after_the_sign_out, profile_lost, session_lost,
    offline_within_the_lease, lost_lease,
    error_of_a_wrong_kind, no_answer, no_pause, not_back, sign_up_never_known, failed_before, nothing_comes_back]


def copied(call):
    return {**call, "answer": dict(call["answer"])} if call.get("answer") else dict(call)


def of(calls, random, op, outcome=OK):
    chosen = [call for call in calls if call["op"] == op and call["outcome"] == outcome]
    random.shuffle(chosen)
    return chosen


def is_gone(calls, user, at):
    """Whether somebody may have deleted the account until then."""
    return any(call["op"] == "delete" and call["user"] == user and call["begin"] <= at for call in calls)


def owner_id(calls, call):
    return call.get("user") or call["answer"]["user"]


def owner(calls, user):
    return next(call["who"] for call in calls if (call.get("answer") or {}).get("user") == user)


def justified(calls, call, field):
    """Whether the refusal had to be: another has what was asked for, and has told nobody to take it away."""
    return any(
        other["outcome"] == OK and other["op"] in ("sign-up", "sign-in", "rename") and other.get(field) == call[field]
        and other["who"] != call["who"] and other["end"] < call["begin"]
        and not is_gone(calls, owner_id(calls, other), call["end"]) for other in calls)


def use_of(call, at):
    return {
        "op": "write-bio", "bio": "late", "user": call["user"], "who": call["who"], "session": call["session"],
        "client": -1, "begin": at, "end": at + 0.01, "outcome": OK, "reasons": [], "pause": True, "answer": {}}


def failed(calls, random, at, code, kind, pause=True):
    call = next((call for call in calls if call["begin"] >= at and call["op"] == "profile"), None)
    if call is None or call["begin"] > at + 0.5:
        return None
    call |= {"outcome": "unknown" if code == "internal" else "away", "code": code, "pause": pause}
    return kind


def run():
    """Fails with a sentence that says which fault was not found, or which was found that is none."""
    planted = {plant: 0 for plant in PLANTED}
    for seed in range(HISTORIES):
        calls = made_history(random.Random(seed))
        for found in findings(calls, MARKS):
            raise SystemExit(f"seed {seed}: a history that is right has a finding: {found}")
        for plant in PLANTED:
            wrong = [copied(call) for call in calls]
            kind = plant(wrong, random.Random(seed))
            if kind is None:
                continue
            planted[plant] += 1
            wrong.sort(key=lambda call: call["begin"])
            if kind not in {found.kind for found in findings(wrong, MARKS)}:
                raise SystemExit(f"seed {seed}: {plant.__name__} was not found")
    for plant, count in planted.items():
        if not count:
            raise SystemExit(f"{plant.__name__} was never planted")
    print(f"The checker finds {sum(planted.values())} planted faults of {len(PLANTED)} kinds, and none in "
          f"{HISTORIES} histories that are right.")


if __name__ == "__main__":
    run()
