"""The keys of the piece sets of a family, in words of bits, and the tables that number them.

A key has, from the lowest bit on: a field for each piece, pool by pool, which holds how often it is
used; a field for each pool, how many of its pieces; and then the number of the instance. A piece
that is used at most once has one bit; a pool of which a set has at most one piece has one field,
which of them it is, for the count tells whether there is one. A guarded field has one bit more than
its largest number needs, and begins at a bias such that the first number too large sets that bit.

The number of a set (family.py) is the sum of what chunks of the pieces' fields add to it, given how
many pieces of the pool lie in the chunks before. `tables` holds that: an entry is what a chunk adds
in its lower 40 bits, and the place of the table for the next chunk above.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from calpuzzle.design.families.family import Family, Pool

CHUNK = 10  # bits of a chunk, at most, where no field is longer
NUMBER_BITS = 40


class Field(NamedTuple):
    """Some bits of a key, and the number in them at first."""

    shift: int
    width: int
    bias: int = 0
    guarded: bool = False

    @property
    def mask(self) -> int:
        """Its bits."""
        return ((1 << self.width) - 1) << self.shift

    @property
    def guard(self) -> int:
        """The bit that is set by what is too many, or 0."""
        return 1 << (self.shift + self.width - 1) if self.guarded else 0


class Chunk(NamedTuple):
    """Fields side by side: one a piece, or one that says which of the pieces is used."""

    pieces: tuple[int, ...]
    fields: tuple[Field, ...]

    @property
    def shift(self) -> int:
        """Its lowest bit."""
        return self.fields[0].shift

    @property
    def width(self) -> int:
        """Return how many bits it has."""
        return sum(field.width for field in self.fields)

    def uses(self, bits: int) -> list[int]:
        """Return how often each piece is used where these are its bits."""
        if len(self.fields) < len(self.pieces):
            return [int(bits == k) for k in range(len(self.pieces))]
        return [(bits << self.shift & field.mask) >> field.shift for field in self.fields]


class Keys:
    """The fields of a family's keys, and what laying a piece does to them.

    `chunks` are those of each pool, `count` is the field of each pool's count. Laying piece p adds
    `add[p]`, and may be done where no bit of `test[p]` is set. `lane_shift` is where the number of
    the instance begins.
    """

    def __init__(self, family: Family) -> None:
        self.family = family
        self.chunks: list[list[Chunk]] = []
        self.count: list[Field] = []
        self.test: list[int] = []
        self.add: list[int] = []
        self._end = 0
        for pool, most in zip(family.pools, family.most, strict=True):
            self.chunks.append(self._one_of(pool) if most == 1 else self._each_of(pool))
        pieces = 0
        for pool, most in zip(family.pools, family.most, strict=True):
            # A count is guarded even where it is at most one.
            self.count.append(self._field(max(most, 1), guarded=True))
            for _ in pool.pieces:
                self.add[pieces] += 1 << self.count[-1].shift
                pieces += 1
        self.lane_shift = self._end

    def _field(self, most: int, guarded: bool) -> Field:
        """The next field, for numbers up to `most`; guarded, what is more sets its highest bit."""
        width = most.bit_length() + guarded
        bias = (1 << (width - 1)) - 1 - most if guarded else 0
        self._end += width
        return Field(self._end - width, width, bias, guarded)

    def _one_of(self, pool: Pool) -> list[Chunk]:
        """The chunk of a pool of which a set has at most one piece."""
        field = self._field(max(len(pool.pieces) - 1, 1), guarded=False)
        first = len(self.add)
        self.add += [number << field.shift for number in range(len(pool.pieces))]
        self.test += [0] * len(pool.pieces)
        return [Chunk(tuple(range(first, len(self.add))), (field,))]

    def _each_of(self, pool: Pool) -> list[Chunk]:
        """The chunks of a pool with a field for each piece."""
        found: list[Chunk] = []
        for cap in pool.caps:
            field = self._field(cap, guarded=cap > 1)
            if not found or found[-1].width + field.width > CHUNK:
                found.append(Chunk((), ()))
            found[-1] = Chunk((*found[-1].pieces, len(self.add)), (*found[-1].fields, field))
            self.add.append(1 << field.shift)
            self.test.append(0 if field.guarded else field.mask)
        return found

    def bits(self, instances: int) -> int:
        """Return how many bits a key has that tells so many instances apart."""
        return self.lane_shift + instances.bit_length()

    @property
    def _fields(self) -> list[Field]:
        return [field for own in self.chunks for chunk in own for field in chunk.fields]

    @property
    def bias(self) -> int:
        """The key of nothing."""
        return sum(field.bias << field.shift for field in (*self._fields, *self.count))

    @property
    def guards(self) -> int:
        """All guards."""
        return sum(field.guard for field in (*self._fields, *self.count))

    @property
    def singles(self) -> int:
        """The bits of which two keys that meet may not share one."""
        return sum(set(self.test))

    @property
    def fields(self) -> int:
        """The bits of all pieces."""
        return sum(field.mask for field in self._fields)

    @property
    def counts(self) -> int:
        """The bits of all pools' counts."""
        return sum(field.mask for field in self.count)

    @property
    def wanted(self) -> list[int]:
        """The counts that two keys have together, for each of the family's `counts`."""
        return [
            sum(
                (own + 2 * field.bias) << field.shift
                for own, field in zip(counts, self.count, strict=True)
            )
            for counts in self.family.counts
        ]

    @property
    def places(self) -> list[tuple[int, int]]:
        """The shift and the mask of each chunk."""
        return [(chunk.shift, (1 << chunk.width) - 1) for own in self.chunks for chunk in own]

    def tables(self) -> tuple[list[int], list[int]]:
        """The tables of all chunks, and where those of each of the family's `counts` begin."""
        made = _Tables(self)
        begin = [made.begin(block) for block in range(len(self.family.counts))]
        return made.entries, begin


class _Tables:
    """Tables while they are made. Those of a chunk stand before those that lead to it, so that
    they are made from the last chunk on; bits of a chunk that are no choice of pieces lead on as if
    they were empty, and add nothing."""

    def __init__(self, keys: Keys) -> None:
        self.keys = keys
        self.entries: list[int] = []

    def begin(self, block: int) -> int:
        """Return where the tables begin for the sets with the counts of that number."""
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
        before = chunks[0].pieces[0]
        caps = self.keys.family.pools[pool].caps
        known = [following] * (count + 1)
        for at in reversed(range(len(chunks))):
            chunk = chunks[at]
            own = caps[chunk.pieces[0] - before : chunk.pieces[-1] - before + 1]
            ways = self.keys.family.ways(pool)[chunk.pieces[0] - before :]
            behind = sum(caps[chunk.pieces[-1] - before + 1 :])
            adds = first if at == 0 else 0
            known = [
                self._chunk(chunk, own, ways, count, had, behind, stride, adds, known)
                for had in (range(count + 1) if at else [0])
            ]
        return known[0]

    def _chunk(
        self,
        chunk: Chunk,
        caps: Sequence[int],
        ways: Sequence[Sequence[int]],
        count: int,
        had: int,
        behind: int,
        stride: int,
        adds: int,
        known: Sequence[int],
    ) -> int:
        """The table of a chunk where the pieces of the pool before it are used `had` times, and
        those behind can be used `behind` times; `ways` are those of the pieces before each."""
        start = len(self.entries)
        for bits in range(1 << chunk.width):
            uses = chunk.uses(bits)
            have = had + sum(uses)
            fits = all(map(int.__le__, uses, caps))
            if not fits or not have <= count <= have + behind:
                self.entries.append(adds | known[had] << NUMBER_BITS)
                continue
            number, so_far = 0, had
            for own, before in zip(uses, ways, strict=False):
                so_far += own
                number += sum(before[so_far - t] for t in range(own))
            self.entries.append((adds + number * stride) | known[have] << NUMBER_BITS)
        return start
