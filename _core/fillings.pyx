"""A search for the sets of different pieces that fill a board.

Design
------
The outlines (outlines.pxi) ignore which pieces are used. A depth-first walk over them places each
piece at most once, and so finds every filling by a set once. The pieces of one size are a pool. A
set has a fixed number of pieces of each pool, all different. The numbers of pieces of each pool
that remain to be placed form a number in mixed radix, the code; `fillable` of an outline has a bit
for each code with which the board can be filled from there. So the walk meets a dead end only if
the pieces that fit there are used already.

Sets are numbered as in calpuzzle/design/families/family.py. Because each piece is used at most
once, the number is a sum over the pools: a combinatorial number (Knuth, TAOCP 4A, 7.2.1.3) times
the stride of the pool. A bitmap has one bit per set. `candidates` are the sets to examine; those
that have a filling are recorded in `filled`.

If there are few candidates, most partial fillings belong to none of them. `subsets` has a bit for
each subset of two, three or four pieces, by its combinatorial number: whether some candidate
contains it. A step to a subset whose bit is 0 is skipped: each filling that contains its pieces
belongs to a set that is not a candidate, and would not be recorded.

The stack is explicit, so that a walk can return after a budget of steps. A Fillings belongs to one
thread; the memory of the outlines is bounded.
"""

cdef extern from *:
    "#define BOARD_WORDS 1"

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from bits cimport bits_lowest64
from memory cimport allocate

include "outlines.pxi"

cdef enum:
    PIECES = 256             # of a family
    POOLS = 16
    DEPTH = 16               # pieces of a set
    CODES = 64               # codes, so that a set of them is a word
    SUBSET = 4               # pieces of the largest subsets that are noted


cdef inline int layer_number(Outlines *o, board_t covered) noexcept nogil:
    """Return the layer of an outline: its lowest open item."""
    return lowest_open(o, covered)


cdef struct Numbers:
    # How sets, and subsets of all pieces, are numbered.
    int pieces
    int pools
    int length               # pieces of a set
    int pool[PIECES]         # of each piece
    int first[POOLS + 1]     # of each pool: its first piece
    int count[POOLS]
    int64_t stride[POOLS]    # in the number of a set
    int64_t sets
    int code_stride[POOLS]   # in a code
    int codes
    uint64_t below[POOLS]    # the codes with fewer pieces of the pool than its count
    uint64_t choose[PIECES + 1][DEPTH + 1]


cdef inline int64_t number_of_set(Numbers *n, const uint8_t *sorted) noexcept nogil:
    """Return the number of the set of these pieces, which are in rising order."""
    cdef int64_t number = 0
    cdef int pool, i, at = 0
    for pool in range(n.pools):
        for i in range(n.count[pool]):
            number += n.stride[pool] * <int64_t> n.choose[sorted[at] - n.first[pool]][i + 1]
            at += 1
    return number


cdef inline int64_t number_of_subset(Numbers *n, const uint8_t *sorted, int length) noexcept nogil:
    """Return the combinatorial number of these pieces, which are in rising order."""
    cdef int64_t number = 0
    cdef int i
    for i in range(length):
        number += <int64_t> n.choose[sorted[i]][i + 1]
    return number


cdef void pieces_of(Numbers *n, int64_t number, uint8_t *sorted) noexcept nogil:
    """Set `sorted` to the pieces of the set of that number, in rising order. Within a pool, the
    i-th piece is the largest e with choose(e, i) at most the rest of the number."""
    cdef int64_t in_pool
    cdef int pool, i, e, end = n.length
    for pool in range(n.pools):
        in_pool = number // n.stride[pool]
        number -= in_pool * n.stride[pool]
        end = 0
        for i in range(pool + 1):
            end += n.count[i]
        e = n.first[pool + 1] - n.first[pool]
        for i in range(n.count[pool], 0, -1):
            e -= 1
            while <int64_t> n.choose[e][i] > in_pool:
                e -= 1
            in_pool -= <int64_t> n.choose[e][i]
            end -= 1
            sorted[end] = <uint8_t> (n.first[pool] + e)


cdef inline bint has_bit(const uint64_t *bits, int64_t number) noexcept nogil:
    return (bits[number >> 6] >> (number & 63)) & 1


cdef inline void set_bit(uint64_t *bits, int64_t number) noexcept nogil:
    bits[number >> 6] |= <uint64_t> 1 << (number & 63)


cdef int set_numbers(Numbers *n, data) except -1:
    """Copy calpuzzle.design.families.solving.PoolNumbers. Raise ValueError if it exceeds the bounds
    of this module."""
    cdef int pool, i, k, code
    cdef uint64_t sum
    n.pieces = len(data.pool)
    n.pools = len(data.counts)
    n.length = sum_of(data.counts)
    if not (0 < n.pieces <= PIECES and 0 < n.pools <= POOLS and 0 < n.length <= DEPTH):
        raise ValueError("the number of pieces or pools is out of range")
    for i in range(n.pieces):
        n.pool[i] = data.pool[i]
        if not (n.pool[i - 1] if i else 0) <= n.pool[i] < n.pools:
            raise ValueError("the pieces are not sorted by pool")
        for pool in range(n.pool[i] + 1, n.pools + 1):
            n.first[pool] = i + 1
    for i in range(PIECES + 1):
        n.choose[i][0] = 1
        for k in range(1, DEPTH + 1):
            # Capped, so that no sum overflows; the numbers of sets are far smaller.
            sum = n.choose[i - 1][k - 1] + n.choose[i - 1][k] if i else 0
            n.choose[i][k] = min(sum, <uint64_t> 1 << 62)
    n.codes = 1
    n.sets = 1
    for pool in range(n.pools - 1, -1, -1):
        n.count[pool] = data.counts[pool]
        n.stride[pool] = n.sets
        k = n.first[pool + 1] - n.first[pool]
        if not 0 <= n.count[pool] <= k or n.codes * (n.count[pool] + 1) > CODES:
            raise ValueError("the counts do not fit")
        sum = n.choose[k][n.count[pool]]
        if sum > (<uint64_t> 1 << 40) // <uint64_t> n.sets:
            raise ValueError("there are too many sets")
        n.sets *= <int64_t> sum
        n.code_stride[pool] = n.codes
        n.codes *= n.count[pool] + 1
    for pool in range(n.pools):
        for code in range(n.codes):
            if code // n.code_stride[pool] % (n.count[pool] + 1) < n.count[pool]:
                n.below[pool] |= <uint64_t> 1 << code
    return 0


cdef int sum_of(counts) except -1:
    return sum(counts)


@cython.final
cdef class Fillings:
    """The fillings of a board; calpuzzle/_core/fillings.pyi documents it."""

    cdef Outlines o
    cdef Numbers n
    cdef int32_t *piece      # of each option
    cdef uint64_t *fillable  # of each outline
    # The walk. For each depth: the outline, the next edge, the code of the pieces still to place,
    # the piece placed from there, and the pieces so far, in rising order.
    cdef bint begun
    cdef int depth           # -1 if the walk is finished
    cdef int64_t at[DEPTH + 1]
    cdef int64_t edge[DEPTH + 1]
    cdef int code[DEPTH + 1]
    cdef int last[DEPTH + 1]
    cdef uint8_t sorted[DEPTH + 1][DEPTH + 1]
    cdef uint8_t used[PIECES]

    def __cinit__(self, items, numbers, piece, int64_t bound):
        cdef int i
        set_outlines(&self.o, items, bound)
        set_numbers(&self.n, numbers)
        if len(piece) != self.o.options or len(items.groups):
            raise ValueError("each option must belong to a piece, and there must be no groups")
        self.piece = <int32_t *> allocate(self.o.options, 4)
        for i in range(self.o.options):
            self.piece[i] = piece[i]
            if not 0 <= self.piece[i] < self.n.pieces:
                raise ValueError("an option belongs to a piece that does not exist")

    def __dealloc__(self):
        free_outlines(&self.o)
        free(self.piece)
        free(self.fillable)

    def outlines(self, stop):
        """Find all outlines, and the codes that can be filled from each; return the number of
        outlines."""
        cdef Outlines *o = &self.o
        self.begun = False
        free(self.fillable)
        self.fillable = NULL
        find_outlines(o, stop)
        self.fillable = <uint64_t *> allocate(o.number, 8)
        if o.number:
            with nogil:
                self.find_fillable()
        return o.number

    cdef void find_fillable(self) noexcept nogil:
        """Set `fillable`, from the full board back to the root: a code can be filled if, for some
        edge, the code with one piece fewer of the edge's pool can be filled at the other end."""
        cdef Outlines *o = &self.o
        cdef int64_t s, e
        cdef int pool
        self.fillable[o.number - 1] = 1
        for s in range(o.number - 2, -1, -1):
            for e in range(o.out.first[s], o.out.first[s + 1]):
                pool = self.n.pool[self.piece[o.out.option[e]]]
                self.fillable[s] |= (
                    self.fillable[o.out.other_end[e]] & self.n.below[pool]
                ) << self.n.code_stride[pool]

    def begin(self):
        """Begin a walk."""
        if self.fillable == NULL:
            raise ValueError("`outlines` must be called first")
        self.begun = True
        memset(self.used, 0, PIECES)
        self.depth = -1
        if self.o.number and (self.fillable[0] >> (self.n.codes - 1)) & 1:
            self.depth = 0
            self.at[0] = 0
            self.edge[0] = self.o.out.first[0]
            self.code[0] = self.n.codes - 1

    def go_on(
        self, const uint64_t[::1] candidates, uint64_t[::1] filled, subsets, int64_t budget
    ):
        """Walk for some steps, and record the sets with fillings; see the stub."""
        cdef const uint64_t *tables[SUBSET + 1]
        cdef const uint64_t[::1] table
        cdef const uint64_t *known = NULL
        cdef int k
        cdef int64_t words = (self.n.sets + 63) // 64
        if not self.begun:
            raise ValueError("`begin` must be called first")
        if filled.shape[0] != words or (candidates is not None and candidates.shape[0] != words):
            raise ValueError("there must be one bit per set")
        if candidates is not None:
            known = &candidates[0]
        for k in range(SUBSET + 1):
            tables[k] = NULL
        for k, table in enumerate(() if subsets is None else subsets, 2):
            if k > SUBSET or table.shape[0] != self.subset_words(k):
                raise ValueError("there must be one bit per subset")
            # Subsets of more pieces than there are have an empty table, without a first element.
            tables[k] = &table[0] if table.shape[0] else NULL
        cdef uint64_t *found = &filled[0]
        with nogil:
            self.walk(known, found, tables, budget)
        return self.depth >= 0

    cdef int64_t subset_words(self, int length) noexcept nogil:
        return (<int64_t> self.n.choose[self.n.pieces][length] + 63) // 64

    cdef void walk(
        self, const uint64_t *candidates, uint64_t *filled, const uint64_t **subsets, int64_t budget
    ) noexcept nogil:
        cdef Outlines *o = &self.o
        cdef Numbers *n = &self.n
        cdef int depth = self.depth, piece, pool, length, i
        cdef int64_t e, to, number
        cdef uint8_t *before
        cdef uint8_t *after
        while depth >= 0 and budget > 0:
            budget -= 1
            e = self.edge[depth]
            if e == o.out.first[self.at[depth] + 1]:
                depth -= 1
                if depth >= 0:
                    self.used[self.last[depth]] = 0
                continue
            self.edge[depth] = e + 1
            piece = self.piece[o.out.option[e]]
            pool = n.pool[piece]
            to = o.out.other_end[e]
            if self.used[piece] or not (
                ((self.fillable[to] & n.below[pool]) << n.code_stride[pool])
                >> self.code[depth] & 1
            ):
                continue
            # Insert the piece into the sorted list of the pieces so far.
            length = depth + 1
            before = self.sorted[depth]
            after = self.sorted[length]
            i = depth
            while i > 0 and before[i - 1] > piece:
                after[i] = before[i - 1]
                i -= 1
            after[i] = <uint8_t> piece
            while i > 0:
                i -= 1
                after[i] = before[i]
            if length <= SUBSET and subsets[length] != NULL:
                if not has_bit(subsets[length], number_of_subset(n, after, length)):
                    continue
            if length == n.length:
                number = number_of_set(n, after)
                invariant(0 <= number < n.sets)
                if candidates == NULL or has_bit(candidates, number):
                    set_bit(filled, number)
                continue
            self.used[piece] = 1
            self.last[depth] = piece
            depth = length
            self.at[depth] = to
            self.edge[depth] = o.out.first[to]
            self.code[depth] = self.code[depth - 1] - n.code_stride[pool]
            invariant(self.code[depth] >= 0 and depth < n.length)
        self.depth = depth

    def mark_subsets(self, const uint64_t[::1] candidates, subsets):
        """Record all small subsets of the candidates in the tables; see the stub."""
        cdef uint64_t *tables[SUBSET + 1]
        cdef uint64_t[::1] table
        cdef int k
        if candidates.shape[0] != (self.n.sets + 63) // 64 or len(subsets) != SUBSET:
            raise ValueError("there must be one bit per set, and four tables")
        for k, table in enumerate(subsets, 1):
            if table.shape[0] != self.subset_words(k):
                raise ValueError("there must be one bit per subset")
            tables[k] = &table[0] if table.shape[0] else NULL
        cdef const uint64_t *bits = &candidates[0]
        with nogil:
            self.mark_all(bits, tables)

    cdef void mark_all(self, const uint64_t *candidates, uint64_t **subsets) noexcept nogil:
        cdef uint8_t sorted[DEPTH]
        cdef uint8_t chosen[SUBSET]
        cdef int64_t w, words = (self.n.sets + 63) // 64
        cdef uint64_t bits
        for w in range(words):
            bits = candidates[w]
            while bits:
                pieces_of(&self.n, 64 * w + bits_lowest64(bits), sorted)
                bits &= bits - 1
                self.mark_of(sorted, chosen, 0, 0, subsets)

    cdef void mark_of(
        self, const uint8_t *sorted, uint8_t *chosen, int length, int first, uint64_t **subsets
    ) noexcept nogil:
        """Record all subsets that begin with the `length` chosen pieces and continue with pieces
        from `sorted[first]` on."""
        cdef int i
        for i in range(first, self.n.length):
            chosen[length] = sorted[i]
            set_bit(subsets[length + 1], number_of_subset(&self.n, chosen, length + 1))
            if length + 1 < SUBSET:
                self.mark_of(sorted, chosen, length + 1, i + 1, subsets)
