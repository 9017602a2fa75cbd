"""The tables of options that backtrack.pxi and grow.pxi share, and the test for dead regions.

Design
------
`occupied` is a word over the places of the frame; holes count as occupied. `used` is a word of
counters: one for each piece class and each group. If some piece has a larger and a smaller side,
one more counts the larger sides used. `add` of an option adds one to each of its counters. A
counter starts at a value such that the last use carries into its top bit; `test` of an option has
the top bits of its counters. A counter of one use is a single bit.

The fitting options of a place's bucket are looked up, not tried. The places after the current one,
and the bits of `used`, are divided into chunks of 6 bits. For each block of 64 options a table
holds, for each chunk and each value of its bits, the options that this value rules out. A lookup
reads one entry per chunk; the complement of the union of these entries is the word of fitting
options.

`fillable` makes the dead-region test of regions.pxi. Its flood starts from `far[h]`, a connected
set of places above h that are all still empty; h is the highest place filled since the root. So the
flood has to cross only the few lines of the frontier. The region that contains this set is not
tested: if all other regions can be filled, its size is the total size of the pieces and labels that
remain for it.

All arrays are made by calpuzzle/engines/layout.py. This module checks that the buckets are in
ascending order and contain all options, that the lowest place of each option is that of its bucket,
that no option reaches further than stated, and that words are no wider than the board's. It does
not check `add`, `test` and `instance`.
"""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free

from bits cimport bits_count64, bits_lowest64
from bounds cimport MAX_NODES, MAX_PLACES
from invariant cimport invariant
from memory cimport allocate

include "regions.pxi"

cdef enum:
    CHUNK = 6
    ENTRIES = 1 << CHUNK


cdef struct Tables:
    # Of each option: its places, its step in `used`, its step in the number of the instance.
    int options
    board_t *masks
    uint64_t *add
    int64_t *instance
    # Of each place of the frame, and one more at the end: the first option of its bucket, and the
    # first of its blocks of options.
    int32_t *buckets
    int32_t *blocks
    # Of each block, ENTRIES words per chunk: near_chunks of places, then used_chunks of `used`.
    uint64_t *conflicts
    int near_chunks
    int used_chunks
    # The frame.
    int places
    Regions regions      # with the groups whose label is not placed in the root
    board_t root         # the places that are occupied at the start
    board_t *far
    # Options in a solution, and the groups.
    int length
    int groups
    board_t group_cells[MAX_GROUPS]
    uint64_t group_bits[MAX_GROUPS]


cdef inline bint fillable(board_t empty, uint64_t used, board_t sums, Tables *t) noexcept nogil:
    """Return whether every region of `empty`, except the one where the flood starts, has a size
    that the remaining pieces and labels can make. `empty` is not 0, and something has been placed
    since the root."""
    cdef Regions *r = &t.regions
    invariant(empty != 0 and (~empty & ~t.root) != 0)
    cdef board_t region = t.far[bits_highest(~empty & ~t.root)] & empty
    if not region:
        region = empty & (~empty + 1)
    # Usually the empty places are one region, and three steps reach all of it.
    region = grown(grown(grown(region, empty, r), empty, r), empty, r)
    return region == empty or sizes_fit(empty ^ flood(region, empty, r), used, sums, r)


cdef inline uint64_t fitting(
    Tables *t, int block, board_t occupied, int place, uint64_t used
) noexcept nogil:
    """Return the fitting options of a block of the bucket of `place`, as bits."""
    cdef uint64_t *table = t.conflicts + <Py_ssize_t> block * ENTRIES * (
        t.near_chunks + t.used_chunks
    )
    cdef uint64_t ruled_out = 0
    cdef int _
    invariant(t.blocks[place] <= block < t.blocks[place + 1])
    # Two shifts, because place + 1 may be the width of the word.
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
    """Set the conflict tables: entry e of a chunk is the union of the entries of the bits of e."""
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
                    # No such option: it is ruled out in entry 0 of the last chunk, and from there
                    # in all entries.
                    start[(chunks - 1) * ENTRIES] |= <uint64_t> 1 << i
                    continue
                for c in range(chunks):
                    for e in range(CHUNK):
                        bit = CHUNK * c + e
                        if c < t.near_chunks:
                            # The last chunk may extend past the word, which must not be shifted by
                            # its width or more.
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
    places above place h. Raise ValueError if a place outside the frame is empty."""
    cdef Regions *r = &t.regions
    cdef board_t empty, region
    cdef int h, g
    if ~occupied != 0 and bits_highest(~occupied) >= t.places:
        raise ValueError("the root has empty places outside the frame")
    t.root = occupied
    r.groups = 0
    for g in range(t.groups):
        if not used & t.group_bits[g]:
            r.cells[r.groups] = t.group_cells[g]
            r.bits[r.groups] = t.group_bits[g]
            r.groups += 1
    for h in range(t.places):
        t.far[h] = 0
        # Two shifts each way, because h + 1 may be the width of the word.
        empty = ((~occupied >> h) >> 1) << h << 1
        while empty:
            region = flood(empty & (~empty + 1), empty, r)
            if bits_count(region) > bits_count(t.far[h]):
                t.far[h] = region
            empty ^= region
    return 0


cdef int set_tables(Tables *t, data) except -1:
    """Copy the tables of calpuzzle._core.inputs.Tables. The caller has zeroed `t`, and frees it
    with free_tables whether this succeeds or not."""
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
    """Copy the data of the frame and the groups."""
    cdef int i
    t.places = data.places
    t.regions.line = data.line
    t.length = data.length
    t.groups = len(data.group_bits)
    for i in range(t.groups):
        t.group_bits[i] = data.group_bits[i]
        t.group_cells[i] = board(data.group_cells[i])
    t.regions.not_first = board(data.not_first)
    t.regions.not_last = board(data.not_last)
    t.regions.corners = data.corners
    t.far = <board_t *> allocate(t.places, sizeof(board_t))
    return 0


cdef int set_options(Tables *t, data) except -1:
    """Copy the options and their buckets."""
    cdef int reach = data.reach
    cdef int i, place
    t.options = len(data.masks)
    t.masks = <board_t *> allocate(t.options, sizeof(board_t))
    t.add = <uint64_t *> allocate(t.options, sizeof(uint64_t))
    t.instance = <int64_t *> allocate(t.options, sizeof(int64_t))
    t.buckets = <int32_t *> allocate(t.places + 1, sizeof(int32_t))
    t.blocks = <int32_t *> allocate(t.places + 1, sizeof(int32_t))
    for i in range(t.options):
        t.masks[i] = board(data.masks[i])
        t.add[i] = data.add[i]
        t.instance[i] = data.instance[i]
    for place in range(t.places):
        t.buckets[place + 1] = data.buckets[place + 1]
        if not t.buckets[place] <= t.buckets[place + 1] <= t.options:
            raise ValueError("the buckets of the tables are not in ascending order")
        t.blocks[place + 1] = t.blocks[place] + (
            t.buckets[place + 1] - t.buckets[place] + 63
        ) // 64
        for i in range(t.buckets[place], t.buckets[place + 1]):
            if (
                t.masks[i] == 0
                or bits_lowest(t.masks[i]) != place
                or bits_highest(t.masks[i]) > place + reach
            ):
                raise ValueError(
                    "an option of the tables is in the wrong bucket or exceeds the reach"
                )
    if t.buckets[t.places] != t.options:
        raise ValueError("the buckets of the tables do not contain all options")
    return 0


cdef int set_conflicts(Tables *t, data) except -1:
    """Make the conflict tables."""
    cdef int i
    cdef uint64_t *test
    t.near_chunks = (<int> data.reach + CHUNK - 1) // CHUNK
    t.used_chunks = max((<int> data.used_bits + CHUNK - 1) // CHUNK, 1)
    t.conflicts = <uint64_t *> allocate(
        <int64_t> t.blocks[t.places] * ENTRIES * (t.near_chunks + t.used_chunks),
        sizeof(uint64_t),
    )
    test = <uint64_t *> allocate(t.options, sizeof(uint64_t))
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
