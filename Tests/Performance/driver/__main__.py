"""Measures a suite. deploy/bench.sh builds what it needs and calls it.

    python3 Tests/Performance/driver SUITE [--quick] [--only FIGURE]… [--check]
    python3 Tests/Performance/driver attack [--quick] [--only ROW]…

Prints one JSON object a line, and writes the table of the suite to Tests/Performance/RESULTS.md.
"""

import argparse
import json
import sys

import app
import attack
import auth
import identity
import instances
import presence_suite
import profile_suite
import results
import rpc
import scaling
import storage
import web

# A suite is a module with `probes(seconds)`, `FIGURES`, `SECONDS`, `SETTING` and `versions()`.
SUITES = {
    "app": app, "auth": auth, "engines": instances, "identity": identity, "presence": presence_suite,
    "profile": profile_suite, "rpc": rpc, "scaling": scaling, "storage": storage, "web": web}


def main():
    arguments = parse()
    if arguments.suite == "attack":
        if not attack.main(arguments.quick, arguments.only):
            sys.exit("A row does not hold.")
        return
    suite = SUITES[arguments.suite]
    rounds, seconds = (2, suite.SECONDS[0]) if arguments.quick else (5, suite.SECONDS[1])
    figures = [
        figure for figure in suite.FIGURES if not arguments.only or figure.name in arguments.only]
    needed = {source.probe for figure in figures for source in figure.sources()}
    probes = [
        probe for probe in suite.probes(seconds)
        if probe.name in needed and not (arguments.quick and probe.is_long)]

    measured = measure(probes, rounds)
    found = [
        figure for figure in figures if all(source in measured for source in figure.sources())]
    for figure in figures:
        if figure not in found:
            print(f"not measured here: {figure.name}, {figure.peer}", file=sys.stderr)
    rows = [figure.row(arguments.suite, measured) for figure in found]
    for row in rows:
        print(json.dumps(row.line), flush=True)
    if not arguments.only:
        results.write(arguments.suite, suite, rows, rounds, seconds)
    if arguments.check and not all(row.is_kept for row in rows):
        sys.exit("A figure does not hold, or has grown.")


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("suite", choices=[*SUITES, "attack"])
    parser.add_argument("--quick", action="store_true", help="2 short rounds instead of 5")
    parser.add_argument("--only", action="append", help="only this figure or row, and no table")
    parser.add_argument("--check", action="store_true", help="fail when a figure does not hold, or has grown")
    return parser.parse_args()


def measure(probes, rounds):
    """Every probe once a round, so that what changes over time meets all of them alike.

    Returns the values of each field of each probe: {(probe, field): [value, …]}.
    """
    measured = {}
    for number in range(1, rounds + 1):
        for probe in probes:
            if number > 1 and probe.once:
                continue
            print(f"round {number} of {rounds}: {probe.name}", file=sys.stderr, flush=True)
            for field, value in probe.run().items():
                measured.setdefault((probe.name, field), []).append(value)
    return measured


if __name__ == "__main__":
    main()
