"""Random small exact cover problems of well-known families, with random changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import combinations, product
from random import Random
from typing import Any

from differential.cover_definition import Bounds, Item, Problem

# --- kinds of problems


def _problem(
    family: str, options: Iterable[Iterable[Item]], secondary: Collection[Item] = ()
) -> Problem:
    rows = tuple(tuple(own) for own in options)
    items = dict.fromkeys(item for own in rows for item in own)
    primary = tuple(item for item in items if item not in set(secondary))
    return Problem(family, primary, tuple(i for i in items if i in set(secondary)), rows)


def assignment(rng: Random, most: int = 5) -> Problem:
    """Return rooks on some squares of a board, or equivalently people and jobs."""
    size = rng.randint(1, most)
    wide = size + rng.choice((0, 0, 0, 1))
    pairs = [(f"r{a}", f"c{b}") for a, b in product(range(size), range(wide))]
    kept = _most_of(rng, pairs)
    spare = [f"c{b}" for b in range(wide)] if wide > size else []
    return _problem("assignment", kept, spare)


def matching(rng: Random, most: int = 8) -> Problem:
    """Return the perfect matchings of a complete graph, or of a part of it."""
    size = 2 * rng.randint(1, most // 2)
    return _problem("matching", _most_of(rng, list(combinations(range(size), 2))))


def dominoes(rng: Random) -> Problem:
    """Return the domino tilings of a rectangle; its cells are the items."""
    height, width = rng.randint(1, 4), 2 * rng.randint(1, 3)
    cells = list(product(range(height), range(width)))
    pairs = [(a, b) for a, b in combinations(cells, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    return _problem("dominoes", pairs)


def triples(rng: Random) -> Problem:
    """Return a three-dimensional matching."""
    size = rng.randint(1, 3)
    every = [(f"a{i}", f"b{j}", f"c{k}") for i, j, k in product(range(size), repeat=3)]
    return _problem("triples", _most_of(rng, every))


def queens(rng: Random, most: int = 6) -> Problem:
    """Return the queens problem; diagonals are secondary items."""
    size = rng.randint(1, most)
    options = [
        (f"r{a}", f"c{b}", f"u{a + b}", f"d{a - b}") for a, b in product(range(size), repeat=2)
    ]
    spare = {item for own in options for item in own[2:]}
    return _problem("queens", options, spare)


def latin(rng: Random) -> Problem:
    """Return a Latin square with some given cells."""
    size = rng.randint(1, 4)
    square = [[(a + b) % size for b in range(size)] for a in range(size)]
    given = set(rng.sample(list(product(range(size), repeat=2)), rng.randint(0, size * size)))
    options = [
        (f"{a},{b}", f"r{a}{v}", f"c{b}{v}")
        for a, b, v in product(range(size), repeat=3)
        if (a, b) not in given or square[a][b] == v
    ]
    return _problem("latin", options)


def langford(rng: Random) -> Problem:
    """Return Langford's problem: between the two copies of k are k other numbers."""
    size = rng.randint(1, 7)
    options = [
        (f"n{k}", f"s{at}", f"s{at + k + 1}")
        for k in range(1, size + 1)
        for at in range(2 * size - k - 1)
    ]
    return _problem("langford", options)


def pieces(rng: Random) -> Problem:
    """Return a board and pieces; each option is a piece and some cells."""
    cells = [f"{a}{b}" for a, b in product(range(rng.randint(1, 3)), range(rng.randint(2, 4)))]
    left = rng.sample(cells, len(cells))
    options = []
    number = 0
    while left:
        own = [left.pop() for _ in range(min(len(left), rng.randint(1, 3)))]
        placements = [own] + [rng.sample(cells, len(own)) for _ in range(rng.randint(1, 5))]
        options += [(f"P{number}", *cells_of) for cells_of in placements]
        number += 1
    return _problem("pieces", dict.fromkeys(tuple(own) for own in options))


def sets(rng: Random) -> Problem:
    """Return random sets of items, some of which usually form a partition."""
    items = [f"i{k}" for k in range(rng.randint(1, 9))]
    left = rng.sample(items, len(items))
    options = []
    while left and rng.random() < 0.95:
        options.append(tuple(left.pop() for _ in range(min(len(left), rng.randint(1, 3)))))
    for _ in range(rng.randint(0, 8)):
        options.append(tuple(rng.sample(items, rng.randint(1, min(4, len(items))))))
    rng.shuffle(options)
    found = _problem("sets", options)
    return found._replace(primary=tuple(items))


def nothing(rng: Random) -> Problem:
    """Return a problem without options, and possibly without items."""
    return Problem("nothing", tuple(f"i{k}" for k in range(rng.randint(0, 2))), (), ())


def _most_of(rng: Random, options: Sequence[Any]) -> list[Any]:
    """Return all options, or a random half or more of them."""
    if rng.random() < 0.4 or len(options) < 3:
        return list(options)
    return rng.sample(options, rng.randint(len(options) // 2, len(options)))


FAMILIES: dict[str, Callable[[Random], Problem]] = {
    own.__name__: own
    for own in (
        assignment,
        matching,
        dominoes,
        triples,
        queens,
        latin,
        langford,
        pieces,
        sets,
        nothing,
    )
}


# --- changes to a problem of any family


def _secondary(rng: Random, own: Problem) -> Problem:
    """Make some primary items secondary."""
    free = rng.sample(own.primary, rng.randint(1, max(1, len(own.primary) // 2)))
    primary = tuple(item for item in own.primary if item not in free)
    return own._replace(primary=primary, secondary=(*own.secondary, *free))


def _coloured(rng: Random, own: Problem) -> Problem:
    """Colour the secondary items in most options; add secondary items if there are none."""
    if not own.secondary:
        extra = "x", "y"
        options = tuple((*row, *rng.sample(extra, rng.randint(0, 2))) for row in own.options)
        own = own._replace(secondary=extra, options=options)
    colours = tuple(
        {i: rng.choice("pq") for i in row if i in own.secondary and rng.random() < 0.7}
        for row in own.options
    )
    return own._replace(colours=colours) if any(colours) else own


def _with_bounds(rng: Random, own: Problem, change: Callable[[int], Bounds]) -> Problem:
    """Set bounds that some options meet; `change` maps how often they cover an item to bounds."""
    chosen = [k for k in range(len(own.options)) if rng.random() < 0.4]
    times = Counter(item for k in chosen for item in own.options[k])
    bounds = {item: change(times[item]) for item in own.primary if rng.random() < 0.8}
    return own._replace(bounds={**own.bounds, **bounds})


def _exact(rng: Random, own: Problem) -> Problem:
    return _with_bounds(rng, own, lambda times: (times, times))


def _ranged(rng: Random, own: Problem) -> Problem:
    return _with_bounds(rng, own, lambda times: (rng.randint(0, times), times + rng.randint(0, 1)))


def _forbidden(rng: Random, own: Problem) -> Problem:
    """Forbid covering a random item."""
    return own._replace(bounds={**own.bounds, rng.choice(own.primary): (0, 0)})


def _optional(rng: Random, own: Problem) -> Problem:
    """Let some items be covered once or not at all."""
    some = rng.sample(own.primary, rng.randint(1, len(own.primary)))
    return own._replace(bounds={**own.bounds, **dict.fromkeys(some, (0, 1))})


def _doubled(rng: Random, own: Problem) -> Problem:
    """Duplicate some options."""
    again = rng.sample(range(len(own.options)), min(2, len(own.options)))
    colours = own.colours and (*own.colours, *(own.colours[k] for k in again))
    return own._replace(options=(*own.options, *(own.options[k] for k in again)), colours=colours)


def _with_bare_item(rng: Random, own: Problem) -> Problem:
    """Add an item without options, usually a secondary one."""
    if rng.random() < 0.3:
        return own._replace(primary=(*own.primary, "bare"))
    return own._replace(secondary=(*own.secondary, "bare"))


def _with_unwanted_option(rng: Random, own: Problem) -> Problem:
    """Add an option of secondary items only, which is never chosen."""
    extra = () if own.secondary else ("spare",)
    secondary = (*own.secondary, *extra)
    row = tuple(rng.sample(secondary, rng.randint(1, min(2, len(secondary)))))
    colours = own.colours and (*own.colours, {})
    return own._replace(secondary=secondary, options=(*own.options, row), colours=colours)


def _with_twin(rng: Random, own: Problem) -> Problem:
    """Add a copy of an item and of each of its options, so that the two are interchangeable."""
    once = [item for item in own.primary if item not in own.bounds]
    if not once:
        return own
    item = rng.choice(once)
    more = [k for k, row in enumerate(own.options) if item in row]
    rows = [tuple("twin" if i == item else i for i in own.options[k]) for k in more]
    colours = own.colours and (*own.colours, *(own.colours[k] for k in more))
    return own._replace(
        primary=(*own.primary, "twin"), options=(*own.options, *rows), colours=colours
    )


def _with_axes(rng: Random, own: Problem) -> Problem:
    """Make one or two items axes."""
    once = [item for item in own.primary if own.bound(item) == (1, 1)]
    return own._replace(axes=tuple(rng.sample(once, min(len(once), rng.randint(1, 2)))))


CHANGES: dict[str, Callable[[Random, Problem], Problem]] = {
    "secondary": _secondary,
    "interchangeable items": _with_twin,
    "equal options": _doubled,
    "exact multiplicities": _exact,
    "ranges of multiplicity": _ranged,
    "never covered": _forbidden,
    "covered or not": _optional,
    "coloured items": _coloured,
    "items without options": _with_bare_item,
    "unwanted options": _with_unwanted_option,
    "axes": _with_axes,
}
"""The changes, in the order in which they are applied."""


def drawn_cover(rng: Random, wanted: Collection[str]) -> tuple[Problem, set[str]]:
    """Return a problem with these features, and the set of all its features."""
    names = [name for name in FAMILIES if name in wanted] or [rng.choice([*FAMILIES])]
    own = FAMILIES[names[0]](rng)
    found = {own.family}
    for name, change in CHANGES.items():
        if own.primary and (name in wanted or rng.random() < 0.12):
            changed = change(rng, own)
            if changed != own:
                found.add(name)
            own = changed
    if rng.random() < 0.5:
        own = _shuffled(rng, own)
    return own, found


def _shuffled(rng: Random, own: Problem) -> Problem:
    """Return the problem with its items, its options and their items shuffled."""
    order = rng.sample(range(len(own.options)), len(own.options))
    return own._replace(
        primary=tuple(rng.sample(own.primary, len(own.primary))),
        secondary=tuple(rng.sample(own.secondary, len(own.secondary))),
        options=tuple(tuple(rng.sample(own.options[k], len(own.options[k]))) for k in order),
        colours=tuple(own.colours[k] for k in order) if own.colours else (),
    )
