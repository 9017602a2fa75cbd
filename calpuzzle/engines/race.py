"""A count by dancing cells and by the frontier method in turns: whichever is done first has it.

For what no bitboard holds, where nothing tells beforehand which of the two comes to an end: one
takes the more time the more solutions there are, the other the more frontier states. Dancing cells
have a start, so that what they count soon is counted as soon as by them alone; a short one where
the items can be put in a line in which few are open at a time (roles.py).
"""

from __future__ import annotations

from calpuzzle.engines import Run, frontier
from calpuzzle.engines.dancing import budget, search
from calpuzzle.engines.rest import rest
from calpuzzle.engines.roles import roles
from calpuzzle.puzzle.cover import Cover, Options

FIRST = 50_000  # nodes: some hundredths of a second
START = 1_000_000  # nodes: a second or less
SHARE = 4  # the frontier states have one part in so many of the memory


def raced(cover: Cover, laid: Options, run: Run) -> int:
    """Return how many solutions hold the options `laid`."""
    left = rest(cover, laid)
    if left is None:
        return 0
    dance, nodes = search(left.cover), budget(left.cover)
    start = FIRST
    while dance.nodes < start:
        if dance.run(nodes):
            return dance.found
        run.tell(dance.nodes, None, dance.found)
        if start == FIRST <= dance.nodes:
            lined = roles(cover)
            start = FIRST if lined and lined.narrow else START
    try:
        states = frontier.begun(cover, laid, run._replace(memory=run.bound // SHARE))
        while states and not states.run(frontier.SLICE):
            if dance.run(nodes):
                return dance.found
            run.tell(dance.nodes, None, dance.found)
        return states.total if states else 0
    except (OverflowError, MemoryError):
        states = None  # its memory is free again
    while not dance.run(nodes):
        run.tell(dance.nodes, None, dance.found)
    return dance.found
