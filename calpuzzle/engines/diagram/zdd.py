"""Diagrams as zero-suppressed decision diagrams (Minato, 1993) in a text format.

The format is that of graphillion's `dump` and `load`, with one node on each line: its number, its
element, and its successors without and with the element, each `B` (no set), `T` (the empty set) or
the number of an earlier node. The root is last, followed by a line with a dot. Element k is option
k - 1 of the Cover, and elements increase from the root on. A state is a chain of nodes, one for
each edge. The successor with the element is the first node of the state to which the edge leads;
the successor without the element is the node of the next edge. Equal nodes are shared.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from calpuzzle.base.errors import PuzzleError
from calpuzzle.base.wording import shown
from calpuzzle.engines.diagram.growth import Arrays

NOTHING, EMPTY = "B", "T"
Node: TypeAlias = tuple[int, str, str]
"""The element of a node, and its successors without and with the element."""


def lines(arrays: Arrays) -> Iterator[str]:
    """Yield the lines of a diagram, with line ends."""
    number: dict[Node, str] = {}
    states = len(arrays.first) - 1
    of = [NOTHING] * (states - 1) + [EMPTY] if states else [NOTHING]
    for state in range(states - 2, -1, -1):
        here = NOTHING
        for edge in range(arrays.first[state + 1] - 1, arrays.first[state] - 1, -1):
            node = arrays.option[edge] + 1, here, of[arrays.to[edge]]
            if node not in number:
                # Use even numbers only: some programs read odd numbers as negated edges.
                number[node] = str(2 * len(number) + 2)
                yield f"{number[node]} {' '.join(map(str, node))}\n"
            here = number[node]
        of[state] = here
    if not number:
        yield f"{of[0]}\n"
    yield ".\n"


def arrays_of(text: Iterable[str], name: str, options: int) -> Arrays:
    """Return the arrays of a diagram from its lines.

    Raises PuzzleError if the lines are not such a diagram or an element exceeds `options`. The
    message states the file `name`, the fault and, if the fault is in one line, the line.
    """
    nodes, root = _nodes(text, name, options)
    if root == NOTHING:
        empty = memoryview(b"")
        return Arrays(memoryview(bytes(4)).cast("I"), empty.cast("H"), empty.cast("I"))
    # A state is the root, or a node that is reached with an element; its edges are the chain of
    # successors without the element.
    chains: dict[str, list[tuple[int, str]]] = {}
    wanted = [root]
    while wanted:
        start = here = wanted.pop()
        if start in chains or start == EMPTY:
            continue
        chains[start] = []
        while here != NOTHING:
            if here == EMPTY:
                raise PuzzleError(f"{name}: a set is a proper subset of another one")
            element, here, there = nodes[here]
            chains[start].append((element - 1, there))
            wanted.append(there)
    # Elements increase along paths, so sorting by element puts a state before its successors.
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
    """Return all checked nodes by their numbers, and the root.

    A node that leads to no set with its element is replaced by its successor without it: this is
    the zero-suppression rule.
    """
    nodes: dict[str, Node] = {}
    replaced_by = {NOTHING: NOTHING, EMPTY: EMPTY}
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
        if len(words) != 4 or not all(map(str.isdecimal, words[:2])) or words[0] in replaced_by:
            wanted = "a new node: its number, its element, and two nodes before it"
            raise PuzzleError(f"{name}, line {at}: {shown(line.strip())} is not {wanted}")
        digits = words[1].lstrip("0") or "0"
        # int() raises ValueError for a text of more than 4,300 digits.
        element = int(digits) if len(digits) <= len(str(options)) else options + 1
        if not 1 <= element <= options:
            which = digits if len(digits) <= 20 else f"of {len(digits):,} digits"
            raise PuzzleError(
                f"{name}, line {at}: the element {which} is not one of the {options:,} options"
            )
        for word in words[2:]:
            there = replaced_by.get(word)
            if there is None or (there in nodes and nodes[there][0] <= element):
                raise PuzzleError(
                    f"{name}, line {at}: the node leads to {shown(word)}, which is not an earlier "
                    "node with a larger element"
                )
        without, there = (replaced_by[word] for word in words[2:])
        root = replaced_by[words[0]] = words[0] if there != NOTHING else without
        if there != NOTHING:
            nodes[root] = element, without, there
    raise PuzzleError(f"{name} is truncated: its last line is not a dot, or there is no node")
