"""The bitboard backtracker: fill the lowest empty place, and prune at dead regions.

Design
------
A state is the words `occupied` and `used` of ground.pxi, the number of the instance so far, and an
index of `sums`. The lowest empty place is always filled next, with each fitting option of its
bucket. Each solution is therefore found exactly once, with its options in ascending order, and
there are no duplicates to remove.

`sums[k]` is the set of possible sums of the sizes of the remaining pieces, as a word of bits; k
counts the used pieces of each size in mixed radix, so placing an option adds its `step` to k.

The stack is explicit: `run` returns after a budget of nodes and resumes at the next call. A node is
a placed option. The stack cannot overflow: `used` rules out every option after `length` options are
placed. Searches share nothing, and no Python object is touched while searching.
"""

cimport cython

from bounds cimport MAX_INSTANCES, end_of

include "ground.pxi"


cdef struct Level:
    # The state at one depth, and the options of the current block that are still to be tried.
    board_t occupied
    uint64_t used
    uint64_t fitting
    int64_t instance
    int32_t sums_index
    int32_t block        # the current block
    int32_t last_block   # the last block of the bucket
    int32_t first        # the first option of the current block
    int32_t place
    int32_t chosen


cdef struct Stack:
    # The levels from 0 to `depth`; those below `base` hold the prefix. Paths of `limit` options are
    # reported like solutions.
    Level *levels
    int base
    int depth
    int limit


cdef struct Tally:
    int64_t nodes
    int64_t found
    int64_t *counts      # of each instance
    uint32_t *rows       # room for solutions, or NULL
    int64_t room         # the number of solutions that still fit there
    int row_length       # options in each of the rows


cdef inline void enter(Level *f, Tables *t) noexcept nogil:
    """Set the options that a level is to try; its state is set already. A full board has none."""
    f.fitting = 0
    f.block = f.last_block = 0
    if ~f.occupied:
        f.place = bits_lowest(~f.occupied)
        f.first = t.buckets[f.place]
        f.block = t.blocks[f.place]
        f.last_block = t.blocks[f.place + 1] - 1
        if f.block <= f.last_block:
            f.fitting = fitting(t, f.block, f.occupied, f.place, f.used)


cdef bint search(
    Tables *t, board_t *sums, int32_t *step, Stack *s, Tally *tally, int64_t budget
) noexcept nogil:
    """Continue the search for about `budget` nodes. Return True when the search is over, and False
    when the budget or the room for solutions is used up."""
    cdef int64_t last = end_of(tally.nodes, budget)
    cdef Level *f
    cdef Level *deeper
    cdef int i, k
    cdef board_t empty, sizes
    while s.depth >= s.base:
        f = &s.levels[s.depth]
        if not f.fitting:
            if f.block >= f.last_block:
                s.depth -= 1
                continue
            f.block += 1
            f.first += 64
            f.fitting = fitting(t, f.block, f.occupied, f.place, f.used)
            continue
        i = f.first + bits_lowest64(f.fitting)
        f.fitting &= f.fitting - 1
        f.chosen = i
        invariant((f.occupied & t.masks[i]) == 0 and s.depth < t.length)
        tally.nodes += 1
        deeper = f + 1
        deeper.occupied = f.occupied | t.masks[i]
        deeper.instance = f.instance + t.instance[i]
        empty = ~deeper.occupied
        if not empty or s.depth + 1 == s.limit:
            tally.found += 1
            tally.counts[deeper.instance] += 1
            if tally.rows != NULL:
                tally.row_length = s.depth + 1
                for k in range(s.depth + 1):
                    tally.rows[k] = s.levels[k].chosen
                tally.rows += t.length
                tally.room -= 1
                if tally.room == 0:
                    return False
            continue
        deeper.used = f.used + t.add[i]
        deeper.sums_index = f.sums_index + step[i]
        sizes = sums[deeper.sums_index]
        # The quick test comes first. Bit 1 of the sums: a remaining piece has a single cell.
        if has_dead_cell(empty, deeper.used, (sizes & 2) != 0, &t.regions):
            continue
        if fillable(empty, deeper.used, sizes, t):
            enter(deeper, t)
            s.depth += 1
            if tally.nodes >= last:
                return False
    return True


@cython.final
cdef class Search:
    """One search, run in slices; calpuzzle/_core/backtrack64.pyi documents it."""

    cdef Tables tables
    cdef board_t *sums
    cdef int32_t *step
    cdef Stack stack
    cdef Tally tally
    cdef int rows_asked
    cdef int64_t instances
    cdef uint32_t *rows

    def __cinit__(self, data, int rows=0):
        cdef int i
        if rows < 0:
            raise ValueError("`rows` must not be negative")
        if not 0 <= data.instances <= MAX_INSTANCES:
            raise ValueError(f"there must be at most {MAX_INSTANCES} instances")
        set_tables(&self.tables, data)
        self.sums = <board_t *> allocate(len(data.sums), sizeof(board_t))
        for i in range(len(data.sums)):
            self.sums[i] = board(data.sums[i])
        self.step = <int32_t *> allocate(self.tables.options, sizeof(int32_t))
        for i in range(self.tables.options):
            self.step[i] = data.step[i]
        self.stack.levels = <Level *> allocate(self.tables.length + 2, sizeof(Level))
        self.stack.depth = -1
        self.instances = data.instances
        self.tally.counts = <int64_t *> allocate(self.instances, sizeof(int64_t))
        self.rows_asked = rows
        if rows:
            self.rows = <uint32_t *> allocate(
                <Py_ssize_t> rows * self.tables.length, sizeof(uint32_t)
            )

    def __dealloc__(self):
        free_tables(&self.tables)
        free(self.sums)
        free(self.step)
        free(self.stack.levels)
        free(self.tally.counts)
        free(self.rows)

    def start(self, root, prefix=(), int limit=0):
        cdef Tables *t = &self.tables
        cdef Level *f = self.stack.levels
        cdef int i
        # If this fails half-way, there must be nothing to search.
        self.stack.depth = -1
        self.stack.base = 0
        if len(prefix) > t.length:
            raise ValueError("the prefix is longer than a solution")
        set_root(t, board(root.occupied), root.used)
        f.occupied = t.root
        f.used = root.used
        f.instance = root.instance
        f.sums_index = root.sums_index
        enter(f, t)
        for i in prefix:
            self.pass_over(f, i)
            self.place_option(f, i)
            f += 1
            enter(f, t)
        self.stack.base = len(prefix)
        self.stack.depth = len(prefix)
        self.stack.limit = limit if limit else t.length + 1

    cdef void place_option(self, Level *f, int i) noexcept:
        """Set the level after `f` by placing option `i`, chosen at `f`."""
        f.chosen = i
        f[1].occupied = f.occupied | self.tables.masks[i]
        f[1].used = f.used + self.tables.add[i]
        f[1].sums_index = f.sums_index + self.step[i]
        f[1].instance = f.instance + self.tables.instance[i]

    cdef int pass_over(self, Level *f, int i) except -1:
        """Leave only the options after `i` to be tried at a level. Raise ValueError if `i` does not
        fit there."""
        cdef Tables *t = &self.tables
        cdef int skipped = (i - t.buckets[f.place]) // 64
        cdef uint64_t bit
        if not ~f.occupied or not t.buckets[f.place] <= i < t.buckets[f.place + 1]:
            raise ValueError("an option of the prefix does not cover the lowest empty place")
        f.block = t.blocks[f.place] + skipped
        f.first = t.buckets[f.place] + 64 * skipped
        f.fitting = fitting(t, f.block, f.occupied, f.place, f.used)
        bit = <uint64_t> 1 << (i - f.first)
        if not f.fitting & bit:
            raise ValueError("an option of the prefix does not fit with those before it")
        f.fitting &= ~(bit | (bit - 1))
        return 0

    def run(self, int64_t budget):
        cdef bint over
        self.tally.found = 0
        self.tally.rows = self.rows
        self.tally.room = self.rows_asked
        with nogil:
            over = search(
                &self.tables, self.sums, self.step, &self.stack, &self.tally, budget
            )
        return over

    def take(self):
        cdef int64_t _
        cdef uint32_t *rows = self.rows
        solutions = []
        if rows == NULL:
            return solutions
        for _ in range(self.tally.found):
            solutions.append(tuple([rows[k] for k in range(self.tally.row_length)]))
            rows += self.tables.length
        return solutions

    @property
    def counts(self):
        return [self.tally.counts[i] for i in range(self.instances)]

    @property
    def nodes(self):
        return self.tally.nodes
