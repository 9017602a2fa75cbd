"""Meet in the middle for all piece sets of a family at once.

Design
------
The solutions are not counted for each set of pieces separately. Any piece of the family may be
placed, as often as a set can contain it, and the used pieces are part of a state. The partial
fillings of a board have few outlines. One list of used-piece sets per outline, each with its number
of ways, represents all ways to reach the outline:

    outlines.pxi  the outlines, and the edges between them
    entries.pxi   the pieces with which an outline is reached from below, and completed above
    joining.pxi   both together: a counter for each set

A key has these fields, from the lowest bit on: for each pool (pieces of one size, see
calpuzzle/design/families/family.py), the number of copies of each piece, or, if a set has at most
one piece of the pool, the index of this piece; the number of pieces of each pool; and the number of
the instance as far as it is known. If the number of copies is at most one, the field is one bit,
and `test` of the piece's options is that bit. The other numbers of copies, and the numbers of
pieces of the pools, begin at a bias such that a value too large sets the field's highest bit, a
guard.

The methods of a Meeting are called in this order: outlines; below; above; join, for each pair of
instances; and then below or above again with other options. Outlines are found once. Keys and
outlines are words of 64 bits, or of 128 (BOARD_WORDS of the including file). The class checks that
its tables stay within bounds, and rejects calls out of order. Memory past `bound` raises
OverflowError. A Meeting belongs to one thread. `stop` is called often, so that Python handles
Ctrl-C, except while the edges are stored or a long list is sorted.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from bits cimport bits_prefetch_write
from memory cimport allocate

include "outlines.pxi"

ctypedef board_t key_t
ctypedef uint32_t ways_t

include "entries.pxi"


cdef struct Keys:
    board_t *add             # of each option
    board_t *test
    char *allowed            # of each option: 1 if it may be placed
    board_t bias
    board_t guards
    char *wanted             # of each outline: 1 if its upper list is needed
    Store table


include "joining.pxi"


cdef inline int layer_number(Outlines *o, board_t covered) noexcept nogil:
    """Return the layer of an outline: its lowest open item."""
    return lowest_open(o, covered)


cdef enum:
    # The last finished call of a Meeting.
    NOTHING = 0
    OUTLINES
    BELOW
    ABOVE


cdef int64_t gather(
    Outlines *o, Keys *k, Half *half, int64_t s, Edges *edges, int64_t limit
) noexcept nogil:
    """Make the list of outline s from the lists at the other ends of its edges, without those of
    the outlines from number `limit` on. Return the size of the list, or an error code."""
    cdef int64_t e, other
    cdef int option, code
    for e in range(edges.first[s], edges.first[s + 1]):
        option = edges.option[e]
        other = edges.other_end[e]
        if k.allowed[option] and other < limit:
            code = add_entries(
                &o.memory, &k.table, &half.layers[0], half.start[other], half.end[other],
                k.add[option], k.test[option], k.guards
            )
            if code:
                return code
    return take_entries(&o.memory, &k.table, half, 0, s)


cdef void want(Outlines *o, Keys *k, Half *lower, int64_t cut) noexcept nogil:
    """Mark the outlines whose upper lists are needed: those that the lower half leads to."""
    cdef int64_t s, e
    for s in range(cut, o.number):
        k.wanted[s] = lower.end[s] > lower.start[s]
    for s in range(cut, o.number):
        if k.wanted[s]:
            for e in range(o.out.first[s], o.out.first[s + 1]):
                if k.allowed[o.out.option[e]]:
                    k.wanted[o.out.other_end[e]] = 1


@cython.final
cdef class Meeting:
    """Halves that meet; calpuzzle/_core/meeting64.pyi documents it."""

    cdef Outlines o
    cdef Keys k
    cdef Half lower
    cdef Half upper
    cdef Join j
    cdef int stage
    cdef int cut
    cdef int64_t cut_outline  # the number of the first outline at or past the cut
    cdef int64_t sets

    def __cinit__(self, items, keys, int cut, int64_t bound):
        cdef Keys *k = &self.k
        set_outlines(&self.o, items, bound)
        if not len(keys.add) == len(keys.test) == self.o.options:
            raise ValueError("there must be one key per option")
        k.add = boards(keys.add)
        k.test = boards(keys.test)
        k.allowed = <char *> allocate(self.o.options, 1)
        k.bias = board(keys.bias)
        k.guards = board(keys.guards)
        self.set_join(keys)
        if not 0 <= cut <= self.o.items:
            raise ValueError("there is no such cut")
        self.cut = cut

    cdef int set_join(self, keys) except -1:
        cdef Join *j = &self.j
        cdef int64_t i
        j.singles = board(keys.singles)
        j.count_mask = board(keys.count_mask)
        j.piece_mask = board(keys.piece_mask)
        j.instance_shift = keys.instance_shift
        j.instances[0], j.instances[1] = keys.instances
        j.combinations = len(keys.wanted)
        j.chunks = len(keys.chunks)
        if (
            j.chunks > CHUNKS or min(j.instances) < 1
            or not 0 <= j.instance_shift < 64 * BOARD_WORDS
        ):
            raise ValueError("the keys exceed the bounds of this module")
        if len(keys.begin) != j.combinations:
            raise ValueError("`wanted` and `begin` of the keys differ in length")
        j.wanted = boards(keys.wanted)
        j.begin = <int64_t *> allocate(j.combinations, 8)
        for i in range(j.combinations):
            j.begin[i] = keys.begin[i]
        for i in range(j.chunks):
            j.shifts[i], j.masks[i] = keys.chunks[i]
        # One more, because `join_ranges` writes a hit before it knows whether to keep it.
        j.sums = <board_t *> allocate(HITS + 1, sizeof(board_t))
        j.products = <uint64_t *> allocate(HITS + 1, 8)
        j.numbers = <int64_t *> allocate(HITS, 8)
        j.tables = <uint64_t *> allocate(len(keys.tables), 8)
        for i in range(len(keys.tables)):
            j.tables[i] = keys.tables[i]
        self.sets = keys.sets
        self.check_tables(len(keys.tables))
        return 0

    cdef int check_tables(self, int64_t size) except -1:
        """Raise ValueError if a path through the tables leaves the tables or the counters. All
        values of the chunks are followed, because the sum of two keys may have any bits."""
        cdef Join *j = &self.j
        cdef int combination, chunk
        cdef uint64_t entry
        cdef int64_t i, place, number
        reached = {}
        for combination in range(j.combinations):
            reached = {j.begin[combination]: 0}
            for chunk in range(j.chunks):
                following = {}
                for place, number in reached.items():
                    if place < 0 or place + <int64_t> j.masks[chunk] >= size:
                        raise ValueError("the tables lead outside themselves")
                    for i in range(<int64_t> j.masks[chunk] + 1):
                        entry = j.tables[place + i]
                        to = <int64_t> (entry >> NUMBER_BITS)
                        most = number + <int64_t> (entry & ((<uint64_t> 1 << NUMBER_BITS) - 1))
                        following[to] = max(following.get(to, 0), most)
                reached = following
            if max(reached.values()) >= self.sets:
                raise ValueError("the tables lead past the sets")
        return 0

    def __dealloc__(self):
        free_half(&self.o.memory, &self.lower, 1)
        free_half(&self.o.memory, &self.upper, 1)
        free_store(&self.o.memory, &self.k.table)
        free_outlines(&self.o)
        free_join(&self.j)
        free(self.k.add)
        free(self.k.test)
        free(self.k.allowed)
        free(self.k.wanted)

    cdef int enter(self, int least, int most, int after_failure) except -1:
        """Raise ValueError unless the current stage is from `least` to `most`. Set the stage to
        `after_failure`, where it stays if the call fails."""
        if not least <= self.stage <= most:
            raise ValueError("this method of the Meeting cannot be called now")
        self.stage = after_failure
        return 0

    def outlines(self, stop):
        """Find all outlines; return their number and that of the edges between them."""
        cdef Outlines *o = &self.o
        cdef Memory *m = &o.memory
        self.enter(NOTHING, NOTHING, NOTHING)
        find_outlines(o, stop)
        self.cut_outline = o.first[self.cut]
        self.k.table.width = 1
        make_half(m, &self.lower, 1, o.number)
        make_half(m, &self.upper, 1, o.number)
        check_code(reserve_once(m, <void **> &self.k.wanted, o.number))
        self.reserve_join(o.number - self.cut_outline)
        self.stage = OUTLINES
        return o.number, o.edges

    cdef int reserve_join(self, int64_t outlines) except -1:
        """Allocate the data of `outlines` outlines where the halves may meet."""
        cdef Join *j = &self.j
        cdef int side
        for side in range(2):
            check_code(reserve_once(
                &self.o.memory, <void **> &j.instance_first[side],
                outlines * (j.instances[side] + 1) * 8
            ))
        return 0

    cdef int64_t make(self, Half *half, allowed, stop) except -1:
        """Make all lists of a half with the allowed options; return the number of entries."""
        cdef Outlines *o = &self.o
        cdef Entries *list = &half.layers[0]
        cdef bint lower = half == &self.lower
        cdef Edges *edges = &o.into if lower else &o.out
        # A solution is joined at its first outline at or past the cut, so the lower half is
        # extended only from outlines before the cut.
        cdef int64_t limit = self.cut_outline if lower else o.number
        cdef int64_t s = 0 if lower else o.number - 1
        cdef int64_t last = o.number - 1 if lower else self.cut_outline
        cdef int64_t code = 0, most
        cdef int i
        if len(allowed) != o.options:
            raise ValueError("`allowed` must have one entry per option")
        for i in range(o.options):
            self.k.allowed[i] = bool(allowed[i])
        if not o.number:
            return 0
        # A call that failed may have left entries in the table; then it may only be freed.
        free_store(&o.memory, &self.k.table)
        seed(&o.memory, half, 0, s, o.number, self.k.bias)
        if not lower:
            want(o, &self.k, &self.lower, self.cut_outline)
        while code >= 0 and (s < last if lower else s > last):
            most = list.size + SLICE
            with nogil:
                while (s < last if lower else s > last) and list.size < most and code >= 0:
                    s += 1 if lower else -1
                    if lower or self.k.wanted[s]:
                        code = gather(o, &self.k, half, s, edges, limit)
            check_code(code)
            stop()
        return list.size

    def below(self, allowed, stop):
        """Make the lists of the lower half; return the number of entries."""
        cdef int64_t size
        self.enter(OUTLINES, ABOVE, OUTLINES)
        size = self.make(&self.lower, allowed, stop)
        self.stage = BELOW
        return size

    def above(self, allowed, stop):
        """Make the lists of the upper half, and find where the halves meet; return the number of
        entries."""
        cdef int64_t size, s = self.cut_outline
        self.enter(BELOW, ABOVE, BELOW)
        size = self.make(&self.upper, allowed, stop)
        self.j.meeting_outlines = 0
        while s < self.o.number:
            with nogil:
                s = find_meeting(&self.o, &self.j, &self.lower, &self.upper, s)
            stop()
        self.stage = ABOVE
        return size

    @property
    def meeting_outlines(self):
        """Return the number of outlines at which the halves meet."""
        return self.j.meeting_outlines

    def join(self, int low, int high, uint32_t[::1] counters, int64_t start, int64_t budget):
        """Add the solutions of two instances, one of each half; see the stub."""
        cdef Join *j = &self.j
        cdef uint64_t total = 0
        cdef int64_t m = start, done = 0, a, b, c, d, begin = 0
        if self.stage != ABOVE:
            raise ValueError("this method of the Meeting cannot be called now")
        if not (0 <= low < j.instances[0] and 0 <= high < j.instances[1] and start >= 0):
            raise ValueError("there is no such instance")
        if counters.shape[0] != self.sets:
            raise ValueError("there must be one counter per set")
        cdef uint32_t *sums = &counters[0]
        with nogil:
            while m < j.meeting_outlines and done < budget:
                a = j.instance_first[0][m * (j.instances[0] + 1) + low]
                b = j.instance_first[0][m * (j.instances[0] + 1) + low + 1]
                c = j.instance_first[1][m * (j.instances[1] + 1) + high]
                d = j.instance_first[1][m * (j.instances[1] + 1) + high + 1]
                if a < b and c < d:
                    total += join_instance(
                        j, &self.k, &self.lower, a, b, &self.upper, c, d, &begin, sums
                    )
                    done += (b - a) * (d - c)
                m += 1
            total += flush(j, self.k.bias, begin, sums)
        return m, total
