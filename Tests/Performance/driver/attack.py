"""The suite of attacks: the daemons, somebody who attacks them from one address, and those who
call meanwhile from others.

Each row is one resource that an attacker can hold. It starts daemons of its own, and has known
callers and strangers call at a modest rate: without the attack, with it, without it, with it, …
`judge` says what a row is judged by.
"""

import base64
import datetime
import itertools
import json
import os
import secrets
import signal
import socket
import ssl
import statistics
import subprocess
import sys
import time
from collections import namedtuple
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import results
from bystanders import (
    FAILED, PROFILE, REFUSED, known_callers, measure, percentile, sign_up, strangers)
from attacker import ROWS
from certificate import certificate
from door_caller import DoorCaller
from daemons import NAMES, Daemon, connections, started, wait_until_it_listens, wait_until_it_serves
from machine import load_average, machine
from processes import raise_file_limit
from programs import BUILT, ROOT, daemon
from wire import OK, Caller, field

ATTACKER = Path(__file__).with_name("attacker.py")

# Rounds, and seconds of each of their halves: of a quick run, of a whole one.
QUICK, WHOLE = (2, 3), (3, 5)

# The bounds. Known callers: no errors, p99 at most so many times that without the attack, or so
# many milliseconds if that is more. Strangers: answered, or told within so many milliseconds that
# the server is overloaded. Memory: so many times that of before, so many seconds after the attack.
P99_FACTOR, P99_MS = 2, 20
REFUSAL_MS = 100
# In these rows there is room for others: of the calls of strangers at most so many are refused.
REFUSED_SHARE = {"own_passwords": 0.01}
MEMORY_FACTOR, MEMORY_AFTER = 1.3, 10

# Seconds in which everything is done once before that, and in which nothing is: a lane for password
# hashes keeps its memory for five.
WARM_UP, QUIET = 2, 7

# What one half of a round came to.
Phase = namedtuple("Phase", "known strangers")

# What a daemon held, in KiB: before the attacks, at most during one, and after them.
Memory = namedtuple("Memory", "before peak after")


def main(quick, only):
    """Prints a line for each row, and writes the table unless only some were asked for.

    Returns whether all rows hold.
    """
    raise_file_limit()
    hurry()
    rounds, seconds = QUICK if quick else WHOLE
    unknown = set(only or []) - ROWS.keys()
    if unknown:
        sys.exit(f"There is no row {', '.join(unknown)}. There are {', '.join(ROWS)}.")
    rows = []
    for name in only or ROWS:
        rows.append(run(name, rounds, seconds))
        print(json.dumps(rows[-1]), flush=True)
    if not only:
        results.replace("attack", section(rows, rounds, seconds))
    for row in rows:
        for fault in row["faults"]:
            print(f"{row['name']}: {fault}", file=sys.stderr)
    return not any(row["faults"] for row in rows)


def hurry():
    """So that those who measure do not wait for a processor, where that is allowed."""
    try:
        os.setpriority(os.PRIO_PROCESS, 0, -5)
    except PermissionError:
        pass


def run(name, rounds, seconds):
    with ExitStack() as stack:
        target = stack.enter_context(daemons(has_door=name == "door"))
        secret = secrets.token_hex(3)
        names = [f"{kind}{secret}{n}" for kind, count in PEOPLE for n in range(count)]
        accounts = signed_up(target, names)
        known, passing, hostile = (
            [one for one in accounts if one.name.startswith(kind)] for kind, _ in PEOPLE)
        tls = (target.tls, target.context) if name == "tls_handshakes" else None
        places, connect = target.places, Caller
        if name == "door":
            places, connect = dict.fromkeys(NAMES, target.door), DoorCaller
        groups = [
            list(known_callers(places, known, tls, connect)),
            list(strangers(places, passing, connect))]
        measure(groups, WARM_UP)
        time.sleep(QUIET)
        before = target.resident()
        calm, attacked, sent = [], [], {}
        for number in range(1, rounds + 1):
            print(f"{name}: round {number} of {rounds}", file=sys.stderr, flush=True)
            calm.append(Phase(*measure(groups, seconds)))
            target.forget_peaks()
            with attack(name, target, hostile) as said:
                attacked.append(Phase(*measure(groups, seconds)))
                peak = target.peaks() if number == 1 else [*map(max, peak, target.peaks())]
            sent = {key: sent.get(key, 0) + value for key, value in said.items()}
        # The connections of those who call stay open, as they were before.
        time.sleep(MEMORY_AFTER)
        memory = dict(zip(target.running, map(Memory, before, peak, target.resident())))
        return judge(name, calm, attacked, sent, memory, target.ended())


# Who signs up, by the beginning of the name.
PEOPLE = [("known", 2), ("passer", 7), ("hostile", 40)]


class Target:
    """The daemons that are attacked."""

    def __init__(self, running, places, tls, context, door):
        self.running, self.places, self.tls, self.context = running, places, tls, context
        self.door = door

    def ended(self):
        return [name for name, one in self.running.items() if one.process.poll() is not None]

    def resident(self):
        return self.each(Daemon.resident_kilobytes)

    def peaks(self):
        return self.each(Daemon.peak_kilobytes)

    def forget_peaks(self):
        self.each(Daemon.forget_peak)

    def each(self, look):
        gone = self.ended()
        return [0 if name in gone else look(self.running[name]) for name in self.running]


@contextmanager
def daemons(has_door):
    """Runs the three, and the door if it is wanted, with the limits that they have by default, on all cores."""
    with ExitStack() as stack:
        data = stack.enter_context(TemporaryDirectory(dir=BUILT))
        sockets = stack.enter_context(TemporaryDirectory())
        chain, key = stack.enter_context(certificate())
        *ports, tls_port, door_port = free_ports(5)
        places = {name: ("127.0.0.1", port) for name, port in zip(NAMES, ports)}
        running = {}
        for name in NAMES:
            command = [
                daemon(name), "--data", f"{data}/{name}", "--listen", f"unix:{sockets}/{name}",
                "--listen", "%s:%d" % places[name], *connections(name, sockets),
                # The door says for whom it calls. Those who call here have other addresses.
                "--trusted-proxy", "127.0.0.1"]
            if name == "auth":
                command += [
                    "--listen", f"tls:127.0.0.1:{tls_port}", "--tls-certificate", chain,
                    "--tls-key", key]
            process = stack.enter_context(started(command, f"{data}/{name}.log"))
            running[name] = Daemon(process, f"{sockets}/{name}")
        door = ("127.0.0.1", door_port)
        if has_door:
            process = stack.enter_context(started([
                daemon("web"), "--data", f"{data}/web", "--listen", f"unix:{sockets}/web", "--http",
                "%s:%d" % door, *(
                    word for name in NAMES for word in (f"--{name}", "%s:%d" % places[name]))],
                f"{data}/web.log"))
            running["web"] = Daemon(process, f"{sockets}/web")
        for one in running.values():
            wait_until_it_listens(one)
        for one in running.values():
            wait_until_it_serves(one)
        context = ssl.create_default_context(cafile=chain)
        context.set_alpn_protocols(["rollcall/1"])
        yield Target(running, places, ("127.0.0.1", tls_port), context, door)


def free_ports(count):
    with ExitStack() as stack:
        plugs = [stack.enter_context(socket.socket()) for _ in range(count)]
        for plug in plugs:
            plug.bind(("127.0.0.1", 0))
        return [plug.getsockname()[1] for plug in plugs]


def signed_up(target, names):
    """Accounts that Profile knows of, made over the unix socket: more than one address may make."""
    caller = Caller(target.running["auth"].address.removeprefix("unix:"), timeout=20)
    accounts = [sign_up(caller, name) for name in names]
    caller.close()
    caller = Caller(target.running["profile"].address.removeprefix("unix:"))
    for account in accounts:
        for _ in range(200):
            answer = caller.call(
                PROFILE + "GetProfile", field(1, field(1, account.user_id)), account.access_token)
            if answer.status == OK:
                break
            time.sleep(0.05)
        else:
            raise SystemExit(f"Profile does not know {account.name}: {answer.message}")
    caller.close()
    return accounts


@contextmanager
def attack(name, target, accounts):
    """Runs the attacker until the end of the `with`, and then says what it has done."""
    given = {
        "places": target.places, "tls": target.tls, "door": target.door,
        "accounts": [
            {"email": f"{one.name}@example.org", "password": one.password,
             "access_token": one.access_token} for one in accounts],
        "known_key_id": key_id(accounts[0].access_token),
        "photo": str(ROOT / "deploy/quickstart-photo.jpg"),
    }
    process = subprocess.Popen(
        [sys.executable, ATTACKER, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process.stdin.write(json.dumps(given))
    process.stdin.close()
    said = {}
    try:
        yield said
        process.send_signal(signal.SIGTERM)
        said.update(json.loads(process.stdout.readline() or "{}"))
        if process.wait(20) != 0:
            raise SystemExit(f"the attacker of {name} has failed")
    finally:
        process.kill()
        process.wait()


def key_id(token):
    header = token.partition(".")[0]
    return json.loads(base64.urlsafe_b64decode(header + "=" * (-len(header) % 4)))["kid"]


def judge(name, calm, attacked, sent, memory, ended):
    """What was measured, and what of it does not hold."""
    known, passing = figures(calm, attacked, "known"), figures(calm, attacked, "strangers")
    bound = max(P99_FACTOR * known["calm_p99_ms"], P99_MS)
    faults = [f"rollcall-{one} has ended" for one in ended]
    if known["errors"]:
        faults.append(
            f"{known['errors']} of {known['calls']} known calls failed: {known['said']}")
    if known["calm_errors"]:
        faults.append(f"{known['calm_errors']} known calls failed without an attack")
    if known["p99_ms"] > bound:
        faults.append(f"p99 of known callers {known['p99_ms']} ms, at most {bound:.3g} ms")
    if passing["failed"]:
        faults.append(
            f"{passing['failed']} of {passing['calls']} calls of strangers were neither answered"
            f" nor refused: {passing['said']}")
    if passing["refusal_p99_ms"] > REFUSAL_MS:
        faults.append(
            f"strangers were refused after {passing['refusal_p99_ms']} ms, at most {REFUSAL_MS}")
    if passing["refused"] > REFUSED_SHARE.get(name, 1) * passing["calls"]:
        faults.append(f"{passing['refused']} of {passing['calls']} calls of strangers were refused")
    for daemon_name, held in memory.items():
        if held.before and held.after > MEMORY_FACTOR * held.before:
            faults.append(
                f"{daemon_name} held {held.before // 1024} MiB before, {held.after // 1024} after")
    return {
        "suite": "attack", "name": name, "sent": sent, "known": known, "strangers": passing,
        "memory_mib": {
            one: [round(value / 1024, 1) for value in held] for one, held in memory.items()},
        "faults": faults, "holds": not faults,
    }


def figures(calm, attacked, group):
    """Medians of the rounds, and sums of what there was of errors."""
    calm, attacked = ([getattr(phase, group) for phase in phases] for phases in (calm, attacked))
    everything = list(itertools.chain(*attacked))
    failed = [one for one in everything if one.kind == FAILED]
    refused = [one for one in everything if one.kind == REFUSED]
    found = {
        "calls": len(everything), "failed": len(failed), "refused": len(refused),
        "errors": len(failed) + len(refused),
        "calm_errors": sum(one.kind in (FAILED, REFUSED) for phase in calm for one in phase),
        "refusal_p99_ms": rounded(percentile([one.seconds for one in refused], 0.99)),
        "said": "; ".join(sorted({str(one.said) for one in failed + refused})[:3]),
    }
    for prefix, phases in (("calm_", calm), ("", attacked)):
        for share in (50, 99):
            found[f"{prefix}p{share}_ms"] = rounded(statistics.median(
                percentile([one.seconds for one in phase], share / 100) for phase in phases))
    return found


def rounded(seconds):
    """Milliseconds, to three digits."""
    return float(f"{seconds * 1e3:.3g}")


def section(rows, rounds, seconds):
    today = datetime.date.today().isoformat()
    lines = [
        "## attack", "",
        f"Measured on {today}: {rounds} rounds of {seconds} s without and {seconds} s with the"
        " attack, medians. All daemons as they are by default, on all cores, with an attacker at"
        " one loopback address (nice 19), two known callers and some strangers at others; load"
        f" average {load_average()}.", "",
        f"A row holds if no known caller gets an error and their p99 is at most {P99_FACTOR} times"
        f" that without the attack, or {P99_MS} ms; strangers are answered, or told within"
        f" {REFUSAL_MS} ms that the server is overloaded (in own_passwords at most one in a"
        " hundred); and no daemon holds more than"
        f" {MEMORY_FACTOR} times the memory of before {MEMORY_AFTER} seconds after. Memory is that"
        " of the daemon that is judged worst.", "",
        *(f"- {name}: {value}" for name, value in machine().items()), "",
        "| row | sent | known: p50, p99 without, ms | with | errors | strangers: refused, p99 ms |"
        " failed | MiB before, most, after | |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
        *map(table_row, rows), "",
        "What the attacker does in each:", "",
        *(f"- {row['name']}: {' '.join(ROWS[row['name']].__doc__.split())}" for row in rows),
    ]
    return "\n".join(lines) + "\n"


def table_row(row):
    known, passing, sent = row["known"], row["strangers"], row["sent"]
    grown, held = max(row["memory_mib"].items(), key=lambda one: one[1][1] / max(one[1][0], 1))
    cells = [
        row["name"],
        f"{sent.get('bytes', 0) / 1e6:,.2f} MB, {sent.get('connections', 0):,} connections,"
        f" {sent.get('calls', 0):,} calls",
        f"{known['calm_p50_ms']}, {known['calm_p99_ms']}", f"{known['p50_ms']}, {known['p99_ms']}",
        f"{known['errors']} of {known['calls']:,}",
        f"{passing['refused']} of {passing['calls']:,}"
        + (f", {passing['refusal_p99_ms']}" if passing["refused"] else ""),
        str(passing["failed"]), f"{grown} {', '.join(f'{value:.0f}' for value in held)}",
        "holds" if row["holds"] else "**does not hold**",
    ]
    return f"| {' | '.join(cells)} |"
