"""Diagrams as zero-suppressed decision diagrams in text, which other programs read and write.

The form is that of graphillion's `dump` and `load`: a line a node, its number, its element, and
where it leads without the element and with it, `B` (no set) or `T` (the empty set) or the number of
a node further up; the root last, then a line with a dot. Element k is option k - 1 of the Cover,
and elements rise from the root on. A state with its edges is a chain of nodes, one an edge: with
its option the node of the state that it leads to, without it the next edge. Equal nodes are one
(Minato, 1993).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from calpuzzle.base.errors import PuzzleError
from calpuzzle.base.text import shown
from calpuzzle.engines.diagram.growth import Arrays

NOTHING, EMPTY = "B", "T"
Node: TypeAlias = tuple[int, str, str]
"""The element, and where the node leads without and with it."""


def lines(arrays: Arrays) -> Iterator[str]:
    """Yield the lines of a diagram, each with its end."""
    number: dict[Node, str] = {}
    states = len(arrays.first) - 1
    of = [NOTHING] * (states - 1) + [EMPTY] if states else [NOTHING]
    for state in range(states - 2, -1, -1):
        here = NOTHING
        for edge in range(arrays.first[state + 1] - 1, arrays.first[state] - 1, -1):
            node = arrays.option[edge] + 1, here, of[arrays.to[edge]]
            if node not in number:
                # Even numbers, as those of a negated edge are odd to some programs.
                number[node] = str(2 * len(number) + 2)
                yield f"{number[node]} {' '.join(map(str, node))}\n"
            here = number[node]
        of[state] = here
    if not number:
        yield f"{of[0]}\n"
    yield ".\n"


def arrays_of(text: Iterable[str], name: str, options: int) -> Arrays:
    """The arrays of a diagram from its lines, of sets of so many options at most. Raises
    PuzzleError with the name, the line, and what is wrong."""
    nodes, root = _nodes(text, name, options)
    if root == NOTHING:
        empty = memoryview(b"")
        return Arrays(memoryview(bytes(4)).cast("I"), empty.cast("H"), empty.cast("I"))
    # A state is a node that an element leads to; its edges are the chain of nodes without it.
    chains: dict[str, list[tuple[int, str]]] = {}
    wanted = [root]
    while wanted:
        start = here = wanted.pop()
        if start in chains or start == EMPTY:
            continue
        chains[start] = []
        while here != NOTHING:
            if here == EMPTY:
                raise PuzzleError(f"{name}: a set ends where another one goes on")
            element, here, there = nodes[here]
            chains[start].append((element - 1, there))
            wanted.append(there)
    # Elements rise, so a state comes before those that its edges lead to.
    order = sorted(chains, key=lambda start: nodes[start][0])
    state = {start: at for at, start in enumerate([*order, EMPTY])}
    first, option, to = array("I", [0]), array("H"), array("I")
    for start in order:
        for number, there in chains[start]:
            option.append(number)
            to.append(state[there])
        first.append(len(to))
    first.append(len(to))
    return Arrays(memoryview(first), memoryview(option), memoryview(to))


def _nodes(text: Iterable[str], name: str, options: int) -> tuple[dict[str, Node], str]:
    """All nodes by their numbers, checked, and the root. What leads nowhere with its element is the
    node without it, as zero-suppression has it."""
    nodes: dict[str, Node] = {}
    is_now = {NOTHING: NOTHING, EMPTY: EMPTY}
    root = ""
    for at, line in enumerate(text, 1):
        words = line.split()
        if words == ["."]:
            if not root:
                break
            return nodes, root
        if words in ([NOTHING], [EMPTY]) and not root:
            root = words[0]
            continue
        if len(words) != 4 or not all(map(str.isdecimal, words[:2])) or words[0] in is_now:
            wanted = "a new node: its number, its element, and two nodes before it"
            raise PuzzleError(f"{name}, line {at}: {shown(line.strip())} is not {wanted}")
        element = int(words[1])
        if not 1 <= element <= options:
            raise PuzzleError(
                f"{name}, line {at}: the element {element:,} is none of the {options:,} options"
            )
        for word in words[2:]:
            there = is_now.get(word)
            if there is None or (there in nodes and nodes[there][0] <= element):
                raise PuzzleError(
                    f"{name}, line {at}: the node leads to {shown(word)}, which is none further "
                    "up with a larger element"
                )
        without, there = (is_now[word] for word in words[2:])
        root = is_now[words[0]] = words[0] if there != NOTHING else without
        if there != NOTHING:
            nodes[root] = element, without, there
    raise PuzzleError(f"{name} is cut short: its last line is no dot, or there is no node")
