"""Tries the scripts and the names of keys of Presence and of the limits on three nodes of a cluster on loopback.

    python3 Tests/Performance/driver/valkey_cluster.py [PROGRAM]

PROGRAM is valkey-server (`.build/valkey/bin/valkey-server`, once the tests have run) or redis-server. Each call goes to
the node that has the slot of its first key, and is not redirected. Prints a table, and fails if one of the answers is
another than the one that deploy/scaling.md tells.
"""

import re
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from tempfile import TemporaryDirectory

from programs import ROOT
from scaling import PRESENCE, Engine, number, presence_script

SLOTS = 16_384
LIMITS = ROOT / "Sources/platform/SharedLimits/Scripts"


@contextmanager
def node(program, directory, port):
    process = subprocess.Popen(
        [program, "--port", str(port), "--bind", "127.0.0.1", "--cluster-enabled", "yes", "--save", "",
         "--cluster-config-file", f"{port}.conf", "--dir", directory], stdout=subprocess.DEVNULL)
    try:
        yield Engine(listening(port))
    finally:
        process.terminate()
        process.wait()


def listening(port):
    place = ("127.0.0.1", port)
    for _ in range(100):
        with socket.socket() as attempt:
            if attempt.connect_ex(place) == 0:
                return place
        time.sleep(0.05)
    raise SystemExit(f"nobody listens at {port}")


@contextmanager
def cluster(program, ports=(17_001, 17_002, 17_003)):
    """The nodes, by the first slot of each."""
    with ExitStack() as stack:
        directory = stack.enter_context(TemporaryDirectory())
        nodes = {}
        for place, port in enumerate(ports):
            first, end = (SLOTS * one // len(ports) for one in (place, place + 1))
            nodes[first] = stack.enter_context(node(program, directory, port))
            nodes[first]("CLUSTER", "ADDSLOTSRANGE", first, end - 1)
            nodes[0]("CLUSTER", "MEET", "127.0.0.1", port)
        while not all(b"cluster_state:ok" in one("CLUSTER", "INFO") for one in nodes.values()):
            time.sleep(0.1)
        yield nodes


def call(nodes, script, keys, *arguments):
    """What the owner of the first key says of a script."""
    slot = nodes[0]("CLUSTER", "KEYSLOT", keys[0])
    owner = nodes[max(first for first in nodes if first <= slot)]
    return owner("EVAL", script, len(keys), *keys, *arguments)


def presence_calls(name):
    """All scripts, as one device comes, says something and goes."""
    user, lease, session, now = number(7, 16), number(1), number(3, 16), number(time.time_ns() // 1_000_000)
    arguments = {
        "join": ["run"], "register": [user + now], "show": [user + b"\1" + number(1, 4)],
        "begin": [user, lease, number(2), session, 30_000, 1, 1, "", 300_000, 4_000_000],
        "renew": [300_000, lease + user + b"\xff" * 5], "status": [user, lease, "here", 0, 4_000_000],
        "detach": [user, lease, "grace", 5_000], "expire": ["instance", "", 500, "run"],
        "restore": [number(1), user, bytes(42)], "end-sessions": [session], "end": [user, 1, 1, ""],
        "erase": [user]}
    assert set(arguments) == {path.stem for path in PRESENCE.glob("*.lua")} - {"state", "users", "tell"}
    return [(script, presence_script(script), [name], [number(1), "", *more]) for script, more in arguments.items()]


def limit_calls(buckets):
    rates = [1_000, 5] * len(buckets)
    texts = {name: (LIMITS / f"{name}.lua").read_text() for name in ("join", "take", "used", "refund")}
    return [
        ("join", texts["join"], [f"{buckets[0]}:instances"], ["instance", 20_000]),
        ("take", texts["take"], buckets, rates), ("used", texts["used"], buckets, []),
        ("refund", texts["refund"], buckets, rates[:len(buckets)]),
        ("UNLINK", "return redis.call('UNLINK', unpack(KEYS))", buckets, [])]


def outcome(answer):
    """An error without what names the script and its line."""
    is_error = isinstance(answer, str) and answer.startswith("-")
    return re.sub(r"(?<=cluster node).*|(?<=same slot).*| \d+ 127.*", "", answer[1:]) if is_error else "works"


TRIALS = {
    "Presence's scripts, `rollcall:presence`": (presence_calls("rollcall:presence"), False),
    "Presence's scripts, `{rollcall:presence}`": (presence_calls("{rollcall:presence}"), True),
    "limits of one bucket": (limit_calls(["rollcall:limits:name:a/1"]), True),
    "limits of two buckets": (limit_calls(["rollcall:limits:name:a/1", "rollcall:limits:name:b/2"]), False),
    "limits of two buckets with one hash tag": (
        limit_calls(["{rollcall:limits:name}:a/1", "{rollcall:limits:name}:b/2"]), True),
}


def main(program):
    is_as_told = True
    with cluster(program) as nodes:
        for trial, (calls, works) in TRIALS.items():
            said = {}
            for script, text, keys, arguments in calls:
                said.setdefault(outcome(call(nodes, text, keys, *arguments)), []).append(script)
            answers = "; ".join(f"{answer}: {', '.join(names)}" for answer, names in said.items())
            print(f"| {trial} | {answers} |")
            is_as_told &= works == (list(said) == ["works"])
        other = nodes[max(nodes)]("HGET", "rollcall:presence:other", "a"), nodes[0]("HGET", "rollcall:presence", "a")
        print(f"| a command to another node | {', '.join(sorted(map(outcome, other)))} |")
    if not is_as_told:
        sys.exit("An answer is another than the one that deploy/scaling.md tells.")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/valkey/bin/valkey-server")
