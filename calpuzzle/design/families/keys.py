"""The keys of the piece sets of a family, as words of bits, and the tables that number the sets.

A key has these fields, from the lowest bit on: for each piece, pool by pool, how often it is used;
for each pool, how many of its pieces are used; and the number of the instance. A piece that is used
at most once has one bit. If a set has at most one piece of a pool, the pool has a single field, the
number of that piece; the count of the pool states whether there is one. A guarded field has one bit
more than its largest number needs. It begins at a bias, so that this bit is set as soon as the
number is too large.

A chunk is a few adjacent fields of pieces. The number of a set (family.py) is a sum with one term
for each chunk. The term depends on the bits of the chunk, and on how many pieces of the set the
earlier chunks of the pool have. The entries of `FamilyKeys.tables` contain these terms: the lower
40 bits of an entry are the term, and the bits above are the index of the table for the next chunk.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from calpuzzle.design.families.family import Family, Pool

CHUNK = 10  # bits of a chunk, at most, unless a field is longer
NUMBER_BITS = 40


class Field(NamedTuple):
    """Some bits of a key, and their initial number."""

    shift: int
    width: int
    bias: int = 0
    guarded: bool = False

    @property
    def mask(self) -> int:
        """Return the bits of the field."""
        return ((1 << self.width) - 1) << self.shift

    @property
    def guard(self) -> int:
        """Return the bit that is set if the number is too large, or 0 for an unguarded field."""
        return 1 << (self.shift + self.width - 1) if self.guarded else 0


class Chunk(NamedTuple):
    """Adjacent fields: one for each piece, or one whose number states which piece is used."""

    pieces: tuple[int, ...]
    fields: tuple[Field, ...]

    @property
    def shift(self) -> int:
        """Return the lowest bit."""
        return self.fields[0].shift

    @property
    def width(self) -> int:
        """Return the number of bits."""
        return sum(field.width for field in self.fields)

    def uses(self, bits: int) -> list[int]:
        """Return how often each piece is used if `bits` are the bits of the chunk."""
        if len(self.fields) < len(self.pieces):
            return [int(bits == k) for k in range(len(self.pieces))]
        return [(bits << self.shift & field.mask) >> field.shift for field in self.fields]


class FamilyKeys:
    """The fields of a family's keys, and how placing a piece changes them.

    `chunks` lists the chunks of each pool, and `count_fields` the field of each pool's count.
    Placing piece p adds `add[p]` to the key. This is allowed if no bit of `test[p]` was set before,
    and no bit of `guards` is set afterwards. `instance_shift` is the lowest bit of the number of
    the instance.
    """

    def __init__(self, family: Family) -> None:
        self.family = family
        self.chunks: list[list[Chunk]] = []
        self.count_fields: list[Field] = []
        self.test: list[int] = []
        self.add: list[int] = []
        self._end = 0
        for pool, most in zip(family.pools, family.most, strict=True):
            self.chunks.append(self._one_of(pool) if most == 1 else self._each_of(pool))
        pieces = 0
        for pool, most in zip(family.pools, family.most, strict=True):
            # A count is guarded even if it is at most one.
            self.count_fields.append(self._field(max(most, 1), guarded=True))
            for _ in pool.pieces:
                self.add[pieces] += 1 << self.count_fields[-1].shift
                pieces += 1
        self.instance_shift = self._end

    def _field(self, most: int, guarded: bool) -> Field:
        """Append a field for numbers up to `most`, and return it. If it is guarded, a larger number
        sets its highest bit."""
        width = most.bit_length() + guarded
        bias = (1 << (width - 1)) - 1 - most if guarded else 0
        self._end += width
        return Field(self._end - width, width, bias, guarded)

    def _one_of(self, pool: Pool) -> list[Chunk]:
        """Return the chunk of a pool from which each set takes at most one piece."""
        field = self._field(max(len(pool.pieces) - 1, 1), guarded=False)
        first = len(self.add)
        self.add += [number << field.shift for number in range(len(pool.pieces))]
        self.test += [0] * len(pool.pieces)
        return [Chunk(tuple(range(first, len(self.add))), (field,))]

    def _each_of(self, pool: Pool) -> list[Chunk]:
        """Return the chunks of a pool with a field for each piece."""
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
        """Return the number of bits of a key that distinguishes `instances` instances."""
        return self.instance_shift + instances.bit_length()

    @property
    def _fields(self) -> list[Field]:
        return [field for chunks in self.chunks for chunk in chunks for field in chunk.fields]

    @property
    def bias(self) -> int:
        """Return the key of a set without pieces."""
        return sum(field.bias << field.shift for field in (*self._fields, *self.count_fields))

    @property
    def guards(self) -> int:
        """Return the bits of all guards."""
        return sum(field.guard for field in (*self._fields, *self.count_fields))

    @property
    def singles(self) -> int:
        """Return the bits that two joined keys may not share."""
        return sum(set(self.test))

    @property
    def piece_mask(self) -> int:
        """Return the bits of all pieces."""
        return sum(field.mask for field in self._fields)

    @property
    def count_mask(self) -> int:
        """Return the bits of the counts of all pools."""
        return sum(field.mask for field in self.count_fields)

    @property
    def wanted(self) -> list[int]:
        """Return, for each of the family's `counts`, what the count fields of two joined keys must
        add up to, biases included."""
        return [
            sum(
                (count + 2 * field.bias) << field.shift
                for count, field in zip(counts, self.count_fields, strict=True)
            )
            for counts in self.family.counts
        ]

    @property
    def chunk_masks(self) -> list[tuple[int, int]]:
        """Return, for each chunk, its lowest bit, and a mask of its width that begins at bit 0."""
        return [(chunk.shift, (1 << chunk.width) - 1) for chunks in self.chunks for chunk in chunks]

    def tables(self) -> tuple[list[int], list[int]]:
        """Return the entries of all tables, and for each of the family's `counts` the index at
        which its first table begins."""
        tables = _Tables(self)
        begin = [tables.build(block) for block in range(len(self.family.counts))]
        return tables.entries, begin


class _Tables:
    """Tables under construction. A table points to tables of the next chunk, which must be built
    before it, so the last chunk comes first. If the bits of a chunk are not a possible choice of
    pieces, their entry is that of choosing no piece."""

    def __init__(self, keys: FamilyKeys) -> None:
        self.keys = keys
        self.entries: list[int] = []

    def build(self, block: int) -> int:
        """Build the tables of the sets whose counts are `family.counts[block]`, and return the
        index at which the first one begins."""
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
        """Build the tables of the chunks of a pool, and return the start of the table of the first
        chunk."""
        chunks = self.keys.chunks[pool]
        pool_start = chunks[0].pieces[0]
        caps = self.keys.family.pools[pool].caps
        next_tables = [following] * (count + 1)
        for at in reversed(range(len(chunks))):
            chunk = chunks[at]
            start, end = chunk.pieces[0] - pool_start, chunk.pieces[-1] - pool_start + 1
            ways = self.keys.family.ways(pool)[start:]
            usable_after = sum(caps[end:])
            offset = first if at == 0 else 0
            next_tables = [
                self._chunk(
                    chunk,
                    caps[start:end],
                    ways,
                    count,
                    used_before,
                    usable_after,
                    stride,
                    offset,
                    next_tables,
                )
                for used_before in (range(count + 1) if at else [0])
            ]
        return next_tables[0]

    def _chunk(
        self,
        chunk: Chunk,
        caps: Sequence[int],
        ways: Sequence[Sequence[int]],
        count: int,
        used_before: int,
        usable_after: int,
        stride: int,
        offset: int,
        next_tables: Sequence[int],
    ) -> int:
        """Build the table of a chunk, and return its start.

        The sets have `count` pieces of the pool, `used_before` of them in earlier chunks and at
        most `usable_after` in later ones. `ways` has, for each piece of the chunk, the row of
        `Pool.ways` for the pieces before it. `next_tables` has the start of the table of the next
        chunk by the number of pieces used up to it. `offset` is added to every term.
        """
        start = len(self.entries)
        for bits in range(1 << chunk.width):
            uses = chunk.uses(bits)
            used = used_before + sum(uses)
            fits = all(map(int.__le__, uses, caps))
            if not fits or not used <= count <= used + usable_after:
                self.entries.append(offset | next_tables[used_before] << NUMBER_BITS)
                continue
            number, so_far = 0, used_before
            for times, row in zip(uses, ways, strict=False):
                so_far += times
                number += sum(row[so_far - t] for t in range(times))
            self.entries.append((offset + number * stride) | next_tables[used] << NUMBER_BITS)
        return start
