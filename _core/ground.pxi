"""The ground that all bitboard searches stand on: tables of the options, and dead regions.

Design
------
`occupied` is a word over the places of the frame; holes count as occupied. `used` is a word with a
counter a piece class and a bit a group: `add` of an option is one in its class's counter, which
starts so that the last piece of the class carries into the counter's top bit; `test` of an option
is that top bit. A class of one piece is a single bit, a group likewise.

Which options of a place's bucket fit is looked up, not tried: for each block of 64 options a table
gives, for each 6 bits of the places behind the place and for each 6 bits of `used`, the options
that these bits rule out. Their union leaves the options that fit, as a word of bits.

After each placement the empty places must fall into regions that pieces can fill: the size of
each region, less the labels that may still lie in it, must be a sum of sizes of pieces left. Such
sums are a word of bits. The flood starts from `far[h]`, a connected set of places behind the
highest place laid so far, which nothing has touched since the root: it then has only the few lines
of the frontier to cross. The region that holds it is not tested: where all others can be filled,
its size is what the rest of the pieces has.

All arrays are made by calpuzzle/engines/layout.py. That buckets rise and hold all options, that
each option has its lowest place there and reaches as far as is said, and that words are no wider
than the board's, is checked here; what `add`, `test` and `instance` do is not.

A board_t may be two words (bits.h), which Cython takes for a plain number: it is compared with 0
where a condition joins it to others, or Cython would want to make a Python object of it.
"""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free

from bits cimport (
    BOARD_WORDS, bits_count, bits_count64, bits_highest, bits_lowest, bits_lowest64, board_t,
)
from bounds cimport MAX_GROUPS, MAX_NODES, MAX_PLACES
from memory cimport room

include "words.pxi"

cdef enum:
    CHUNK = 6
    ENTRIES = 1 << CHUNK


cdef struct Tables:
    # Of each option: its places, its step in `used`, what it adds to the instance.
    int options
    board_t *masks
    uint64_t *add
    int64_t *instance
    # Of each place of the frame, with one more at the end: where its bucket of options begins,
    # and where its blocks of options begin.
    int32_t *buckets
    int32_t *blocks
    # Of each block ENTRIES words a chunk: near_chunks of places, then used_chunks of `used`.
    uint64_t *conflicts
    int near_chunks
    int used_chunks
    # The frame.
    int places
    int line
    board_t not_first    # places that are not the first of their line
    board_t not_last     # likewise the last
    board_t root         # what is occupied before anything is laid
    board_t *far
    # Options in a solution, and the groups.
    int length
    int groups
    board_t group_cells[MAX_GROUPS]
    uint64_t group_bits[MAX_GROUPS]
    # The groups whose label the root has not laid: only these matter to dead regions.
    int open_groups
    board_t open_cells[MAX_GROUPS]
    uint64_t open_bits[MAX_GROUPS]


cdef inline board_t grown(board_t region, board_t empty, Tables *t) noexcept nogil:
    """The region and the empty places that touch it by an edge."""
    return (
        region
        | ((region << 1) & t.not_first)
        | ((region >> 1) & t.not_last)
        | (region << t.line)
        | (region >> t.line)
    ) & empty


cdef inline board_t flood(board_t region, board_t empty, Tables *t) noexcept nogil:
    """All places of `empty` that are connected to `region`. Each round grows twice: a branch less
    matters more here than a needless step."""
    cdef board_t wider
    while True:
        wider = grown(grown(region, empty, t), empty, t)
        if wider == region:
            return region
        region = wider


cdef inline bint cramped(board_t empty, uint64_t used, bint single, Tables *t) noexcept nogil:
    """A quick test for dead ends: whether a group has no cell left for its label, or, where no
    piece left has a single cell, whether some cell without neighbours can have no label."""
    cdef board_t touched
    cdef board_t labels = 0
    cdef int g
    for g in range(t.open_groups):
        if not used & t.open_bits[g]:
            if not empty & t.open_cells[g]:
                return True
            labels |= t.open_cells[g]
    if single:
        return False
    touched = (
        ((empty << 1) & t.not_first) | ((empty >> 1) & t.not_last)
        | (empty << t.line) | (empty >> t.line)
    )
    return (empty & ~touched & ~labels) != 0


cdef inline bint fillable(board_t empty, uint64_t used, board_t sums, Tables *t) noexcept nogil:
    """Whether every region of `empty` has a size that pieces and labels left can make; `empty` is
    not empty, and something has been laid since the root."""
    cdef board_t region, left
    cdef int size, spare, g
    region = t.far[bits_highest(~empty & ~t.root)] & empty
    if not region:
        region = empty & (~empty + 1)
    # Most often all is one region, and three steps reach it.
    region = grown(grown(grown(region, empty, t), empty, t), empty, t)
    if region == empty:
        return True
    region = flood(region, empty, t)
    left = empty ^ region
    while left:
        region = flood(left & (~left + 1), left, t)
        size = bits_count(region)
        spare = 0
        for g in range(t.open_groups):
            if not used & t.open_bits[g] and region & t.open_cells[g] != 0:
                spare += 1
        # Is any of size, size - 1, ... size - spare a sum of sizes of pieces left?
        while not (sums >> size) & 1:
            if spare == 0 or size == 0:
                return False
            spare -= 1
            size -= 1
        left ^= region
    return True


cdef inline uint64_t fitting(
    Tables *t, int block, board_t occupied, int place, uint64_t used
) noexcept nogil:
    """The options of a block of the bucket of `place` that fit."""
    cdef uint64_t *table = t.conflicts + <Py_ssize_t> block * ENTRIES * (
        t.near_chunks + t.used_chunks
    )
    cdef uint64_t ruled_out = 0
    cdef int _
    # Two shifts: place + 1 may be the width of the word.
    occupied = (occupied >> place) >> 1
    for _ in range(t.near_chunks):
        ruled_out |= table[<uint64_t> occupied & (ENTRIES - 1)]
        table += ENTRIES
        occupied >>= CHUNK
    for _ in range(t.used_chunks):
        ruled_out |= table[used & (ENTRIES - 1)]
        table += ENTRIES
        used >>= CHUNK
    return ~ruled_out


cdef void fill_conflicts(Tables *t, uint64_t *test) noexcept nogil:
    """Set the conflict tables: entry e of a chunk is the union over the bits of e."""
    cdef int chunks = t.near_chunks + t.used_chunks
    cdef int place, block, first, i, c, e, bit
    cdef bint out
    cdef uint64_t *table
    cdef uint64_t *start
    for place in range(t.places):
        for block in range(t.blocks[place], t.blocks[place + 1]):
            start = t.conflicts + <Py_ssize_t> block * ENTRIES * chunks
            first = t.buckets[place] + 64 * (block - t.blocks[place])
            for i in range(64):
                if first + i >= t.buckets[place + 1]:
                    # No such option: entry 0 of the last chunk hands it on to all entries.
                    start[(chunks - 1) * ENTRIES] |= <uint64_t> 1 << i
                    continue
                for c in range(chunks):
                    for e in range(CHUNK):
                        bit = CHUNK * c + e
                        if c < t.near_chunks:
                            # A reach may end in the middle of the last chunk.
                            out = bit < t.places and (
                                (((t.masks[first + i] >> place) >> 1) >> bit) & 1
                            ) != 0
                        else:
                            bit -= CHUNK * t.near_chunks
                            out = bit < 64 and (test[first + i] >> bit) & 1 != 0
                        if out:
                            start[c * ENTRIES + (1 << e)] |= <uint64_t> 1 << i
            for c in range(chunks):
                table = start + c * ENTRIES
                for e in range(1, ENTRIES):
                    table[e] |= table[e & (e - 1)] | table[e & (~e + 1)]


cdef int set_root(Tables *t, board_t occupied, uint64_t used) except -1:
    """Set the root, the groups that are open there, and far[h] to the largest region of its empty
    places above place h. Raises ValueError where places that are none are empty."""
    cdef board_t empty, region
    cdef int h, g
    if ~occupied != 0 and bits_highest(~occupied) >= t.places:
        raise ValueError("the root has empty places outside the frame")
    t.root = occupied
    t.open_groups = 0
    for g in range(t.groups):
        if not used & t.group_bits[g]:
            t.open_cells[t.open_groups] = t.group_cells[g]
            t.open_bits[t.open_groups] = t.group_bits[g]
            t.open_groups += 1
    for h in range(t.places):
        t.far[h] = 0
        empty = ((~occupied >> h) >> 1) << h << 1
        while empty:
            region = flood(empty & (~empty + 1), empty, t)
            if bits_count(region) > bits_count(t.far[h]):
                t.far[h] = region
            empty ^= region
    return 0


cdef int set_tables(Tables *t, data) except -1:
    """Copy the tables of calpuzzle.engines.layout.Tables; `t` is zeroed before, and freed by
    free_tables whether this succeeds or not."""
    if not 1 <= data.places <= 64 * BOARD_WORDS or len(data.group_bits) > MAX_GROUPS:
        raise ValueError("the tables do not fit this search")
    if not (0 <= data.length <= MAX_PLACES and len(data.masks) <= MAX_NODES):
        raise ValueError("the tables do not fit this search")
    if not (0 <= data.reach < data.places and 0 <= data.used_bits <= 64):
        raise ValueError("the tables do not fit this search")
    # A word is not shifted by its own width.
    if not 1 <= data.line < 64 * BOARD_WORDS:
        raise ValueError("the tables do not fit this search")
    set_frame(t, data)
    set_options(t, data)
    set_conflicts(t, data)
    return 0


cdef int set_frame(Tables *t, data) except -1:
    """Copy what is known of the frame and the groups."""
    cdef int i
    t.places = data.places
    t.line = data.line
    t.length = data.length
    t.groups = len(data.group_bits)
    for i in range(t.groups):
        t.group_bits[i] = data.group_bits[i]
        t.group_cells[i] = board(data.group_cells[i])
    t.not_first = board(data.not_first)
    t.not_last = board(data.not_last)
    t.far = <board_t *> room(t.places, sizeof(board_t))
    return 0


cdef int set_options(Tables *t, data) except -1:
    """Copy the options, and the buckets that they lie in."""
    cdef int reach = data.reach
    cdef int i, place
    t.options = len(data.masks)
    t.masks = <board_t *> room(t.options, sizeof(board_t))
    t.add = <uint64_t *> room(t.options, sizeof(uint64_t))
    t.instance = <int64_t *> room(t.options, sizeof(int64_t))
    t.buckets = <int32_t *> room(t.places + 1, sizeof(int32_t))
    t.blocks = <int32_t *> room(t.places + 1, sizeof(int32_t))
    for i in range(t.options):
        t.masks[i] = board(data.masks[i])
        t.add[i] = data.add[i]
        t.instance[i] = data.instance[i]
    for place in range(t.places):
        t.buckets[place + 1] = data.buckets[place + 1]
        if not t.buckets[place] <= t.buckets[place + 1] <= t.options:
            raise ValueError("the buckets of the tables do not rise")
        t.blocks[place + 1] = t.blocks[place] + (
            t.buckets[place + 1] - t.buckets[place] + 63
        ) // 64
        for i in range(t.buckets[place], t.buckets[place + 1]):
            if (
                t.masks[i] == 0
                or bits_lowest(t.masks[i]) != place
                or bits_highest(t.masks[i]) > place + reach
            ):
                raise ValueError("an option of the tables lies in another bucket")
    if t.buckets[t.places] != t.options:
        raise ValueError("the buckets of the tables do not hold all options")
    return 0


cdef int set_conflicts(Tables *t, data) except -1:
    """Make the conflict tables."""
    cdef int i
    cdef uint64_t *test
    t.near_chunks = (<int> data.reach + CHUNK - 1) // CHUNK
    t.used_chunks = max((<int> data.used_bits + CHUNK - 1) // CHUNK, 1)
    t.conflicts = <uint64_t *> room(
        <int64_t> t.blocks[t.places] * ENTRIES * (t.near_chunks + t.used_chunks),
        sizeof(uint64_t),
    )
    test = <uint64_t *> room(t.options, sizeof(uint64_t))
    try:
        for i in range(t.options):
            test[i] = data.test[i]
        fill_conflicts(t, test)
    finally:
        free(test)
    return 0


cdef void free_tables(Tables *t) noexcept:
    free(t.masks)
    free(t.add)
    free(t.instance)
    free(t.buckets)
    free(t.blocks)
    free(t.conflicts)
    free(t.far)
