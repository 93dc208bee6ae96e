"""Tries the model: that it reads what is there, fails where something is missing, and counts as by hand."""

from types import SimpleNamespace

from measured import Results, settings
from model import MILLION, assumptions, bounds, breaks, demand, load, rates, signing_in_again

TEXT = """
## auth

| figure | unit | ours | peer | peer's | ratio | goal | |
| --- | --- | --- | --- | --- | --- | --- | --- |
| calls | calls/s | 1,584 (1,299..1,807) | pgbench | 2,186.5 (1,858..2,713) | 0.725 | ≥ 0.6 | holds |
| size | B | 6,159 | self |  | 6,159 | ≤ 6,144 | **does not hold** |
"""
SAID = {"token_minutes": 10, "lease_seconds": 30, "leases": 4_000_000}


def fails(body):
    try:
        body()
    except SystemExit as error:
        return str(error)
    raise AssertionError("it does not fail")


def costs_of_one():
    """Each cost is 1."""
    names = (
        "sign_in refresh read change upload view_byte beat delivery door refresh_engine sign_in_engine read_engine"
        " change_engine sign_in_transactions refresh_transactions read_transactions change_transactions sign_in_log"
        " refresh_log change_log account_rows sign_in_rows profile_rows chain visit_engine beat_engine known_user lease"
        " stream follow_engine permit_engine sign_in_permits connections watcher replica_user commits")
    return SimpleNamespace(**dict.fromkeys(names.split(), 1))


def figures_are_read_with_their_units():
    results = Results(TEXT)
    assert results.ours("auth.calls", "calls/s", "pgbench") == 1_584
    assert results.theirs("auth.calls", "calls/s", "pgbench") == 2_186.5
    assert results.ours("auth.size", "B") == 6_159
    assert results.read == {"auth.calls", "auth.size"}


def what_is_missing_is_named():
    results = Results(TEXT)
    assert "`other`" in fails(lambda: results.ours("auth.other", "B"))
    assert "deploy/bench.sh auth" in fails(lambda: results.ours("auth.calls", "calls/s", "Redis"))
    assert "`us`" in fails(lambda: results.ours("auth.size", "us"))
    assert "no number" in fails(lambda: results.theirs("auth.size", "B"))


def settings_are_those_of_the_code():
    assert all(value > 0 for value in settings().values())


def rates_are_as_counted_by_hand():
    mix = assumptions(active=0.5, opens=4, minutes=60, sign_ins=0.1, peak=2, contacts=10)
    found = rates(864_000, mix, SAID)
    assert abs(found.sign_ins - 2) < 1e-9
    assert abs(found.visits - 40) < 1e-9
    assert abs(found.refreshes - (40 + 10 * 6)) < 1e-9
    assert abs(found.online - 36_000) < 1e-6
    assert abs(found.beats - 3_600) < 1e-6
    assert abs(found.deliveries - 2 * 40 * 10 * 36_000 / 864_000) < 1e-9


def need_grows_with_the_users():
    mix, cost = assumptions(), costs_of_one()
    cost.connections = 100
    _, few = demand(MILLION, mix, cost, SAID)
    _, many = demand(10 * MILLION, mix, cost, SAID)
    # Each instance reads the changes of all users.
    few.follow_engine *= many.followers / few.followers
    for name, value in vars(few).items():
        fixed = cost.stream if name == "lease_bytes" else 0
        assert abs((vars(many)[name] - fixed) / (value - fixed) - 10) < 1e-6, name


def a_bound_is_reached_by_the_users_that_it_names():
    mix, cost = assumptions(), costs_of_one()
    found = breaks(mix, cost, SAID)
    assert len(found) == len(bounds(mix, cost, SAID))
    assert [users for users, _ in found] == sorted(users for users, _ in found)
    for users, bound in found:
        below, above = (load(times * users, bound, mix, cost, SAID) for times in (0.999, 1.001))
        assert below < bound.limit <= above, bound.part


def all_sign_in_again_one_after_the_other():
    cost = costs_of_one()
    cost.chain, cost.sign_in = 100, 50_000
    found = signing_in_again(3_600_000, assumptions(active=0.5), cost)
    assert (found.users, found.hours, found.cores) == (1_800_000, 5, 25)


TESTS = [
    figures_are_read_with_their_units, what_is_missing_is_named, settings_are_those_of_the_code,
    rates_are_as_counted_by_hand, need_grows_with_the_users,
    all_sign_in_again_one_after_the_other, a_bound_is_reached_by_the_users_that_it_names]


def run():
    for test in TESTS:
        test()
