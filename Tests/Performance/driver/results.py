"""The table for people."""

import datetime

from machine import load_average, machine
from programs import PERFORMANCE

PATH = PERFORMANCE / "RESULTS.md"


def write(name, suite, rows, rounds, seconds):
    replace(name, section(name, suite, rows, rounds, seconds))


def replace(name, text):
    """Replaces a suite's section, and leaves those of the others."""
    sections = read_sections()
    sections[name] = text
    text = "# Figures\n\nWritten by `deploy/bench.sh`; nothing here is typed in by hand.\n\n"
    PATH.write_text(text + "\n".join(sections[name] for name in sorted(sections)))


def read_sections():
    """The text of each suite, by its heading."""
    sections = {}
    if PATH.exists():
        for part in PATH.read_text().split("\n## ")[1:]:
            sections[part.partition("\n")[0].strip()] = f"## {part.rstrip()}\n"
    return sections


def section(name, suite, rows, rounds, seconds):
    today = datetime.date.today().isoformat()
    facts = [*machine().items(), *suite.versions().items()]
    lines = [
        f"## {name}", "",
        f"Measured on {today}: medians of {rounds} interleaved rounds of {seconds} s each, in"
        " brackets the least and the most; what has none was measured once."
        f" {suite.SETTING}; load average {load_average()}.", "",
        *(f"- {name}: {value}" for name, value in facts), "",
        "| figure | unit | ours | peer | peer's | ratio | goal | |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
        *map(table_row, rows), *remarks(suite, rows),
    ]
    return "\n".join(lines) + "\n"


def remarks(suite, rows):
    """What was tried for figures that do not hold, as far as the suite knows."""
    known = getattr(suite, "REMARKS", {})
    lacking = [row.line["name"] for row in rows if not row.line["holds"]]
    lines = [f"- `{name}`: {known[name]}" for name in lacking if name in known]
    return ["", *lines] if lines else []


def table_row(row):
    line = row.line
    goal = "" if row.is_report else f"{'≤' if row.less else '≥'} {readable(line['goal'])}"
    cells = [
        line["name"], line["unit"], spread(line["ours"], row.ours), line["peer"],
        "" if row.is_absolute else spread(line["peer_value"], row.theirs),
        readable(line["ratio"]), goal, verdict(row),
    ]
    return f"| {' | '.join(cells)} |"


def verdict(row):
    if row.is_report:
        return "for comparison"
    return "holds" if row.line["holds"] else "**does not hold**"


def spread(median, values):
    if len(values) == 1:
        return readable(median)
    return f"{readable(median)} ({readable(min(values))}..{readable(max(values))})"


def readable(value):
    return f"{value:,.0f}" if value >= 1_000 else f"{value:.3g}"
