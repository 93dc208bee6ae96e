"""A cluster on this machine, and its trials: see deploy/cluster.sh, which starts this in namespaces of its own."""

import argparse
import random
import shutil
import subprocess
import time
from collections import Counter
from pathlib import Path

import checker
import checker_tests
from daemons import BOUND, Daemons
from engines import BUILD, PostgreSQL, SeaweedFS, Valkey
from history import History, read
from job import run_job
from network import Network
from people import Load
from trials import NAMES, Trials

KEPT = BUILD / "cluster"
# A file system in memory of this process's own.
PLACE = Path("/run/rollcall-cluster")
BACK_WITHIN = 15
# For how long a sign-up belongs to an instance that has died with it.
CLAIM = 60
# What is known to be wrong: it is counted, and fails no trial.
KNOWN = {
    "pause": "calls that were UNAVAILABLE without a time to come back",
    "deadline": "calls that waited for a host that is gone until their deadline",
    "claim": "repeated sign-ups that were refused for longer than 15 s, as their instance had died"}


class Cluster:
    def __init__(self, programs):
        PLACE.mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", PLACE], check=True)
        self.network = Network()
        self.engines = PostgreSQL(PLACE), Valkey(PLACE), SeaweedFS(PLACE)
        self.daemons = Daemons(programs, PLACE, self.engines)
        self.daemons.start()


def run(cluster, name, seed, is_kept):
    """One trial under load. Whether all was well; if not, or if `is_kept`, its history and all logs are kept."""
    KEPT.mkdir(exist_ok=True)
    path = KEPT / f"{name}-{seed}.jsonl"
    history = History(path)
    began = time.monotonic()
    history.mark("limits", trial=name, seed=seed, bound=BOUND, back_within=BACK_WITHIN, known_within=1,
                 replica_within=2, claim=CLAIM)
    load = Load(f"t{seed}", history, seed)
    load.start()
    time.sleep(4)
    getattr(Trials(cluster, load, random.Random(seed)), name.replace("-", "_"))()
    settle(load)
    load.stop()
    load.audit()
    if load.afterwards:
        load.afterwards()
    history.close()
    calls, marks = read(path)
    known, found = judged(calls, marks)
    failures = [call for call in calls if call["outcome"] in ("away", "unknown")]
    back = max([call["end"] - load.healed_at for call in failures] + [0])
    print(f"{name}: {len(calls)} calls, {len(failures)} came to nothing, the last {back:.1f} s after the repair; "
          f"{len(found)} findings; {time.monotonic() - began:.0f} s", flush=True)
    say_known(known)
    say(found)
    if found or is_kept:
        keep_logs(f"{name}-{seed}.logs")
        print(f"  kept: {path}, and logs", flush=True)
    else:
        path.unlink()
    return not found


def keep_logs(name):
    logs = KEPT / name
    shutil.rmtree(logs, ignore_errors=True)
    logs.mkdir(parents=True)
    for log in PLACE.glob("*.log"):
        shutil.copy(log, logs)
    return logs


def settle(load):
    """Until nothing has failed for five seconds; in vain beyond the time in which all has to be back."""
    history = load.history
    deadline = history.now() + BACK_WITHIN + 8
    while history.now() < deadline and history.now() - max(load.last_failure, load.healed_at) < 5:
        time.sleep(0.1)


def judged(calls, marks):
    """What is known to be wrong, and what else is."""
    known, found = [], []
    for finding in checker.findings(calls, marks):
        (known if finding.kind in KNOWN else found).append(finding)
    return known, found


def say_known(known):
    counts = Counter((finding.kind, finding.calls[0].get("message")) for finding in known)
    for (kind, message), count in counts.most_common():
        print(f"  known: {count} {KNOWN[kind]}: {message}", flush=True)


def say(found, most=6):
    counts = Counter(finding.kind for finding in found)
    for kind, count in counts.items():
        print(f"  {kind}: {count}")
    shown = Counter()
    for finding in found:
        shown[finding.kind] += 1
        if shown[finding.kind] <= most:
            print(f"    {finding.kind}: {finding.sentence}")


def main():
    parser = argparse.ArgumentParser(prog="deploy/cluster.sh")
    parser.add_argument("--programs")
    parser.add_argument("--check", action="store_true", help="the quickstart's job, and each trial once")
    parser.add_argument("--rounds", type=int, help="so many trials in a random order")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trial", action="append", choices=NAMES, help="this one")
    parser.add_argument("--replay", help="the checker alone, on a history that was kept")
    parser.add_argument("--checker", action="store_true", help="tries the checker itself")
    parser.add_argument("--keep", action="store_true", help="histories and logs of trials that have passed, too")
    parser.add_argument("--leave-running", action="store_true", help="a shell in the cluster")
    options = parser.parse_args()
    if options.replay:
        known, found = judged(*read(options.replay))
        say_known(known)
        say(found, most=1000)
        raise SystemExit(1 if found else 0)
    checker_tests.run()
    if options.checker:
        return
    dice = random.Random(options.seed)
    rounds = [dice.choice(NAMES) for _ in range(options.rounds or 0)]
    names = options.trial or rounds or NAMES
    began = time.monotonic()
    try:
        cluster = Cluster(options.programs)
    except BaseException:
        print(f"It has not started; logs are in {keep_logs('start.logs')}.", flush=True)
        raise
    print(f"The cluster has started in {time.monotonic() - began:.0f} s.", flush=True)
    if options.leave_running:
        subprocess.run(["bash"])
        return
    if options.check:
        run_job(options.programs, PLACE)
    try:
        failed = [
            name for number, name in enumerate(names)
            if not run(cluster, name, options.seed * 1000 + number, options.keep)]
    except BaseException:
        print(f"A trial was given up; logs are in {keep_logs('given-up.logs')}.", flush=True)
        raise
    if failed:
        raise SystemExit(f"{len(failed)} of {len(names)} trials have failed: {', '.join(failed)}")
    print(f"All {len(names)} trials were as they should be.")


main()
