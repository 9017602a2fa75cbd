"""The rules of docs/hints.md for puzzles of pieces, implemented literally.

It shares no code with the package or the page. A puzzle is the data of a page, and a placement is
a piece with the cells that it covers. Everything is found by trial; only `solutions` prunes, by
branching on the item with the fewest remaining placements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from operator import add
from typing import Any, NamedTuple

Cell = tuple[int, ...]
LISTED = 10_000  # solutions, up to which a count is exact


class Placement(NamedTuple):
    """The number of a piece, or of a group (numbered after the pieces) whose label is uncovered,
    and the cells in reading order."""

    piece: int
    cells: tuple[Cell, ...]


Solution = frozenset[Placement]


class Said(NamedTuple):
    """All answers of the rules for a position."""

    status: str
    number: int
    forced: list[Placement] | None
    item: Cell | int | None
    placement: Placement | None
    cell: Cell | None
    region: int | None
    spare: int | None
    take_back: int | None


class Puzzle:
    """A puzzle, from the data that the page receives."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.cells: list[Cell] = [tuple(cell) for cell in data["cells"]]
        self.spots = dict(zip(self.cells, data.get("spots", data["cells"]), strict=True))
        self.optional = {self.cells[k] for k in data["optional"]}
        at = {label: self.cells[k] for k, label in enumerate(data["labels"]) if label}
        # For each group, the cells that each of its labels leaves uncovered.
        self.groups = [
            [[at[label] for label in own] for own in group.get("labelSets", zip(group["labels"]))]
            for group in data["groups"]
        ]
        self.bounds = [(own["least"], own["most"]) for own in data["pieces"]]
        # Dead regions matter only on flat boards with connected pieces and one label per group.
        flat = "spots" not in data and len({cell[:-2] for cell in self.cells}) == 1
        flat = flat and not any("labelSets" in group for group in data["groups"])
        self.whole = flat and all(
            len(regions(set(map(tuple, shape)))) == 1
            for own in data["pieces"]
            for shape in own["orientations"]
        )
        self.placements = sorted(set(_placements(data, self.cells)))
        self.sizes: list[set[int]] = [set() for _ in self.bounds]
        for own in self.placements:
            self.sizes[own.piece].add(len(own.cells))

    def labels(self, date: Sequence[int]) -> list[Cell]:
        """Return the cells that a date leaves uncovered."""
        return [cell for group, k in zip(self.groups, date, strict=True) for cell in group[k]]


def _placements(data: dict[str, Any], cells: list[Cell]) -> Iterator[Placement]:
    colours = dict(zip(cells, data["colours"], strict=False))
    step = data["step"]
    for piece, own in enumerate(data["pieces"]):
        for k, shape in enumerate(own["orientations"]):
            required = own["colours"][k] if "colours" in own else []
            for first in cells:
                at = [place - own for place, own in zip(first, shape[0], strict=True)]
                there = [tuple(map(add, cell, at)) for cell in shape]
                if (
                    not any(offset % step for offset in at)
                    and set(there) <= set(cells)
                    and (not required or [colours[cell] for cell in there] == required)
                    and own["most"]
                ):
                    yield Placement(piece, tuple(sorted(there)))


def regions(cells: set[Cell]) -> list[set[Cell]]:
    """Return the sets of cells that are connected by edges."""
    left, found = set(cells), []
    while left:
        part = [left.pop()]
        for *layer, row, column in part:
            directions = ((0, 1), (0, -1), (1, 0), (-1, 0))
            near = {(*layer, row + down, column + right) for down, right in directions}
            part += near & left
            left -= near
        found.append(set(part))
    return found


class Position:
    """A date, or None, and the placements on it."""

    def __init__(self, puzzle: Puzzle, date: Sequence[int] | None, placed: list[Placement]) -> None:
        self.puzzle, self.date, self.placed = puzzle, date, placed
        self.any = date is None and bool(puzzle.groups)
        self.closed = [] if date is None else puzzle.labels(date)
        covered = [cell for own in placed for cell in own.cells] + self.closed
        self.clashes = len(set(covered)) < len(covered) or any(
            self.used(piece) > most for piece, (_, most) in enumerate(puzzle.bounds)
        )
        self.empty = set(puzzle.cells) - set(covered)
        self.sums: dict[int, set[int]] = {}

    def used(self, piece: int) -> int:
        """Return the number of placed copies of a piece."""
        return sum(own.piece == piece for own in self.placed)

    @property
    def open_labels(self) -> set[Cell]:
        """The cells whose labels may still stay uncovered: those of sets without a covered cell."""
        groups = self.puzzle.groups if self.any else []
        return {cell for group in groups for own in group if {*own} <= self.empty for cell in own}

    def complete(self) -> bool:
        """Return whether all required pieces are placed and all required cells are covered."""
        bare = self.empty - self.puzzle.optional
        groups = self.puzzle.groups if self.any else []
        return (
            not self.clashes
            and all(self.used(p) >= least for p, (least, _) in enumerate(self.puzzle.bounds))
            and bare <= self.open_labels
            and all(
                sorted(bare & {cell for own in group for cell in own}) in map(sorted, group)
                for group in groups
            )
        )

    def fits(self, placement: Placement) -> bool:
        """Return whether a placement is possible and leaves no dead region."""
        puzzle, piece = self.puzzle, placement.piece
        if self.used(piece) >= puzzle.bounds[piece][1] or not set(placement.cells) <= self.empty:
            return False
        if puzzle.optional or not puzzle.whole:
            return True
        if piece not in self.sums:
            self.sums[piece] = self.sums_without(piece)
        parts = regions(self.empty - set(placement.cells))
        return all(len(part) in self.sums[piece] for part in parts)

    def sums_without(self, piece: int) -> set[int]:
        """Return the possible sums of sizes of the pieces that remain once `piece` is placed."""
        sums = {0}
        for other, (_, most) in enumerate(self.puzzle.bounds):
            left = most - self.used(other) - (other == piece)
            for _ in range(min(left, len(self.puzzle.cells))):
                sums |= {total + size for total in sums for size in self.puzzle.sizes[other]}
        for _ in self.puzzle.groups if self.any else []:
            sums |= {total + 1 for total in sums}
        return sums

    def choice(self) -> tuple[Cell | int | None, list[Placement], int]:
        """Return the item with the fewest spare placements, all that fit for it, and the spare."""
        fitting = [own for own in self.puzzle.placements if self.fits(own)]
        choices: list[tuple[int, int, Cell | int, list[Placement]]] = []
        for cell in sorted(self.empty - self.puzzle.optional - self.open_labels):
            own = [each for each in fitting if cell in each.cells]
            choices.append((len(own) - 1, len(choices), cell, own))
        for piece, (least, _) in enumerate(self.puzzle.bounds):
            if self.used(piece) < least:
                own = [each for each in fitting if each.piece == piece]
                choices.append((len(own) - least + self.used(piece), len(choices), piece, own))
        if not choices:
            return None, fitting, len(fitting)
        spare, _, item, own = min(choices, key=lambda choice: choice[:2])
        return item, own, spare

    def solutions(self) -> Iterator[Solution]:
        """Yield all solutions, each once, without the placed pieces."""
        puzzle = self.puzzle
        if self.clashes:
            return
        options = [own for own in puzzle.placements if set(own.cells) <= self.empty]
        bounds = [(a - self.used(p), b - self.used(p)) for p, (a, b) in enumerate(puzzle.bounds)]
        if self.any:
            for number, group in enumerate(puzzle.groups, len(bounds)):
                cells = [tuple(sorted(own)) for own in group]
                options += [Placement(number, own) for own in cells if {*own} <= self.empty]
            bounds += [(1, 1)] * len(puzzle.groups)
        bit = {cell: 1 << k for k, cell in enumerate(puzzle.cells)}
        masked = [(own.piece, sum(bit[c] for c in own.cells), own) for own in options]
        must = [bit[cell] for cell in sorted(self.empty - puzzle.optional)]
        yield from _search(masked, must, bounds, [])


Masked = tuple[int, int, Placement]


def _search(
    options: list[Masked], must: list[int], bounds: list[tuple[int, int]], chosen: list[Placement]
) -> Iterator[Solution]:
    """Yield all sets of options that cover each bit of `must` once, and no bit twice, in bounds."""
    options = [own for own in options if bounds[own[0]][1] > 0]
    best: list[Masked] | None = None
    fewest = 0
    for bit in must:
        own = [each for each in options if each[1] & bit]
        if best is None or len(own) - 1 < fewest:
            best, fewest = own, len(own) - 1
            if fewest < 0:
                return
    for piece, (least, _) in enumerate(bounds):
        if least > 0:
            own = [each for each in options if each[0] == piece]
            if best is None or len(own) - least < fewest:
                best, fewest = own, len(own) - least
                if fewest < 0:
                    return
    if best is None:
        yield frozenset(chosen)
        best = options  # Everything required is covered, but optional placements may follow.
    left = options
    for piece, mask, placement in best:
        # Later branches exclude this option, so that no set is yielded twice.
        left = [own for own in left if own[2] != placement]
        after = list(bounds)
        after[piece] = (bounds[piece][0] - 1, bounds[piece][1] - 1)
        yield from _search(
            [own for own in left if not own[1] & mask],
            [bit for bit in must if not bit & mask],
            after,
            [*chosen, placement],
        )


Search = Callable[[Position], Iterator[Solution]]


def said(
    puzzle: Puzzle,
    date: Sequence[int] | None,
    placed: list[Placement],
    search: Search = Position.solutions,
) -> Said:
    """Return all answers of the rules for a position. `search` yields its solutions."""

    def possible(more: list[Placement]) -> bool:
        return next(iter(search(Position(puzzle, date, more))), None) is not None

    position = Position(puzzle, date, placed)
    found = list(islice(search(position), LISTED + 1))
    if not found:
        for k in reversed(range(len(placed))):
            if possible(placed[:k]):
                return Said("dead", 0, [], None, None, None, None, None, k)
        return Said("never", 0, [], None, None, None, None, None, None)
    count = min(len(found), LISTED)
    shared = None
    if len(found) <= LISTED:
        all_share = frozenset.intersection(*found)
        shared = sorted(own for own in all_share if own.piece < len(puzzle.bounds))
        count = len(found)
    if position.complete():
        return Said("solved", count, shared, None, None, None, None, None, None)
    item, fitting, spare = position.choice()
    some = set().union(*found) if len(found) <= LISTED else None
    placement = next(
        own
        for own in sorted(fitting)
        if (own in some if some is not None else possible([*placed, own]))
    )
    cell = item if isinstance(item, tuple) else _most_constrained(position, placement)
    status = "possible" if shared is not None else "many"
    place = region(puzzle.spots, placement)
    return Said(status, count, shared, item, placement, cell, place, spare, None)


def _most_constrained(position: Position, placement: Placement) -> Cell:
    """Return the cell of a placement that the fewest fitting placements cover."""
    fitting = [own for own in position.puzzle.placements if position.fits(own)]
    return min(placement.cells, key=lambda cell: (sum(cell in own.cells for own in fitting), cell))


def region(spots: dict[Cell, list[int]], placement: Placement) -> int:
    """Return the ninth of the board, numbered by rows, that contains the centre of a placement."""
    thirds = []
    for axis in (-2, -1):
        places = [spot[axis] for spot in spots.values()]
        low, high = min(places), max(places) + 1
        centres = [spots[cell][axis] * 2 + 1 - 2 * low for cell in placement.cells]
        # The mean position is sum(centres) / (2 * len(centres)), on a scale up to high - low.
        third = 3 * sum(centres), 2 * len(centres) * (high - low)
        thirds.append(0 if third[0] < third[1] else 2 if third[0] > 2 * third[1] else 1)
    return 3 * thirds[0] + thirds[1]
