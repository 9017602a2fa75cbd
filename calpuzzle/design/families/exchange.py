"""The families of a puzzle's pieces with changes: some exchanged, or turned over for good.

A set of such a family is compared with the puzzle's own pieces by name: its own keep theirs, and no
other piece has one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.design.families.family import Family, Pool
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.polyominoes import polyominoes
from calpuzzle.puzzle.shapes import Shape, flipped, orientations


class Difference(NamedTuple):
    """The names of the puzzle's pieces that a set lacks, and of as many in their place."""

    gone: tuple[str, ...]
    come: tuple[str, ...]


def exchanged(model: Model, most: int, one_sided: bool = False) -> Family:
    """The sets with at most so many other pieces in place of as many of the puzzle's own, the cells
    together being as many.

    The others are the polyominoes of the sizes that the puzzle's pieces have, up to seven cells,
    each used at most once: one-sided ones where no piece of the puzzle may be turned over, or with
    `one_sided`. Raises InputError for a puzzle of other pieces than flat ones.
    """
    own, lattice = own_pieces(model), model.lattice
    one_sided = one_sided or not any(piece.flip for piece in own)
    known = {_key(piece.shape, one_sided, lattice) for piece in own}
    taken = {piece.name for piece in own}
    mine, others = [], []
    for size in sorted({len(piece.shape) for piece in own}):
        mine.append(_pool("own pieces", [p for p in own if len(p.shape) == size]))
        found = _named(size, one_sided, lattice)
        new = [p for p in found if _key(p.shape, one_sided, lattice) not in known]
        if new:
            named = [piece._replace(name=_unused(piece.name, taken)) for piece in new]
            others.append(_pool(f"others of {size}", named))
    counts = sorted(_counts(mine, others, most))
    return Family([*mine, *others], counts)


def _counts(mine: Sequence[Pool], others: Sequence[Pool], most: int) -> Iterator[tuple[int, ...]]:
    """Return how many of each pool a set may have, such that the number of cells stays."""
    held = [sum(pool.caps) for pool in mine]
    for number in range(most + 1):
        for gone in combinations_with_replacement(range(len(mine)), number):
            for come in combinations_with_replacement(range(len(others)), number):
                cells = sum(mine[k].size for k in gone)
                if cells == sum(others[k].size for k in come):
                    left = [had - gone.count(k) for k, had in enumerate(held)]
                    if min(left) >= 0:
                        yield (*left, *(come.count(k) for k in range(len(others))))


def turned(model: Model) -> Family:
    """The sets of the puzzle's pieces with any of them turned over for good. Raises InputError for
    a puzzle of other pieces than flat ones, and where that changes no piece."""
    own, lattice = own_pieces(model), model.lattice
    taken = {piece.name for piece in own}
    hands: list[tuple[Piece, ...]] = []
    left = list(own)
    while left:
        piece, *left = left
        mirror = piece._replace(sides=(flipped(piece.shape, lattice),))
        if _shown(piece, lattice) == _shown(mirror, lattice):
            hands.append((piece,))
            continue
        twin = [other for other in left if _shown(other, lattice) == _shown(mirror, lattice)]
        left = [other for other in left if other not in twin]
        new = mirror._replace(name=_unused(_mirror_name(piece, lattice), taken), most=0)
        hands.append((piece, *(twin or [new])))
    if all(len(own) == 1 for own in hands):
        raise InputError(f"no piece of {model.name} becomes another one when it is turned over")
    pools = []
    for pieces in hands:
        number = sum(piece.most for piece in pieces)
        pools.append((number, Pool("hands", pieces, (number,) * len(pieces))))
    return Family(*_joined(pools))


def _joined(pools: list[tuple[int, Pool]]) -> tuple[list[Pool], list[list[int]]]:
    """The pools, those of one piece taken together by size, and how many each of a set has."""
    found = [(number, pool) for number, pool in pools if len(pool.pieces) > 1]
    single = [pool for _, pool in pools if len(pool.pieces) == 1]
    for size in sorted({pool.size for pool in single}):
        joined = _pool("own pieces", [p.pieces[0] for p in single if p.size == size])
        found.append((sum(joined.caps), joined))
    return [pool for _, pool in found], [[number for number, _ in found]]


def own_pieces(model: Model) -> tuple[Piece, ...]:
    """The pieces, equal ones taken together under the first of their names. Raises InputError for
    others than flat ones of one side, of which every one is used on a board that they fill."""
    if model.board.optional:
        raise InputError(f"{model.name} has cells that may stay empty; no other pieces are tried")
    found: dict[tuple[Shape, ...], Piece] = {}
    for piece in model.pieces:
        flat = len(piece.sides) == 1 and len(piece.shape[0]) == 2 and not piece.colours
        if not flat or piece.least != piece.most:
            raise InputError(
                f"{piece.name} of {model.name} is no flat piece of one side that is always used; "
                "no other pieces are tried"
            )
        key = _shown(piece, model.lattice)
        before = found[key].most if key in found else 0
        found[key] = found.get(key, piece)._replace(most=before + piece.most)
    return tuple(found.values())


def difference(model: Model, family: Family, number: int) -> Difference:
    """Return what a set of one of these families has in place of the puzzle's pieces."""
    own = Counter({piece.name: piece.most for piece in own_pieces(model)})
    new = Counter(piece.name for piece in family.pieces_of(number))
    return Difference(tuple((own - new).elements()), tuple((new - own).elements()))


def _pool(name: str, pieces: Sequence[Piece]) -> Pool:
    return Pool(name, tuple(pieces), tuple(piece.most for piece in pieces))


def _shown(piece: Piece, lattice: Lattice) -> tuple[Shape, ...]:
    return orientations(piece.shape, piece.turn, piece.flip, lattice)


def _named(size: int, one_sided: bool, lattice: Lattice) -> tuple[Piece, ...]:
    """The pieces of so many cells that have names; none where there are too many."""
    return polyominoes(size, one_sided, lattice) if size <= len(lattice.families) else ()


def _key(shape: Shape, one_sided: bool, lattice: Lattice) -> tuple[Shape, ...]:
    """Equal for shapes that are the same polyomino."""
    return orientations(shape, True, not one_sided, lattice)


def _mirror_name(piece: Piece, lattice: Lattice) -> str:
    """The name of a piece's mirror image: that of the polyomino where the piece has one."""
    found = _named(len(piece.shape), True, lattice)
    known = {_key(p.shape, True, lattice): p.name for p in found}
    if known.get(_key(piece.shape, True, lattice)) == piece.name:
        return known[_key(flipped(piece.shape, lattice), True, lattice)]
    return f"{piece.name}m"


def _unused(name: str, taken: set[str]) -> str:
    """The name, with a number behind it where it is taken."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name}-{number}", number + 1
    taken.add(found)
    return found
