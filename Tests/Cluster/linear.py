"""Decides whether calls to one object have taken effect one after the other: Wing and Gong's search ("Testing and
Verifying Concurrent Objects", 1993), with the states that failed remembered, as in Lowe's and porcupine's."""

import math
from collections import namedtuple

# What is tried at most. A history of one object needs some hundred steps.
MOST_STEPS = 1_000_000


class Call(namedtuple("Call", "begin end action is_certain", defaults=(True,))):
    """A call to one object. One that is not certain may take effect at any time after `begin`, or never."""


class Undecided(Exception):
    """The search was given up: the calls have too many orders."""


def has_order(calls, state, step):
    """Whether the calls have an order that keeps the times of each, in which every one is right.

    `step(state, action)` is the state after an action, or None where the action cannot be right. States are compared.
    """
    calls = sorted(
        (call if call.is_certain else call._replace(end=math.inf) for call in calls), key=lambda call: call.begin)
    certain = sum(1 << index for index, call in enumerate(calls) if call.is_certain)
    tried, steps = set(), 0
    waiting = [(0, state)]
    while waiting:
        done, state = waiting.pop()
        if done & certain == certain:
            return True
        steps += 1
        if steps > MOST_STEPS:
            raise Undecided
        for index in next_calls(calls, done):
            after = step(state, calls[index].action)
            # A doubtful call that changes nothing is no other history.
            if after is None or after == state and not calls[index].is_certain:
                continue
            reached = (done | 1 << index, after)
            if reached not in tried:
                tried.add(reached)
                waiting.append(reached)
    return False


def next_calls(calls, done):
    """The calls that may be the next one: no other has ended before they began. The one that ends first comes last,
    which is tried first."""
    open, first_end = [], math.inf
    index = first_open(done)
    while index < len(calls) and calls[index].begin <= first_end:
        if not done >> index & 1:
            open.append(index)
            first_end = min(first_end, calls[index].end)
        index += 1
    return sorted(
        (index for index in open if calls[index].begin <= first_end), key=lambda index: calls[index].end, reverse=True)


def first_open(done):
    """The lowest bit that is not set."""
    return (~done & done + 1).bit_length() - 1
