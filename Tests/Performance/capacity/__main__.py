"""The tables of deploy/scaling.md, from what the bench has measured.

    python3 Tests/Performance/capacity [NAME=VALUE]…    prints them; with other assumptions, by their names
    python3 Tests/Performance/capacity --write          puts them into the page
    python3 Tests/Performance/capacity --check          tries the model, and fails if the page differs from it
"""

import re
import sys

import model_tests
from measured import RESULTS, ROOT, Results, settings
from model import ASSUMPTIONS, MILLION, assumptions, breaks, costs, demand, signing_in_again

PAGE = ROOT / "deploy/scaling.md"
SIZES = 1e5, 1e6, 1e7, 1e8
UNITS = ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " K"), (1, " "))


def number(value):
    """To two digits, which is more than a model knows."""
    if value < 10:
        return f"{value:.2g}" if value >= 0.01 else "< 0.01"
    digits = 10 ** (len(str(int(value))) - 2)
    return f"{round(value / digits) * digits:,}"


def size(value):
    unit, name = next((one for one in UNITS if value >= one[0]), UNITS[-1])
    return f"{number(value / unit)}{name}B"


def people(value):
    """Beyond ten times the largest size it is no more than arithmetic."""
    if value > 10 * SIZES[-1]:
        return f"over {number(10 * SIZES[-1] / MILLION)} million"
    return f"{number(value / MILLION)} million" if value >= MILLION else number(value)


def table(head, rows):
    return "\n".join(f"| {' | '.join(map(str, cells))} |" for cells in [head, ["---"] * len(head), *rows])


def by_size(needs, rows):
    return table(
        ["", *map(people, SIZES)],
        [[name, *(show(getattr(need[place], field)) for need in needs)] for name, place, field, show in rows])


def tables(mix, results, said):
    cost = costs(results, mix)
    needs = [demand(users, mix, cost, said) for users in SIZES]
    sources = sorted(results.read)

    def instances(cores):
        # Two, so that one can stop.
        return f"{number(cores)}; {max(2, -int(-cores // (mix.busy * mix.cores))):,}"

    def watchers(value):
        return f"{size(value)}; {max(2, -int(-value // (cost.connections * cost.watcher))):,}"

    return {
        "assumptions": table(
            ["name", "", "what"],
            [[f"`{one.name}`", f"{getattr(mix, one.name):,.15g}", one.text] for one in ASSUMPTIONS]),
        "sources": "From " + ", ".join(f"`{name}`" for name in sources) + ".",
        "calls": by_size(needs, [
            ("sign-ins and sign-ups", 0, "sign_ins", number), ("refreshes", 0, "refreshes", number),
            ("profiles read", 0, "reads", number), ("profiles changed", 0, "changes", number),
            ("photos uploaded", 0, "uploads", number), ("photos and squares read from Profile", 0, "views", number),
            ("devices that come online", 0, "visits", number), ("beats", 0, "beats", number),
            ("changes told to watchers", 0, "deliveries", number),
            ("devices online, each with a watch", 0, "online", number)]),
        "services": by_size(needs, [
            ("Auth: cores; instances", 1, "auth", instances), ("Profile", 1, "profile", instances),
            ("Presence", 1, "presence", instances), ("the door, if all calls are over HTTP", 1, "door", instances),
            ("watchers with TLS: memory; instances of Presence by connections", 1, "watcher_bytes", watchers),
            ("all users, in the memory of each Presence", 1, "replica_bytes", size)]),
        "engines": by_size(needs, [
            ("Auth's PostgreSQL: transactions/s", 1, "auth_transactions", number),
            ("cores", 1, "auth_engine", number), ("write-ahead log a second", 1, "auth_log", size),
            ("at rest", 1, "auth_rows", size),
            ("Profile's PostgreSQL: transactions/s", 1, "profile_transactions", number),
            ("cores", 1, "profile_engine", number), ("write-ahead log a second", 1, "profile_log", size),
            ("at rest, without texts", 1, "profile_rows", size),
            ("Presence's Valkey: changes and beats/s", 1, "lease_calls", number),
            ("of its one thread, for these", 1, "lease_engine", number),
            ("and for the instances that follow", 1, "follow_engine", number), ("memory", 1, "lease_bytes", size),
            ("Auth's Valkey for limits: calls/s", 1, "permits", number),
            ("of its one thread", 1, "limit_engine", number),
            ("S3: at rest", 1, "objects", size), ("writes/s", 1, "writes", number),
            ("reads/s", 1, "object_reads", number)]),
        "again": by_size([[signing_in_again(users, mix, cost)] for users in SIZES], [
            ("users who sign in again", 0, "users", people),
            (f"hours, at {number(cost.chain)} a second through the audit log", 0, "hours", number),
            ("cores of Auth for it to take one hour", 0, "cores", number)]),
        "commits": (
            f"It took {number(cost.chain)} sign-ins a second, without their hashes.\n"
            f"One connection of pgbench committed {number(cost.commits)} times a second in the same run."),
        "carries": carries(mix, cost, said),
        "breaks": table(
            ["what is reached first", "at users", "what then"],
            [[bound.part, people(users), bound.remedy] for users, bound in breaks(mix, cost, said)])}


def carries(mix, cost, said):
    """The users that some sizes carry: each part by itself."""
    _, need = demand(MILLION, mix, cost, said)

    def users(fields, limit):
        return people(MILLION * limit / sum(getattr(need, field) for field in fields))

    rows = [
        [f"{name}: instances of {mix.cores} cores", *(
            f"{count}: {users(fields, count * mix.cores * mix.busy)}" for count in (2, 8, 32))]
        for name, fields in (
            ("Auth", ["auth"]), ("Profile", ["profile"]), ("Presence, by calls", ["presence"]), ("the door", ["door"]))]
    rows += [
        ["Presence, by connections", *(
            f"{count}: {users(['watcher_bytes'], count * cost.connections * cost.watcher)}" for count in (2, 8, 32))],
        ["Presence, by the memory of each", *(
            f"{count} GB: {users(['replica_bytes'], count * 1e9)}" for count in (4, 16, 64))]]
    rows += [
        [f"{name}'s PostgreSQL: cores", *(
            f"{count}: {users([field], count * mix.busy)}" for count in (4, 16, 64))]
        for name, field in (("Auth", "auth_engine"), ("Profile", "profile_engine"))]
    rows += [
        [f"{name}'s PostgreSQL: disk", *(
            f"{count} GB: {users([field], count * 1e9)}" for count in (100, 1_000, 10_000))]
        for name, field in (("Auth", "auth_rows"), ("Profile", "profile_rows"))]
    rows += [
        ["Presence's Valkey: memory", *(
            f"{count} GB: {users(['lease_bytes'], count * 1e9)}" for count in (4, 16, 64))],
        ["S3: at rest", *(f"{count} TB: {users(['objects'], count * 1e12)}" for count in (1, 10, 100))]]
    return table(["part", "small", "middle", "large"], rows)


def filled(page, texts):
    """The page with these tables, each between the two comments that name it."""
    for name, text in texts.items():
        begin, end = f"<!-- {name}, made by Tests/Performance/capacity -->\n", f"\n<!-- end of {name} -->"
        if page.count(begin) != 1 or page.count(end) != 1:
            raise SystemExit(f"{PAGE} has no place for the table `{name}`")
        head, rest = page.split(begin)
        page = head + begin + text + end + rest.split(end)[1]
    return page


def main(arguments):
    changed = {name: float(value) for name, value in (
        one.split("=") for one in arguments if re.fullmatch(r"\w+=[\d.e]+", one))}
    unknown = set(changed) - {one.name for one in ASSUMPTIONS}
    if unknown or len(changed) + bool({"--write", "--check"} & set(arguments)) != len(arguments):
        raise SystemExit(__doc__)
    if "--check" in arguments:
        model_tests.run()
    texts = tables(assumptions(**changed), Results(RESULTS.read_text()), settings())
    if not arguments or changed:
        print("\n\n".join(texts.values()))
    elif arguments == ["--write"]:
        PAGE.write_text(filled(PAGE.read_text(), texts))
    elif filled(PAGE.read_text(), texts) != PAGE.read_text():
        raise SystemExit(
            f"The tables of {PAGE.relative_to(ROOT)} are not the model's: "
            "run `python3 Tests/Performance/capacity --write`, and read what it changes.")


if __name__ == "__main__":
    main(sys.argv[1:])
