"""Families of piece sets: which sets of pieces belong to a family, and the number of each.

A family consists of pools. A pool contains pieces of one size, and how often each may be used. Each
row of `counts` has a number of pieces for each pool; the sets are all choices of pieces with the
numbers of some row. Sets are numbered in the order of their counts. Among sets with the same
counts, the choice from the last pool varies fastest. The choices from one pool are sorted by how
often they use the last piece, then the one before it, and so on (if each piece is used at most
once, this is the colexicographic order; Knuth, TAOCP 4A, 7.2.1.3).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, product
from math import prod
from typing import NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import nearest, plural, there_are
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.polyominoes import FAMILIES, polyominoes
from calpuzzle.puzzle.shapes import Shape, flipped, orientations

MAX_SETS = 1 << 40


class Pool(NamedTuple):
    """Pieces of one size, and how often each may be used."""

    name: str
    pieces: tuple[Piece, ...]
    caps: tuple[int, ...]

    @property
    def size(self) -> int:
        """Return the number of cells of each piece."""
        return len(self.pieces[0].shape)

    def ways(self, most: int) -> list[list[int]]:
        """Return a table: entry [e][n] is the number of choices of n of the first e pieces, for n
        up to `most`."""
        table = [[1] + [0] * most]
        for cap in self.caps:
            below = table[-1]
            table.append([sum(below[max(n - cap, 0) : n + 1]) for n in range(most + 1)])
        return table


class PieceChoice(NamedTuple):
    """A number of pieces to choose from `pieces`: one `--choose` of the command."""

    number: int
    name: str
    pieces: tuple[Piece, ...]
    lattice: Lattice = SQUARES


class Family:
    """The sets of pieces from `pools`. Each row of `counts` has a number of pieces for each pool.

    Raises InputError if there is no set, or too many to number.
    """

    column, noun = "pieces", "set"

    def __init__(self, pools: Sequence[Pool], counts: Sequence[Sequence[int]]) -> None:
        self.pools = tuple(pools)
        self.pieces = tuple(piece for pool in self.pools for piece in pool.pieces)
        self.most = [max(row) for row in zip(*counts, strict=True)]
        self._ways = [pool.ways(most) for pool, most in zip(self.pools, self.most, strict=True)]
        sets_of = {tuple(row): prod(self.shape(row)) for row in sorted(map(tuple, counts))}
        self.counts = tuple(row for row, number in sets_of.items() if number)
        self.first = [0, *accumulate(sets_of[row] for row in self.counts)]
        if not self.counts:
            raise InputError("there is no such set of pieces: more are chosen than there are")
        if self.first[-1] > MAX_SETS:
            raise InputError(
                f"there are {self.first[-1]:,} sets, but at most {MAX_SETS:,} are supported; "
                "choose fewer pieces"
            )

    def __len__(self) -> int:
        return self.first[-1]

    def shape(self, counts: Sequence[int]) -> tuple[int, ...]:
        """Return the number of choices from each pool for these counts."""
        return tuple(ways[-1][count] for ways, count in zip(self._ways, counts, strict=True))

    def ways(self, pool: int) -> list[list[int]]:
        """Return `Pool.ways` of a pool, up to the largest number of its pieces in a set."""
        return self._ways[pool]

    def pieces_of(self, number: int) -> tuple[Piece, ...]:
        """Return the pieces of a set, in the order of the family; a piece that is used twice occurs
        twice."""
        if not 0 <= number < len(self):
            raise InputError(f"there is no set {number}: {there_are(len(self), 'set')}, from 0 on")
        block = max(k for k, first in enumerate(self.first[:-1]) if first <= number)
        number -= self.first[block]
        counts = self.counts[block]
        found: list[Piece] = []
        for at in reversed(range(len(self.pools))):
            number, choice_number = divmod(number, self.shape(counts)[at])
            found[:0] = self._chosen(at, counts[at], choice_number)
        return tuple(found)

    def _chosen(self, at: int, count: int, number: int) -> Iterator[Piece]:
        """Yield the pieces of choice `number`, one of the choices of `count` pieces from the pool
        `at`."""
        pool, ways = self.pools[at], self._ways[at]
        uses = [0] * len(pool.pieces)
        for e in reversed(range(len(uses))):
            while number >= ways[e][count]:
                number -= ways[e][count]
                uses[e] += 1
                count -= 1
        for piece, times in zip(pool.pieces, uses, strict=True):
            yield from [piece] * times

    def name_of(self, number: int) -> str:
        """Return the names of the pieces of a set, separated by spaces."""
        return " ".join(piece.name for piece in self.pieces_of(number))

    def names(self) -> Iterator[str]:
        """Yield the result of `name_of` for each set, in order."""
        for first, counts in zip(self.first, self.counts, strict=False):
            lists = []
            sizes = self.shape(counts)
            for at, count in enumerate(counts):
                behind, before = prod(sizes[at + 1 :]), sum(counts[:at])
                chosen = (
                    self.pieces_of(first + pieces * behind)[before : before + count]
                    for pieces in range(sizes[at])
                )
                if count:
                    lists.append([" ".join(piece.name for piece in pieces) for pieces in chosen])
            yield from map(" ".join, product(*lists))

    def number_of(self, names: Sequence[str]) -> int:
        """Return the number of the set of these pieces. Raises InputError if it is not a set of the
        family."""
        times = Counter(names)
        known = [piece.name for piece in self.pieces]
        for name in times:
            if name not in known:
                raise InputError(f"the family has no piece {name}{nearest(name, known)}")
        uses = [[times[piece.name] for piece in pool.pieces] for pool in self.pools]
        counts = tuple(map(sum, uses))
        too_often = [
            piece.name
            for pool in self.pools
            for piece, cap in zip(pool.pieces, pool.caps, strict=True)
            if times[piece.name] > cap
        ]
        if counts not in self.counts or too_often:
            raise InputError(f"{' '.join(names)} is not a set of the family: {self}")
        number = 0
        for at, pool_uses in enumerate(uses):
            number = number * self.shape(counts)[at] + self._rank(at, pool_uses)
        return self.first[self.counts.index(counts)] + number

    def _rank(self, at: int, uses: Sequence[int]) -> int:
        """Return the number of a choice from the pool `at`; `uses` states how often each piece is
        used."""
        ways, left, number = self._ways[at], sum(uses), 0
        for e in reversed(range(len(uses))):
            for _ in range(uses[e]):
                number += ways[e][left]
                left -= 1
        return number

    def number_of_model(self, model: Model) -> int:
        """Return the number of the set of a puzzle's pieces, compared by shape and not by name.
        Raises InputError if the family has no such set."""
        return self.number_of(known_names(self.pieces, model))

    def model(self, board: Model, number: int) -> Model:
        """Return the puzzle with the pieces of a set on a board; everything else is that of
        `board`."""
        times = Counter(piece.name for piece in self.pieces_of(number))
        pieces = [p._replace(least=times[p.name], most=times[p.name]) for p in self.pieces]
        return board._replace(pieces=tuple(p for p in pieces if p.most))

    def atlas_puzzle(self, board: Model) -> Model:
        """Return the board with all pieces of the family; each may be used as often as a set may
        contain it."""
        caps = [cap for pool in self.pools for cap in pool.caps]
        pieces = zip(self.pieces, caps, strict=True)
        optional = tuple(piece._replace(least=0, most=cap) for piece, cap in pieces)
        return board._replace(pieces=optional)

    @property
    def description(self) -> str:
        """Return all that the numbers of the sets depend on, as one line of JSON."""
        pools = [
            [pool.name, [[p.name, p.sides, p.turn, p.flip] for p in pool.pieces], pool.caps]
            for pool in self.pools
        ]
        return json.dumps([pools, self.counts], separators=(",", ":"))

    def __str__(self) -> str:
        several = [
            " and ".join(
                f"{number} of {len(pool.pieces)} {pool.name}"
                for number, pool in zip(counts, self.pools, strict=True)
                if number
            )
            for counts in self.counts
        ]
        return "; or ".join(several)


def family(
    model: Model,
    choices: Sequence[PieceChoice],
    used: Sequence[str] = (),
    unused: Sequence[str] = (),
    repeat: bool = False,
) -> Family:
    """Return the family of all sets that follow `choices` and have as many cells as the board of
    `model` without one label of each group.

    Each set contains the pieces in `used`, exactly as often as they are named there, and none of
    `unused`. The pieces in `used` count towards the numbers in `choices`. With `repeat`, other
    pieces may be used any number of times.

    Raises InputError for a board with cells that may stay empty, for unknown or equal pieces, and
    for choices of which no set has the number of cells to be covered.
    """
    if model.board.optional:
        raise InputError(f"{model.name} has cells that may stay empty; a family covers all cells")
    model.check_single("a family needs")
    known = [piece.name for choice in choices for piece in choice.pieces]
    for name in (*used, *unused):
        if name not in known:
            raise InputError(f"there is no piece {name}{nearest(name, known)} to choose")
    both = sorted(set(used) & set(unused))
    if both:
        raise InputError(f"{' '.join(both)} cannot be both used and left out")
    twice = [name for name, times in Counter(known).items() if times > 1]
    if twice:
        raise InputError(f"two choices have a piece {twice[0]}; name each piece in one of them")
    for choice in choices:
        if choice.lattice != model.lattice:
            raise InputError(
                f"{choice.name} are of {choice.lattice.name}, and the board {model.name} is of "
                f"{model.lattice.name}"
            )
    _refuse_equals([piece for choice in choices for piece in choice.pieces], model.lattice)
    cells = len(model.board.cells) - len(model.groups)
    pools: list[Pool] = []
    alternatives: list[list[tuple[int, ...]]] = [[()]]
    for choice in choices:
        choice_pools, counts = _pools(choice, Counter(used), set(unused), repeat)
        pools += choice_pools
        alternatives.append(counts)
    found: list[tuple[int, ...]] = [()]
    for counts in alternatives:
        found = [(*left, *right) for left in found for right in counts]
    sums = {row: sum(n * pool.size for n, pool in zip(row, pools, strict=True)) for row in found}
    right = [row for row, covered in sums.items() if covered == cells]
    if not right:
        choices_text = " and ".join(f"{choice.number} {choice.name}" for choice in choices)
        several = sorted(set(sums.values()))
        covered = plural(several[0], "cell") if several else "no cell"
        if len(several) > 1:
            covered = f"{several[0]} to {several[-1]} cells"
        raise InputError(
            f"{choices_text or 'no pieces'} cover {covered}, and {model.name} leaves {cells} to "
            "be covered"
        )
    return Family(pools, right)


def _refuse_equals(pieces: Sequence[Piece], lattice: Lattice) -> None:
    """Raise InputError for equal pieces with two names: sets and solutions would differ only in
    names."""
    known: dict[object, str] = {}
    for piece in pieces:
        other = known.setdefault(_orientation_key(piece, lattice)[0], piece.name)
        if other != piece.name:
            raise InputError(
                f"{other} and {piece.name} are the same piece; leave one out, and write count = 2 "
                "for the other, or use --repeat"
            )


def _pools(
    choice: PieceChoice, used: Counter[str], unused: set[str], repeat: bool
) -> tuple[list[Pool], list[tuple[int, ...]]]:
    """Return the pools of a choice by size, fixed pieces first, and the possible numbers of pieces
    of each."""
    fixed = [piece for piece in choice.pieces if used[piece.name]]
    free = [p for p in choice.pieces if p.name not in unused and not used[p.name]]
    must = sum(used[piece.name] for piece in fixed)
    if must > choice.number:
        raise InputError(
            f"{plural(must, 'piece')} of {choice.name} must be used, and {choice.number} chosen"
        )
    pools = []
    counts: list[tuple[int, ...]] = [()]
    for piece in fixed:
        times = used[piece.name]
        if times > piece.most and not repeat:
            raise InputError(
                f"{piece.name} is to be used {times} times; design judge --repeat allows that"
            )
    left = choice.number - must
    for size in sorted({len(piece.shape) for piece in free}):
        pieces = [piece for piece in free if len(piece.shape) == size]
        caps = [left if repeat else piece.most for piece in pieces]
        pools.append(Pool(choice.name, tuple(pieces), tuple(caps)))
        counts = [(*row, n) for row in counts for n in range(left - sum(row) + 1)]
    counts = [row for row in counts if sum(row) == left]
    for size in sorted({len(piece.shape) for piece in fixed}, reverse=True):
        pieces = [piece for piece in fixed if len(piece.shape) == size]
        caps = [used[piece.name] for piece in pieces]
        pools.insert(0, Pool(choice.name, tuple(pieces), tuple(caps)))
        counts = [(sum(caps), *row) for row in counts]
    return pools, counts


def known_names(pieces: Sequence[Piece], model: Model) -> list[str]:
    """Return the names that the pieces of a puzzle have among `pieces`. Raise InputError for a
    piece that is not one of them."""
    known = {_orientation_key(piece, model.lattice): piece.name for piece in pieces}
    names = []
    for piece in model.pieces:
        name = known.get(_orientation_key(piece, model.lattice))
        if name is None:
            raise InputError(f"the family has no piece equal to {piece.name} of {model.name}")
        names += [name] * piece.most
    return names


def choice(
    text: str,
    pieces: tuple[Piece, ...] | None = None,
    one_sided: bool = False,
    lattice: Lattice = SQUARES,
) -> PieceChoice:
    """Parse a choice such as `3:tetrominoes`. If `pieces` of `lattice` are passed, the choice is
    from them, and the name after the colon may be any text. With `one_sided`, no piece may be
    turned over; mirror images of `pieces` are not added. Raises InputError."""
    number, colon, name = text.partition(":")
    if not colon or not re.fullmatch("[1-9][0-9]{0,2}", number):
        raise InputError(f"{text} is not a choice; write it like 3:tetrominoes")
    if pieces is None:
        if name not in FAMILIES:
            raise InputError(
                f"there is no family {name}{nearest(name, FAMILIES)}; there are "
                f"{', '.join(FAMILIES)}, and files of pieces"
            )
        lattice, cells = FAMILIES[name]
        return PieceChoice(int(number), name, polyominoes(cells, one_sided, lattice), lattice)
    for piece in pieces:
        if len(piece.sides) != 1 or len(piece.shape[0]) != 2 or piece.colours:
            raise InputError(f"{name}: {piece.name} is not a flat piece with one side")
    if one_sided:
        pieces = tuple(piece._replace(flip=False) for piece in pieces)
    return PieceChoice(int(number), name, pieces, lattice)


def _orientation_key(piece: Piece, lattice: Lattice) -> tuple[tuple[Shape, ...], tuple[Shape, ...]]:
    """Return the orientations of a piece and those of its mirror image, which identify the
    piece."""
    if not piece.sides:
        return (), ()
    shown = orientations(piece.shape, piece.turn, piece.flip, lattice)
    mirror = flipped(piece.shape, lattice)
    mirrored = orientations(mirror, piece.turn, piece.flip, lattice)
    return shown, mirrored
