"""The table for people."""

import datetime

from machine import load_average, machine
from programs import PERFORMANCE

PATH = PERFORMANCE / "RESULTS.md"


def write(suite, rows, versions, rounds, seconds):
    """Replaces the suite's section, and leaves those of the others."""
    sections = read_sections()
    sections[suite] = section(suite, rows, versions, rounds, seconds)
    text = "# Figures\n\nWritten by `deploy/bench.sh`; nothing here is typed in by hand.\n\n"
    PATH.write_text(text + "\n".join(sections[name] for name in sorted(sections)))


def read_sections():
    """The text of each suite, by its heading."""
    sections = {}
    if PATH.exists():
        for part in PATH.read_text().split("\n## ")[1:]:
            sections[part.partition("\n")[0].strip()] = f"## {part.rstrip()}\n"
    return sections


def section(suite, rows, versions, rounds, seconds):
    today = datetime.date.today().isoformat()
    facts = [*machine().items(), *versions.items()]
    lines = [
        f"## {suite}", "",
        f"Measured on {today}: medians of {rounds} interleaved rounds of {seconds} s each, in"
        " brackets the least and the most. One connection, server and client on a core each;"
        f" load average {load_average()}.", "",
        *(f"- {name}: {value}" for name, value in facts), "",
        "| figure | unit | ours | peer | peer's | ratio | goal | |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
        *map(table_row, rows),
    ]
    return "\n".join(lines) + "\n"


def table_row(row):
    line = row.line
    goal = f"{'≤' if row.less else '≥'} {line['goal']:g}"
    cells = [
        line["name"], line["unit"], spread(line["ours"], row.ours), line["peer"],
        "" if row.is_absolute else spread(line["peer_value"], row.theirs),
        f"{line['ratio']:g}", goal, "holds" if line["holds"] else "**does not hold**",
    ]
    return f"| {' | '.join(cells)} |"


def spread(median, values):
    if len(values) == 1:
        return readable(median)
    return f"{readable(median)} ({readable(min(values))}..{readable(max(values))})"


def readable(value):
    return f"{value:,.0f}" if value >= 1_000 else f"{value:.3g}"
