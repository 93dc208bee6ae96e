"""What a suite measures, and what it says about it."""

import statistics
from collections import namedtuple
from dataclasses import dataclass
from typing import Optional, Sequence

# `name`: how figures refer to it. `run`: measures once, returns {field: number}; without a field that cannot be
# measured here, whose figures are left out then. `once`: what it measures is counted or takes long, so that one round
# is enough. `is_long`: not part of a quick run.
Probe = namedtuple("Probe", "name run once is_long", defaults=(False, False))

# The values of a probe's field.
Source = namedtuple("Source", "probe field")

# An absolute bound is a ratio to this.
ONE = None

# The goal of a figure that is only there for comparison: it always holds.
REPORT = None


@dataclass(frozen=True)
class Figure:
    """One name against one peer.

    `theirs` are the sources that the peer's value is the best of, or ONE: then the ratio is the
    figure itself and the goal a bound in its unit. The goal is an upper bound when `less` is
    better, else a lower bound; REPORT is none.
    """

    name: str
    unit: str
    ours: Source
    peer: str
    theirs: Optional[Sequence[Source]]
    goal: Optional[float]
    less: bool = False
    # An upper bound near to what is reached: `--check` fails beyond it, so that nothing grows
    # unnoticed though the goal still holds.
    reached: Optional[float] = None

    def sources(self):
        return [self.ours, *(self.theirs or [])]

    def row(self, suite, measured):
        ours = measured[self.ours]
        theirs = [1] if self.theirs is ONE else self.best(measured)
        value, peer_value = statistics.median(ours), statistics.median(theirs)
        ratio = value / peer_value if peer_value else 0
        holds = self.goal is REPORT or (
            ratio <= self.goal if self.less else ratio >= self.goal)
        line = {
            "suite": suite, "name": self.name, "unit": self.unit, "ours": rounded(value),
            "peer": self.peer, "peer_value": rounded(peer_value), "ratio": rounded(ratio),
            "goal": self.goal, "holds": holds,
        }
        is_kept = holds and (self.reached is None or ratio <= self.reached)
        return Row(
            line, self.less, ours, theirs, self.theirs is ONE, self.goal is REPORT, is_kept)

    def best(self, measured):
        candidates = [measured[source] for source in self.theirs]
        return (min if self.less else max)(candidates, key=statistics.median)


# `line` is what is printed; `ours` and `theirs` are the values of all rounds.
Row = namedtuple("Row", "line less ours theirs is_absolute is_report is_kept")


def rounded(value):
    """To four digits, which is more than a run can tell."""
    return float(f"{value:.4g}")


def own_figure(name, unit, ours, theirs, goal, less=False, reached=None):
    """Against ourselves in a better situation, or against a bound when `theirs` is ONE."""
    theirs = ONE if theirs is ONE else [Source(*theirs)]
    return Figure(name, unit, Source(*ours), "self", theirs, goal, less, reached)
