"""Counts of all piece sets of a family, from halves that meet.

Design
------
A puzzle is not counted for each set of pieces: any piece of the family may be laid, as often as a
set can have it, and which ones are used is carried along. The partial fillings of a board have few
outlines, and the lists of used pieces at an outline are the same whatever led there:

    outlines.pxi  the outlines, and how one becomes another
    halves.pxi    with which pieces an outline is reached from below, and completed above
    joining.pxi   both together: a counter for each set

The class Meeting joins the parts, in this order: outlines; below; above; join, of each pair of
instances; and below or above again for others. Outlines are found once. It checks what its tables
lead to; calls out of order are refused. Memory past `bound` stops with OverflowError. A Meeting
belongs to one thread; calls return often, so that Python sees Ctrl-C.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from bits cimport (
    BOARD_WORDS, bits_count, bits_count64, bits_fetch, bits_lowest, bits_lowest64, board_t,
)
from bounds cimport MAX_GROUPS, end_of
from memory cimport room

include "outlines.pxi"
include "halves.pxi"
include "joining.pxi"


cdef inline int layer_number(Outlines *o, board_t covered) noexcept nogil:
    """A layer holds the outlines of one lowest open item."""
    return lowest_open(o, covered)


cdef enum:
    # What a Meeting has done.
    SPOILT = -1
    NOTHING
    OUTLINES
    BELOW
    ABOVE


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
    cdef int made             # the layer whose lists are next
    cdef int64_t cut_outline  # the number of the first outline at or past the cut
    cdef int64_t sets

    def __cinit__(self, items, keys, int cut, int64_t bound):
        self.stage = SPOILT
        self.o.bound = bound
        set_outlines(&self.o, items)
        self.read_keys(keys)
        if not 0 <= cut <= self.o.items:
            raise ValueError("there is no such cut")
        self.cut = cut
        self.stage = NOTHING

    cdef int read_keys(self, keys) except -1:
        cdef Keys *k = &self.k
        cdef Join *j = &self.j
        cdef int i
        cdef int64_t n, size = len(keys.tables)
        k.add = <set_t *> room(self.o.options, sizeof(set_t))
        k.test = <set_t *> room(self.o.options, sizeof(set_t))
        k.allowed = <char *> room(self.o.options, 1)
        for i in range(self.o.options):
            k.add[i] = keys.add[i]
            k.test[i] = keys.test[i]
        k.bias = keys.bias
        k.guards = keys.guards
        j.singles = keys.singles
        j.counts = keys.counts
        j.fields = keys.fields
        j.lane_shift = keys.lane_shift
        j.lanes[0], j.lanes[1] = keys.lanes
        j.blocks = len(keys.wanted)
        j.chunks = len(keys.chunks)
        if (
            j.chunks > CHUNKS or min(j.lanes) < 1
            or not 0 <= j.lane_shift < <int> (8 * sizeof(set_t))
        ):
            raise ValueError("the keys do not fit")
        j.wanted = <set_t *> room(j.blocks, sizeof(set_t))
        j.begin = <int64_t *> room(j.blocks, 8)
        for i in range(j.blocks):
            j.wanted[i] = keys.wanted[i]
            j.begin[i] = keys.begin[i]
        for i in range(j.chunks):
            j.shifts[i], j.masks[i] = keys.chunks[i]
        # One more, for `crossed` writes before it knows whether it keeps.
        j.sums = <set_t *> room(HITS + 1, sizeof(set_t))
        j.products = <uint64_t *> room(HITS + 1, 8)
        j.numbers = <int64_t *> room(HITS, 8)
        j.tables = <uint64_t *> room(size, 8)
        for n in range(size):
            j.tables[n] = keys.tables[n]
        self.sets = keys.sets
        self.check_tables(size)
        return 0

    cdef int check_tables(self, int64_t size) except -1:
        """Follow every way through the tables as far as they are wide, so that no sum, right or
        wrong, leads outside them or the counters."""
        cdef Join *j = &self.j
        cdef int block, chunk
        cdef uint64_t entry
        cdef int64_t i, place, number
        reached = {}
        for block in range(j.blocks):
            reached = {j.begin[block]: 0}
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
        free_outlines(&self.o)
        free_half(&self.lower)
        free_half(&self.upper)
        free_join(&self.j)
        free(self.k.add)
        free(self.k.test)
        free(self.k.allowed)
        free_buffer(&self.k.here)
        free_buffer(&self.k.there)
        free(self.k.runs)

    cdef int must(self, int64_t code) except -1:
        """Raise what an error code means."""
        if code < 0:
            self.stage = SPOILT
        if code == NO_MEMORY:
            raise MemoryError
        if code == OVER_BOUND:
            raise OverflowError("the halves are past their memory bound")
        if code == OVER_COUNT:
            raise ArithmeticError("ways are past 32 bits")
        return 0

    cdef int expect(self, int stage) except -1:
        if self.stage < stage:
            raise ValueError("the meeting is called out of its order")
        return 0

    def outlines(self, int place):
        """One layer forward (from 0 on), or, from the full set down, one back: see the stub."""
        cdef Outlines *o = &self.o
        cdef int code
        self.expect(NOTHING)
        if self.stage != NOTHING or place != (
            self.made if self.made < o.items else o.items - 1 - self.made
        ) or self.made > 2 * o.items:
            raise ValueError("the meeting is called out of its order")
        self.made += 1
        if place == 0:
            self.must(add_outline(o, o.root))
        if place >= 0:
            with nogil:
                code = spread(o, place, 0, o.layers[place].size)
            self.must(code)
        elif place == -1:
            if o.layers[o.items].size:
                o.layers[o.items].live[0] = 1
        else:
            with nogil:
                place += o.items + 1
                thin(o, place, 0, o.layers[place].size)

    def pack(self):
        """End the finding of outlines; how many there are, and how many edges between them."""
        cdef Outlines *o = &self.o
        cdef Half *half
        cdef int64_t s, longest = 0
        self.expect(NOTHING)
        if self.stage != NOTHING or self.made <= 2 * o.items:
            raise ValueError("the meeting is called out of its order")
        self.must(pack(o))
        self.cut_outline = o.layers[self.cut].base
        for s in range(o.number):
            longest = max(longest, o.out_first[s + 1] - o.out_first[s])
            longest = max(longest, o.in_first[s + 1] - o.in_first[s])
        self.must(more(o, <void **> &self.k.runs, 0, longest * 8))
        half = &self.lower
        for _ in range(2):
            self.must(more(o, <void **> &half.start, 0, o.number * 8))
            self.must(more(o, <void **> &half.end, 0, o.number * 8))
            self.must(more(o, <void **> &half.wanted, 0, o.number))
            half = &self.upper
        self.stage = OUTLINES
        return o.number, o.edges

    cdef int allow(self, allowed) except -1:
        cdef int i
        if len(allowed) != self.o.options:
            raise ValueError("as many options are to be allowed as there are")
        for i in range(self.o.options):
            self.k.allowed[i] = bool(allowed[i])
        return 0

    def start_below(self, allowed):
        """Let the lower half begin at the root, with these options."""
        cdef Outlines *o = &self.o
        self.expect(OUTLINES)
        self.allow(allowed)
        self.stage = OUTLINES
        if o.number:
            self.must(seed(o, &self.k, &self.lower, 0))
        self.made = 0

    def below(self, int place):
        """Make the lists of the lower half in a layer; the entries so far."""
        cdef Outlines *o = &self.o
        cdef int64_t s, first
        cdef int code = 0
        self.expect(OUTLINES)
        if place != self.made or place > o.items:
            raise ValueError("the meeting is called out of its order")
        first = o.layers[place].base
        with nogil:
            for s in range(max(first, 1), first + o.layers[place].size):
                code = gather(
                    o, &self.k, &self.lower, s, o.in_first, o.in_from, o.in_option, self.cut_outline
                )
                if code:
                    break
        self.must(code)
        self.made += 1
        if self.made > o.items:
            self.stage = BELOW
        return self.lower.size

    def start_above(self, allowed):
        """Let the upper half begin at the full set, with these options."""
        cdef Outlines *o = &self.o
        self.expect(BELOW)
        self.allow(allowed)
        self.stage = BELOW
        if o.number:
            self.must(seed(o, &self.k, &self.upper, o.number - 1))
            with nogil:
                want(o, &self.k, &self.lower, &self.upper, self.cut_outline)
        self.made = o.items - 1

    def above(self, int place):
        """Make the lists of the upper half in a layer; the entries so far."""
        cdef Outlines *o = &self.o
        cdef int64_t s, first
        cdef int code = 0
        self.expect(BELOW)
        if place != self.made or place < 0:
            raise ValueError("the meeting is called out of its order")
        first = o.layers[place].base
        with nogil:
            for s in range(first + o.layers[place].size - 1, first - 1, -1):
                code = gather(
                    o, &self.k, &self.upper, s, o.out_first, o.out_to, o.out_option, o.number
                )
                if code:
                    break
        self.must(code)
        self.made -= 1
        return self.upper.size

    def meet(self):
        """Find where the halves meet, when both are made; at how many outlines."""
        self.expect(BELOW)
        if self.made >= self.cut:
            raise ValueError("the meeting is called out of its order")
        self.find()
        self.stage = ABOVE
        return self.j.meeting

    cdef int find(self) except -1:
        cdef Outlines *o = &self.o
        cdef Join *j = &self.j
        cdef int side
        cdef int64_t past_cut = o.number - self.cut_outline
        if j.outline == NULL:
            self.must(more(o, <void **> &j.outline, 0, past_cut * 8))
            for side in range(2):
                self.must(
                    more(o, <void **> &j.lane_first[side], 0, past_cut * (j.lanes[side] + 1) * 8)
                )
        with nogil:
            find_meeting(o, j, &self.lower, &self.upper, self.cut_outline)
        return 0

    @property
    def meeting(self):
        """At how many outlines the halves meet."""
        return self.j.meeting

    def join(self, int low, int high, uint32_t[::1] counters, int64_t start, int64_t budget):
        """Add what the two instances have together; see the stub."""
        cdef Join *j = &self.j
        cdef uint64_t total = 0
        cdef int64_t m = start, done = 0, a, b, c, d, begin = 0
        self.expect(ABOVE)
        if not (0 <= low < j.lanes[0] and 0 <= high < j.lanes[1] and start >= 0):
            raise ValueError("there is no such instance")
        if counters.shape[0] != self.sets:
            raise ValueError("there must be a counter a set")
        with nogil:
            while m < j.meeting and done < budget:
                a = j.lane_first[0][m * (j.lanes[0] + 1) + low]
                b = j.lane_first[0][m * (j.lanes[0] + 1) + low + 1]
                c = j.lane_first[1][m * (j.lanes[1] + 1) + high]
                d = j.lane_first[1][m * (j.lanes[1] + 1) + high + 1]
                if a < b and c < d:
                    total += met(
                        j, &self.k, &self.lower, a, b, &self.upper, c, d, &begin, &counters[0]
                    )
                    done += (b - a) * (d - c)
                m += 1
            total += flush(j, self.k.bias, begin, &counters[0])
        return m, total

    @property
    def bytes(self):
        """The memory in use."""
        return self.o.bytes
