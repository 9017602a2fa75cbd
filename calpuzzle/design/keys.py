"""How the piece sets of a family are written in words, and the tables that number them.

A key has, from the lowest bit on: a field for each piece, pool by pool, which holds how often it is
used; a field for each pool, how many of its pieces; and then the number of the instance. A piece
that is used at most once has one bit. The other fields have one bit more than their largest number
needs, and begin at a bias such that this bit, the guard, is set by the first number too large.

The number of a set (family.py) is the sum of what chunks of the pieces' fields add to it, given how
many pieces of the pool lie in the chunks before. `tables` holds that: an entry is what a chunk adds
in its lower 40 bits, and the place of the table for the next chunk above.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice
from math import prod
from typing import NamedTuple

from calpuzzle.design.family import Family

CHUNK = 10  # bits of a chunk, at most, where no field is longer
NUMBER_BITS = 40


class Field(NamedTuple):
    """Some bits of a key."""

    shift: int
    width: int
    bias: int

    @property
    def mask(self) -> int:
        """Its bits."""
        return ((1 << self.width) - 1) << self.shift

    @property
    def one(self) -> int:
        """What counts one further."""
        return 1 << self.shift

    @property
    def guard(self) -> int:
        """The bit that is set by what is too many, or 0."""
        return 1 << (self.shift + self.width - 1) if self.width > 1 else 0


class Keys:
    """The fields of a family's keys: of each `piece`, of each pool in `count`, and `lane_shift`,
    where the number of the instance begins."""

    def __init__(self, family: Family) -> None:
        self.family = family
        self.piece: list[Field] = []
        self.count: list[Field] = []
        self.chunks: list[list[list[int]]] = []
        at = 0
        for pool in family.pools:
            own: list[list[int]] = []
            wide = CHUNK
            for cap in pool.caps:
                field = _field(at, cap)
                if wide + field.width > CHUNK:
                    own.append([])
                    wide = 0
                own[-1].append(len(self.piece))
                wide += field.width
                self.piece.append(field)
                at += field.width
            self.chunks.append(own)
        for most in family.most:
            # A pool has a guard even where it can have one piece only.
            self.count.append(_field(at, max(most, 1), guarded=True))
            at += self.count[-1].width
        self.lane_shift = at

    @property
    def bias(self) -> int:
        """The key of nothing."""
        return sum(field.bias << field.shift for field in (*self.piece, *self.count))

    @property
    def guards(self) -> int:
        """All guards."""
        return sum(field.guard for field in (*self.piece, *self.count))

    @property
    def singles(self) -> int:
        """The bits of pieces that are used at most once."""
        return sum(field.mask for field in self.piece if field.width == 1)

    @property
    def fields(self) -> int:
        """The bits of all pieces."""
        return sum(field.mask for field in self.piece)

    @property
    def counts(self) -> int:
        """The bits of all pools' counts."""
        return sum(field.mask for field in self.count)

    def add(self, piece: int) -> int:
        """What laying a piece adds to a key."""
        pool = next(k for k, own in enumerate(self.chunks) if any(piece in c for c in own))
        return self.piece[piece].one + self.count[pool].one

    def test(self, piece: int) -> int:
        """The bit of a piece that is used at most once, or 0."""
        field = self.piece[piece]
        return field.mask if field.width == 1 else 0

    def wanted(self, counts: Sequence[int]) -> int:
        """The counts of two keys together that are a set's."""
        return sum(
            (own + 2 * field.bias) << field.shift
            for own, field in zip(counts, self.count, strict=True)
        )

    def places(self) -> list[tuple[int, int]]:
        """The shift and the mask of each chunk."""
        found = []
        for own in self.chunks:
            for chunk in own:
                width = sum(self.piece[p].width for p in chunk)
                found.append((self.piece[chunk[0]].shift, (1 << width) - 1))
        return found

    def tables(self) -> tuple[list[int], list[int]]:
        """The tables of all chunks, and where those of each of the family's `counts` begin."""
        made = _Tables(self)
        begin = [made.begin(block) for block in range(len(self.family.counts))]
        return made.entries, begin


class _Tables:
    """Tables while they are made. Those of a chunk stand before those that lead to it, so that
    they are made from the last chunk on; a sum of the bits of a chunk that is no set leads on as
    if the chunk were empty, and adds nothing."""

    def __init__(self, keys: Keys) -> None:
        self.keys = keys
        self.entries: list[int] = []

    def begin(self, block: int) -> int:
        """Where the tables begin for the sets with the counts of that number."""
        family = self.keys.family
        counts = family.counts[block]
        shape = family.shape(counts)
        following = 0
        for pool in reversed(range(len(shape))):
            stride = prod(shape[pool + 1 :])
            first = family.first[block] if pool == 0 else 0
            following = self._pool(pool, counts[pool], stride, first, following)
        return following

    def _pool(self, pool: int, count: int, stride: int, first: int, following: int) -> int:
        """The tables of a pool's chunks; where that begins that has no pieces before it."""
        chunks = self.keys.chunks[pool]
        known = [following] * (count + 1)
        for at in reversed(range(len(chunks))):
            adds = first if at == 0 else 0
            behind = sum(self._cap(p) for chunk in chunks[at + 1 :] for p in chunk)
            known = [
                self._chunk(pool, chunks[at], count, had, behind, stride, adds, known)
                for had in (range(count + 1) if at else [0])
            ]
        return known[0]

    def _chunk(
        self,
        pool: int,
        chunk: list[int],
        count: int,
        had: int,
        behind: int,
        stride: int,
        adds: int,
        known: list[int],
    ) -> int:
        """The table of a chunk where the pieces of the pool before it are used `had` times, and
        those behind can be used `behind` times."""
        keys, ways = self.keys, self.keys.family.ways(pool)
        before = keys.chunks[pool][0][0]
        fields = [keys.piece[p] for p in chunk]
        low = fields[0].shift
        start = len(self.entries)
        for bits in range(1 << sum(field.width for field in fields)):
            uses = [(bits << low & field.mask) >> field.shift for field in fields]
            have = had + sum(uses)
            fits = all(own <= self._cap(p) for p, own in zip(chunk, uses, strict=True))
            if not fits or not have <= count <= have + behind:
                self.entries.append(adds | known[had] << NUMBER_BITS)
                continue
            number, so_far = 0, had
            for p, own in zip(chunk, uses, strict=True):
                so_far += own
                number += sum(ways[p - before][so_far - t] for t in range(own))
            self.entries.append((adds + number * stride) | known[have] << NUMBER_BITS)
        return start

    def _cap(self, piece: int) -> int:
        """How often a piece may be used."""
        return next(
            islice(chain.from_iterable(p.caps for p in self.keys.family.pools), piece, None)
        )


def _field(shift: int, cap: int, guarded: bool = False) -> Field:
    """A field for numbers up to `cap`."""
    if cap == 1 and not guarded:
        return Field(shift, 1, 0)
    width = cap.bit_length() + 1
    return Field(shift, width, (1 << (width - 1)) - 1 - cap)
