"""Dancing cells and the frontier method in turns: a count is that of whichever is done first, and a
list that of whichever has a first solution.

For what no bitboard holds, where nothing tells beforehand which of the two comes to an end: one
takes the more time the more solutions there are, the other the more frontier states. Dancing cells
have a start, so that what they count soon is counted as soon as by them alone; a short one where
the items can be put in a line in which few are open at a time (roles.py).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain, count

from calpuzzle.engines import Run, dancing, frontier, load
from calpuzzle.engines.dancing import budget, search
from calpuzzle.engines.rest import rest
from calpuzzle.engines.roles import roles
from calpuzzle.puzzle.cover import Cover, Options

FIRST = 200_000  # nodes: some hundredths of a second
START = 1_000_000  # nodes: a second or less
TURNS = 60  # of some milliseconds, in which dancing cells look for a first solution alone
SHARE = 4  # the frontier states have one part in so many of the memory


def raced(cover: Cover, laid: Options, run: Run) -> int:
    """Return how many solutions hold the options `laid`."""
    left = rest(cover, laid)
    if left is None:
        return 0
    dance, nodes = search(left.cover), budget(left.cover)

    def danced(until: int) -> bool:
        while dance.nodes < until:
            if dance.run(nodes):
                return True
            run.tell(dance.nodes, None, dance.found)
        return False

    # Nothing is looked at for the frontier method before it is clear that there is time for it.
    if danced(FIRST) or danced(_start(cover)):
        return dance.found
    try:
        states = frontier.begun(cover, laid, run._replace(memory=run.bound // SHARE))
        while states and not states.run(frontier.SLICE):
            if danced(dance.nodes + 1):
                return dance.found
        return states.total if states else 0
    except (OverflowError, MemoryError):
        states = None  # its memory is free again
    danced(sys.maxsize)
    return dance.found


def _start(cover: Cover) -> int:
    """Return after how many nodes the frontier method begins: never where it refuses the Cover."""
    if load("frontier").refusal(cover):
        return sys.maxsize
    lined = roles(cover)
    return FIRST if lined and lined.narrow else START


def listed(cover: Cover, laid: Options, run: Run) -> Iterator[Options]:
    """Yield what completes the options `laid`, in the order of dancing cells; or in that of the
    frontier method, where these had a start, found nothing, and it has a first solution sooner."""

    def tell(done: int, of: int | None, found: int) -> None:
        if found:
            run.tell(done, of, found)

    rivals = [dancing.by_slices(cover, laid, run)]
    for turn in count():
        if turn == TURNS and not load("frontier").refusal(cover):
            other = run._replace(progress=tell, memory=run.bound // SHARE)
            rivals.append(frontier.by_slices(cover, laid, other))
        for rival in rivals:
            found = next(rival, None)
            if found is None:
                return  # all is searched, and nothing was found
            if found:
                yield from chain(found, chain.from_iterable(rival))
                return
