"""Families derived from a puzzle's own pieces: some are exchanged, or turned over for good.

A set of such a family is compared with the puzzle's own pieces by name: the puzzle's pieces keep
their names, and no other piece has one of these names.
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
    """The names of the pieces that a set lacks, and the names of the pieces that replace them."""

    removed: tuple[str, ...]
    added: tuple[str, ...]


def exchanged(model: Model, most: int, one_sided: bool = False) -> Family:
    """Return the sets in which at most `most` of the puzzle's pieces are replaced, by the same
    number of pieces with the same number of cells in total.

    The replacements are chosen from the named pieces of the lattice (on squares, polyominoes of at
    most seven cells) that have the size of some piece of the puzzle and are not in the puzzle. Each
    is used at most once. They are one-sided if no piece of the puzzle may be turned over, or with
    `one_sided`. Raises InputError as `own_pieces` does.
    """
    pieces, lattice = own_pieces(model), model.lattice
    one_sided = one_sided or not any(piece.flip for piece in pieces)
    known = {_key(piece.shape, one_sided, lattice) for piece in pieces}
    taken = {piece.name for piece in pieces}
    own_pools, other_pools = [], []
    for size in sorted({len(piece.shape) for piece in pieces}):
        own_pools.append(_pool("own pieces", [p for p in pieces if len(p.shape) == size]))
        found = _named(size, one_sided, lattice)
        new = [p for p in found if _key(p.shape, one_sided, lattice) not in known]
        if new:
            named = [piece._replace(name=_unused(piece.name, taken)) for piece in new]
            other_pools.append(_pool(f"others of {size}", named))
    counts = sorted(_counts(own_pools, other_pools, most))
    return Family([*own_pools, *other_pools], counts)


def _counts(
    own_pools: Sequence[Pool], other_pools: Sequence[Pool], most: int
) -> Iterator[tuple[int, ...]]:
    """Yield the possible numbers of pieces from each pool that leave the number of cells
    unchanged."""
    available = [sum(pool.caps) for pool in own_pools]
    for number in range(most + 1):
        for removed in combinations_with_replacement(range(len(own_pools)), number):
            for added in combinations_with_replacement(range(len(other_pools)), number):
                cells = sum(own_pools[k].size for k in removed)
                if cells == sum(other_pools[k].size for k in added):
                    remaining = [had - removed.count(k) for k, had in enumerate(available)]
                    if min(remaining) >= 0:
                        yield (*remaining, *(added.count(k) for k in range(len(other_pools))))


def turned(model: Model) -> Family:
    """Return the sets of the puzzle's pieces with any of them turned over for good. Raises
    InputError for a puzzle whose pieces are not flat, and if turning over changes no piece."""
    own, lattice = own_pieces(model), model.lattice
    taken = {piece.name for piece in own}
    mirror_pairs: list[tuple[Piece, ...]] = []
    remaining = list(own)
    while remaining:
        piece, *remaining = remaining
        mirror = piece._replace(sides=(flipped(piece.shape, lattice),))
        if _allowed_orientations(piece, lattice) == _allowed_orientations(mirror, lattice):
            mirror_pairs.append((piece,))
            continue
        twin = [
            other
            for other in remaining
            if _allowed_orientations(other, lattice) == _allowed_orientations(mirror, lattice)
        ]
        remaining = [other for other in remaining if other not in twin]
        new = mirror._replace(name=_unused(_mirror_name(piece, lattice), taken), most=0)
        mirror_pairs.append((piece, *(twin or [new])))
    if all(len(pair) == 1 for pair in mirror_pairs):
        raise InputError(
            f"turning over pieces of {model.name} has no effect: each may be turned over anyway, "
            "or equals its mirror image"
        )
    pools = []
    for pieces in mirror_pairs:
        number = sum(piece.most for piece in pieces)
        pools.append((number, Pool("hands", pieces, (number,) * len(pieces))))
    return Family(*_joined(pools))


def _joined(pools: list[tuple[int, Pool]]) -> tuple[list[Pool], list[list[int]]]:
    """Return the pools and the counts of their pieces. Pools with a single piece are combined by
    size."""
    result = [(number, pool) for number, pool in pools if len(pool.pieces) > 1]
    single = [pool for _, pool in pools if len(pool.pieces) == 1]
    for size in sorted({pool.size for pool in single}):
        joined = _pool("own pieces", [p.pieces[0] for p in single if p.size == size])
        result.append((sum(joined.caps), joined))
    return [pool for _, pool in result], [[number for number, _ in result]]


def own_pieces(model: Model) -> tuple[Piece, ...]:
    """Return the pieces, equal ones combined under the name of the first. Raises InputError for
    pieces that are not flat, have two sides or may stay unused, and for a board whose cells may
    stay empty."""
    if model.board.optional:
        raise InputError(
            f"{model.name} has cells that may stay empty; pieces are exchanged only on full boards"
        )
    found: dict[tuple[Shape, ...], Piece] = {}
    for piece in model.pieces:
        flat = len(piece.sides) == 1 and len(piece.shape[0]) == 2 and not piece.colours
        if not flat or piece.least != piece.most:
            raise InputError(
                f"{piece.name} of {model.name} is not a flat piece with one side that is always "
                "used; only such pieces are exchanged"
            )
        key = _allowed_orientations(piece, model.lattice)
        before = found[key].most if key in found else 0
        found[key] = found.get(key, piece)._replace(most=before + piece.most)
    return tuple(found.values())


def difference(model: Model, family: Family, number: int) -> Difference:
    """Return how a set of one of these families differs from the puzzle's pieces."""
    old = Counter({piece.name: piece.most for piece in own_pieces(model)})
    new = Counter(piece.name for piece in family.pieces_of(number))
    return Difference(tuple((old - new).elements()), tuple((new - old).elements()))


def _pool(name: str, pieces: Sequence[Piece]) -> Pool:
    return Pool(name, tuple(pieces), tuple(piece.most for piece in pieces))


def _allowed_orientations(piece: Piece, lattice: Lattice) -> tuple[Shape, ...]:
    return orientations(piece.shape, piece.turn, piece.flip, lattice)


def _named(size: int, one_sided: bool, lattice: Lattice) -> tuple[Piece, ...]:
    """Return the pieces of `size` cells; none if the lattice has no names for them."""
    return polyominoes(size, one_sided, lattice) if size <= len(lattice.families) else ()


def _key(shape: Shape, one_sided: bool, lattice: Lattice) -> tuple[Shape, ...]:
    """Return a key that is equal for shapes that are the same polyomino."""
    return orientations(shape, True, not one_sided, lattice)


def _mirror_name(piece: Piece, lattice: Lattice) -> str:
    """Return a name for a piece's mirror image: the name of the mirrored polyomino if the piece is
    named after its own polyomino, and otherwise the piece's name followed by m."""
    found = _named(len(piece.shape), True, lattice)
    known = {_key(p.shape, True, lattice): p.name for p in found}
    if known.get(_key(piece.shape, True, lattice)) == piece.name:
        return known[_key(flipped(piece.shape, lattice), True, lattice)]
    return f"{piece.name}m"


def _unused(name: str, taken: set[str]) -> str:
    """Return the name, followed by a number if it is taken."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name}-{number}", number + 1
    taken.add(found)
    return found
