"""A history: what was called, when, and what came of it; and what was done to the cluster. One JSON object a line."""

import json
import math
import threading
import time

# What a call has come to. REFUSED: nothing was changed, and the caller knows why. AWAY: nothing was changed, as
# somebody could not. UNKNOWN: it may take effect at any time after its begin, or never.
OK, REFUSED, AWAY, UNKNOWN = "ok", "refused", "away", "unknown"


class History:
    """Written by many threads; each line is on the disk before the next."""

    def __init__(self, path):
        self.file = open(path, "w")
        self.lock = threading.Lock()
        self.start = time.monotonic()

    def now(self):
        """Seconds since the begin of the history."""
        return time.monotonic() - self.start

    def write(self, line):
        text = json.dumps(line) + "\n"
        with self.lock:
            if not self.file.closed:
                self.file.write(text)
                self.file.flush()

    def mark(self, name, **fields):
        self.write({"mark": name, "at": self.now(), **fields})

    def close(self):
        with self.lock:
            self.file.close()


def read(path):
    """The calls and the marks of a history, each in the order of its begin."""
    with open(path) as file:
        return parted(json.loads(line) for line in file)


def parted(lines):
    lines = list(lines)
    calls = sorted((line for line in lines if "op" in line), key=lambda call: call["begin"])
    return calls, sorted((line for line in lines if "mark" in line), key=lambda mark: mark["at"])


class Disturbances:
    """When something was broken: from each mark `broken` to the `healed` that follows."""

    def __init__(self, marks):
        self.spans, self.limits = [], {}
        begin = None
        for mark in marks:
            if mark["mark"] == "limits":
                self.limits = mark
            elif mark["mark"] == "broken" and begin is None:
                begin = mark["at"]
            elif mark["mark"] == "healed" and begin is not None:
                self.spans.append((begin, mark["at"]))
                begin = None
        if begin is not None:
            self.spans.append((begin, math.inf))

    def touch(self, begin, end, after=0.0):
        """Whether something was broken between two times, or until `after` seconds before."""
        return any(first <= end and begin <= last + after for first, last in self.spans)
