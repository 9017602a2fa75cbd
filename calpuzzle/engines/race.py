"""A race of dancing cells and the frontier method, which work in turns.

A count comes from the engine that finishes first; a list of solutions comes from the engine that
finds a solution first. The race is used for problems without a bitboard, and to list solutions on
boards with disconnected pieces. It is not known in advance which of the two finishes first: the
time of dancing cells grows with the number of solutions, the time of the frontier method with the
number of frontier states. Dancing cells get a head start, so that an easy problem takes no longer
than with them alone. For a count, the head start is short if the items can be ordered so that few
are open at a time (roles.py).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import chain, count

from calpuzzle.engines import Run, dancing, frontier, load
from calpuzzle.engines.dancing import budget, new_search
from calpuzzle.engines.residual_cover import residual_cover
from calpuzzle.engines.roles import roles
from calpuzzle.puzzle.cover import Cover, Options

FIRST_NODES = 200_000  # nodes: some hundredths of a second
START_NODES = 1_000_000  # nodes: a second or less
SLICES_ALONE = 60  # slices of some milliseconds in which dancing cells search alone for a solution
SHARE = 4  # the frontier states get this fraction (1 / SHARE) of the memory


def race_count(cover: Cover, placed: Options, run: Run) -> int:
    """Return the number of solutions that contain the options `placed`."""
    residual = residual_cover(cover, placed)
    if residual is None:
        return 0
    dance, nodes = new_search(residual.cover), budget(residual.cover)

    def danced(until: int) -> bool:
        while dance.nodes < until:
            if dance.run(nodes):
                return True
            run.report(dance.nodes, None, dance.found)
        return False

    # Prepare nothing for the frontier method before dancing cells have visited `FIRST_NODES` nodes.
    if danced(FIRST_NODES) or danced(_start(cover)):
        return dance.found
    try:
        states = frontier.new_count(cover, placed, run._replace(memory=run.bound // SHARE))
        lead = 0.0  # seconds of dancing cells minus seconds of the frontier method
        while states:
            began = time.monotonic()
            # A slice of states may take many times as long as a slice of nodes, or the reverse, so
            # the turns are balanced by time: the race takes at most about twice as long as the
            # faster engine.
            if lead < 0:
                if danced(dance.nodes + 1):
                    return dance.found
                lead += time.monotonic() - began
            else:
                if states.run(frontier.SLICE):
                    return states.total
                lead -= time.monotonic() - began
        return 0
    except (OverflowError, MemoryError):
        states = None  # free its memory
    danced(sys.maxsize)
    return dance.found


def _start(cover: Cover) -> int:
    """Return the number of nodes before the frontier method starts; sys.maxsize if it cannot."""
    if load("frontier").unsupported_reason(cover):
        return sys.maxsize
    lined = roles(cover)
    return FIRST_NODES if lined and lined.narrow else START_NODES


def race_solutions(cover: Cover, placed: Options, run: Run) -> Iterator[Options]:
    """Yield the completions of the options `placed`, in the order of the engine that wins.

    Dancing cells win unless they find nothing in their head start and the frontier method then
    finds a solution first.
    """

    def report(done: int, of: int | None, found: int) -> None:
        if found:
            run.report(done, of, found)

    rivals = [dancing.in_slices(cover, placed, run)]
    for turn in count():
        if turn == SLICES_ALONE and not load("frontier").unsupported_reason(cover):
            other = run._replace(progress=report, memory=run.bound // SHARE)
            rivals.append(frontier.in_slices(cover, placed, other))
        for rival in rivals:
            found = next(rival, None)
            if found is None:
                return  # the search is complete without a solution
            if found:
                yield from chain(found, chain.from_iterable(rival))
                return
