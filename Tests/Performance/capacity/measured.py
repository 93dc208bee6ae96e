"""What the bench has measured, and what the code says: the model has no such figure of its own."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
RESULTS = ROOT / "Tests/Performance/RESULTS.md"


class Results:
    """The tables of RESULTS.md: {(suite, figure, peer): (unit, ours, the peer's)}."""

    def __init__(self, text):
        self.rows, self.read = {}, set()
        suite = None
        for line in text.split("\n"):
            if line.startswith("## "):
                suite = line[3:].strip()
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if line.startswith("| ") and len(cells) == 8 and cells[0] not in ("figure", "---"):
                name, unit, ours, peer, theirs = cells[:5]
                self.rows[suite, name, peer] = unit, ours, theirs

    def ours(self, name, unit, peer="self"):
        """The median of a figure, as `SUITE.FIGURE`."""
        return number(self.row(name, unit, peer)[1], name)

    def theirs(self, name, unit, peer="self"):
        return number(self.row(name, unit, peer)[2], name)

    def row(self, name, unit, peer):
        suite, figure = name.split(".")
        row = self.rows.get((suite, figure, peer))
        if row is None:
            raise SystemExit(f"RESULTS.md has no `{figure}` beside `{peer}` in `{suite}`: run deploy/bench.sh {suite}")
        if row[0] != unit:
            raise SystemExit(f"`{name}` in RESULTS.md is in `{row[0]}`, and not in `{unit}`")
        self.read.add(name)
        return row


def number(cell, name):
    found = re.match(r"[\d,]+(\.\d+)?", cell)
    if not found:
        raise SystemExit(f"`{name}` in RESULTS.md has no number: `{cell}`")
    return float(found[0].replace(",", ""))


def setting(path, name):
    """The number that a variable has in a source."""
    found = re.search(rf"\bvar {name}(?:: \w+)? = (?:\.?\w*\.?seconds\()?([\d_]+)", (ROOT / path).read_text())
    if not found:
        raise SystemExit(f"{path} has no number for `{name}`")
    return int(found[1].replace("_", ""))


def settings():
    engine = "Sources/services/Presence/Engine/LeaseEngineConfiguration.swift"
    return {
        "token_minutes": setting("Sources/programs/rollcall-auth/SessionOptions.swift", "accessTokenMinutes"),
        "lease_seconds": setting(engine, "usualLease"), "leases": setting(engine, "leases"),
        "connections": setting("Sources/platform/Storage/StoreConfiguration.swift", "connections")}
