"""The bitboard backtracker: fill the lowest empty cell, cut dead regions, never meet twice.

Design
------
A state is a word `occupied` over the places of the frame (holes count as occupied) and a word
`used` over the piece classes and groups. Always the lowest empty place is filled next, with each
option of its bucket that fits; a solution is thus met exactly once, as its options in rising
order, and none is ever filtered.

`used` holds a counter a class: `add` of an option is one in its class's counter, which starts so
that the last piece of the class carries into the counter's top bit; `test` of an option is that
top bit. A class of one piece is a single bit, a group likewise.

Which options of a bucket fit is looked up, not tried: for each block of 64 options a table gives,
for each 6 bits of the places behind the lowest empty one and for each 6 bits of `used`, the
options that these bits rule out. Their union leaves the options that fit, as a word of bits.

After each placement the empty places must fall into regions that pieces can fill: the size of
each region, less the labels that may still lie in it, must be a sum of sizes of pieces left.
`sums[k]` is the set of such sums as a word of bits; k counts the used pieces of each size in a
mixed radix, so it moves by `step` of the option. The flood starts from `far[h]`, a connected set
of places behind the highest place laid so far, which nothing has touched since the root: it then
has only the few lines of the frontier to cross. The region that holds it is not tested: where all
others can be filled, its size is what the rest of the pieces has.

The stack is explicit: `run` returns after a budget of nodes, and goes on where it was at the next
call. A node is an option laid. All arrays are checked by the caller (calpuzzle/engines/
backtrack.py): masks lie within the frame, buckets rise, and a search has at most `length` options.
Nothing is shared between two objects, and no Python object is touched while searching.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from bits cimport BOARD_WORDS, bits_count, bits_highest, bits_lowest, bits_lowest64, board_t

cdef enum:
    MAX_GROUPS = 16
    CHUNK = 6
    ENTRIES = 1 << CHUNK


cdef struct Tables:
    # Of each option.
    board_t *masks
    uint64_t *add
    int32_t *step
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
    board_t *far
    board_t root         # what the root has occupied
    # The pieces and groups.
    int length
    board_t *sums
    int groups
    board_t group_cells[MAX_GROUPS]
    uint64_t group_bits[MAX_GROUPS]


cdef struct Frame:
    # The state at one depth; the options of the block at hand that are still to be tried.
    board_t occupied
    uint64_t used
    uint64_t fitting
    int64_t instance
    int32_t sums
    int32_t block
    int32_t place
    int32_t chosen


cdef struct Stack:
    Frame *frames
    int base
    int depth
    int limit


cdef struct Tally:
    int64_t nodes
    int64_t found
    int64_t *counts      # of each instance
    uint32_t *rows       # room for solutions, or NULL
    int64_t room         # how many more fit there
    int row_length       # options in each of the rows


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
    """All places of `empty` that are connected to `region`. Each round grows twice, for an even
    number of branches matters more here than a needless step."""
    cdef board_t wider
    while True:
        wider = grown(grown(region, empty, t), empty, t)
        if wider == region:
            return region
        region = wider


cdef inline bint alive(board_t empty, uint64_t used, board_t sums, Tables *t) noexcept nogil:
    """Whether every region of `empty` has a size that pieces and labels left can make."""
    cdef board_t region, left
    cdef board_t labels = 0
    cdef int size, spare, g
    for g in range(t.groups):
        if not used & t.group_bits[g]:
            if not empty & t.group_cells[g]:
                return False
            labels |= t.group_cells[g]
    if not sums & 2:
        # No piece has a single cell, so only a label can lie on a cell without neighbours.
        left = (
            ((empty << 1) & t.not_first) | ((empty >> 1) & t.not_last)
            | (empty << t.line) | (empty >> t.line)
        )
        if empty & ~left & ~labels:
            return False
    region = t.far[bits_highest(~empty & ~t.root)] & empty
    if not region:
        region = empty & (~empty + 1)
    region = flood(grown(region, empty, t), empty, t)
    left = empty ^ region
    while left:
        region = flood(left & (~left + 1), left, t)
        size = bits_count(region)
        spare = 0
        for g in range(t.groups):
            if not used & t.group_bits[g] and region & t.group_cells[g]:
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
    cdef int c
    # Two shifts: place + 1 may be the width of the word.
    occupied = (occupied >> place) >> 1
    for c in range(t.near_chunks):
        ruled_out |= table[<uint64_t> occupied & (ENTRIES - 1)]
        table += ENTRIES
        occupied >>= CHUNK
    for c in range(t.used_chunks):
        ruled_out |= table[used & (ENTRIES - 1)]
        table += ENTRIES
        used >>= CHUNK
    return ~ruled_out


cdef inline void enter(Frame *f, Tables *t) noexcept nogil:
    """Set the options to try of a frame whose state is set; a full board has none."""
    f.place = 0
    f.block = t.blocks[1]
    f.fitting = 0
    if ~f.occupied:
        f.place = bits_lowest(~f.occupied)
        f.block = t.blocks[f.place]
        if f.block < t.blocks[f.place + 1]:
            f.fitting = fitting(t, f.block, f.occupied, f.place, f.used)


cdef bint search(Tables *t, Stack *s, Tally *tally, int64_t budget) noexcept nogil:
    """Go on for about `budget` nodes; True when the search is over, False when the budget or the
    room for solutions is used up."""
    cdef int64_t last = tally.nodes + budget
    cdef Frame *f
    cdef Frame *deeper
    cdef int i, k
    while s.depth >= s.base:
        f = &s.frames[s.depth]
        if not f.fitting:
            f.block += 1
            if f.block < t.blocks[f.place + 1]:
                f.fitting = fitting(t, f.block, f.occupied, f.place, f.used)
            else:
                s.depth -= 1
            continue
        i = t.buckets[f.place] + 64 * (f.block - t.blocks[f.place]) + bits_lowest64(f.fitting)
        f.fitting &= f.fitting - 1
        f.chosen = i
        tally.nodes += 1
        deeper = f + 1
        deeper.occupied = f.occupied | t.masks[i]
        deeper.instance = f.instance + t.instance[i]
        if not ~deeper.occupied or s.depth + 1 == s.limit:
            tally.found += 1
            tally.counts[deeper.instance] += 1
            if tally.rows != NULL:
                tally.row_length = s.depth + 1
                for k in range(s.depth + 1):
                    tally.rows[k] = s.frames[k].chosen
                tally.rows += t.length
                tally.room -= 1
                if tally.room == 0:
                    return False
            continue
        deeper.used = f.used + t.add[i]
        deeper.sums = f.sums + t.step[i]
        if alive(~deeper.occupied, deeper.used, t.sums[deeper.sums], t):
            enter(deeper, t)
            s.depth += 1
            if tally.nodes >= last:
                return False
    return True


cdef void fill_conflicts(Tables *t, uint64_t *test) noexcept nogil:
    """Set the conflict tables: entry e of a chunk is the union over the bits of e."""
    cdef int chunks = t.near_chunks + t.used_chunks
    cdef int place, block, first, i, c, e, bit
    cdef uint64_t *table
    cdef uint64_t *start
    for place in range(t.places):
        for block in range(t.blocks[place], t.blocks[place + 1]):
            start = t.conflicts + <Py_ssize_t> block * ENTRIES * chunks
            first = t.buckets[place] + 64 * (block - t.blocks[place])
            for i in range(64):
                if first + i >= t.buckets[place + 1]:
                    # No such option: ruled out by every entry of the last chunk.
                    start[(chunks - 1) * ENTRIES] |= <uint64_t> 1 << i
                    continue
                for c in range(chunks):
                    for e in range(CHUNK):
                        bit = CHUNK * c + e
                        if c < t.near_chunks:
                            if bit >= 64 * BOARD_WORDS:
                                continue  # the last chunk may pass the end of the word
                            bit = 1 if ((t.masks[first + i] >> place) >> 1) >> bit & 1 else 0
                        else:
                            bit -= CHUNK * t.near_chunks
                            bit = test[first + i] >> bit & 1 if bit < 64 else 0
                        if bit:
                            start[c * ENTRIES + (1 << e)] |= <uint64_t> 1 << i
            for c in range(chunks):
                table = start + c * ENTRIES
                for e in range(1, ENTRIES):
                    table[e] |= table[e & (e - 1)] | table[e & (~e + 1)]


cdef void fill_far(Tables *t) noexcept nogil:
    """Set far[h] to the largest region of the root's empty places above place h."""
    cdef board_t empty, region
    cdef int h
    for h in range(t.places):
        t.far[h] = 0
        empty = ((~t.root >> h) >> 1) << h << 1
        while empty:
            region = flood(empty & (~empty + 1), empty, t)
            if bits_count(region) > bits_count(t.far[h]):
                t.far[h] = region
            empty ^= region


cdef void *room(Py_ssize_t number, size_t size) except NULL:
    """Zeroed memory for `number` entries (at least one)."""
    cdef void *memory = calloc(max(number, 1), size)
    if memory == NULL:
        raise MemoryError
    return memory


cdef board_t board(value) except? 0:
    """A Python integer of up to 64 * BOARD_WORDS bits as a word."""
    cdef board_t word = 0
    cdef int k
    for k in range(BOARD_WORDS):
        word |= <board_t> <uint64_t> ((value >> (64 * k)) & 0xFFFFFFFFFFFFFFFF) << (64 * k)
    return word


cdef class Search:
    """One search, which can be run in slices; calpuzzle/_core/backtrack64.pyi documents it."""

    cdef Tables tables
    cdef Stack stack
    cdef Tally tally
    cdef int options
    cdef int rows_asked
    cdef int64_t instances
    cdef uint32_t *rows

    def __cinit__(self, data, int rows=0):
        cdef Tables *t = &self.tables
        cdef int i
        if len(data.group_bits) > MAX_GROUPS or data.places > 64 * BOARD_WORDS:
            raise ValueError("the tables do not fit this search")
        t.places = data.places
        t.line = data.line
        t.length = data.length
        t.groups = len(data.group_bits)
        for i in range(t.groups):
            t.group_bits[i] = data.group_bits[i]
            t.group_cells[i] = board(data.group_cells[i])
        t.not_first = board(data.not_first)
        t.not_last = board(data.not_last)
        t.sums = <board_t *> room(len(data.sums), sizeof(board_t))
        for i in range(len(data.sums)):
            t.sums[i] = board(data.sums[i])
        t.far = <board_t *> room(data.places, sizeof(board_t))
        self.set_options(data)
        self.stack.frames = <Frame *> room(data.length + 2, sizeof(Frame))
        self.stack.depth = -1
        self.instances = data.instances
        self.tally.counts = <int64_t *> room(self.instances, sizeof(int64_t))
        self.rows_asked = rows
        if rows:
            self.rows = <uint32_t *> room(<Py_ssize_t> rows * t.length, sizeof(uint32_t))

    cdef int set_options(self, data) except -1:
        """Copy the options and make the tables that say which of them fit."""
        cdef Tables *t = &self.tables
        cdef int n = len(data.masks)
        cdef int i
        cdef uint64_t *test
        self.options = n
        t.masks = <board_t *> room(n, sizeof(board_t))
        t.add = <uint64_t *> room(n, sizeof(uint64_t))
        t.step = <int32_t *> room(n, sizeof(int32_t))
        t.instance = <int64_t *> room(n, sizeof(int64_t))
        t.buckets = <int32_t *> room(t.places + 1, sizeof(int32_t))
        t.blocks = <int32_t *> room(t.places + 1, sizeof(int32_t))
        for i in range(n):
            t.masks[i] = board(data.masks[i])
            t.add[i] = data.add[i]
            t.step[i] = data.step[i]
            t.instance[i] = data.instance[i]
        for i in range(t.places + 1):
            t.buckets[i] = data.buckets[i]
        for i in range(t.places):
            t.blocks[i + 1] = t.blocks[i] + (t.buckets[i + 1] - t.buckets[i] + 63) // 64
        t.near_chunks = -(-data.reach // CHUNK)
        t.used_chunks = -(-data.used_bits // CHUNK)
        t.conflicts = <uint64_t *> room(
            <Py_ssize_t> t.blocks[t.places] * ENTRIES * (t.near_chunks + t.used_chunks),
            sizeof(uint64_t),
        )
        test = <uint64_t *> room(n, sizeof(uint64_t))
        try:
            for i in range(n):
                test[i] = data.test[i]
            fill_conflicts(t, test)
        finally:
            free(test)
        return 0

    def __dealloc__(self):
        free(self.tables.masks)
        free(self.tables.add)
        free(self.tables.step)
        free(self.tables.instance)
        free(self.tables.buckets)
        free(self.tables.blocks)
        free(self.tables.conflicts)
        free(self.tables.far)
        free(self.tables.sums)
        free(self.stack.frames)
        free(self.tally.counts)
        free(self.rows)

    def start(self, root, prefix=(), int limit=0):
        cdef Tables *t = &self.tables
        cdef Frame *f = self.stack.frames
        cdef int i
        if len(prefix) > t.length:
            raise ValueError("the prefix is longer than a solution")
        f.occupied = t.root = board(root.occupied)
        f.used = root.used
        f.instance = root.instance
        f.sums = 0
        fill_far(t)
        for i in prefix:
            if not 0 <= i < self.options:
                raise ValueError("the prefix names no option")
            f.chosen = i
            f[1].occupied = f.occupied | t.masks[i]
            f[1].used = f.used + t.add[i]
            f[1].sums = f.sums + t.step[i]
            f[1].instance = f.instance + t.instance[i]
            f += 1
        enter(f, t)
        self.stack.base = self.stack.depth = len(prefix)
        self.stack.limit = limit if limit else t.length + 1

    def run(self, int64_t budget):
        cdef bint over
        self.tally.found = 0
        self.tally.rows = self.rows
        self.tally.room = self.rows_asked
        with nogil:
            over = search(&self.tables, &self.stack, &self.tally, budget)
        return over

    def take(self):
        cdef int64_t row
        cdef int k
        cdef uint32_t *rows = self.rows
        solutions = []
        if rows == NULL:
            return solutions
        for row in range(self.tally.found):
            solutions.append(tuple([rows[k] for k in range(self.tally.row_length)]))
            rows += self.tables.length
        return solutions

    @property
    def counts(self):
        cdef int64_t i
        return [self.tally.counts[i] for i in range(self.instances)]

    @property
    def nodes(self):
        return self.tally.nodes
