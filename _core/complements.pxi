"""The solutions of a board counted from two halves, of which each has the pieces the other lacks.

Design
------
All pieces of a puzzle are used. So the first part of a solution, up to some outline, goes together
with just those completions of that outline that use all the other pieces: the pieces that are used
need not be carried past the middle, where their sets are the most. There are two halves:

    the lower one: of each outline, with which pieces it is reached from the root
    the upper one: of each outline, with which pieces the full set is reached from it

Outlines (outlines.pxi) lie in layers by how many items they cover, and the halves meet at the first
outline of each solution that covers `cut` items or more. There the lower list is thrown into a
table, and for each entry of the upper lists that lead on from there the complement is looked up.
So neither list is kept where they are longest, and a layer is given up as soon as no option is long
enough to lead from it, or to it.

A key is the word `used` of calpuzzle/engines/layout.py: a counter for each piece and each group.
`add` of an option is one more of its counter, `test` its highest bit, which is set where all are
used. Both halves count upwards from the word `nothing`; two keys complete each other if their sum
is `nothing + everything`, modulo the word, for the sum of each pair of counters is then right.

Where solutions are to be listed, all is the upper half, and all its lists are kept. A walk from the
root then takes just the edges past which the complement of its key has ways: there is no dead end,
and the number of ways says which solution is the k-th.

The class is one machine that is driven by `run`, and goes through its phases; memory past `bound`
stops it with OverflowError. It belongs to one thread.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from bits cimport (
    BOARD_WORDS, bits_add, bits_count, bits_count64, bits_lowest, board_t, wide_high, wide_low,
    wide_t,
)
from bounds cimport MAX_GROUPS
from memory cimport room

include "outlines.pxi"
include "entries.pxi"


cdef enum:
    # What is done next.
    SPREAD = 0
    THIN
    PACK
    BELOW
    ABOVE
    DONE
    SPOILT


cdef struct Half:
    Entries *layers
    int64_t *start           # of each outline, in the entries of its layer
    int64_t *end


cdef struct Step:
    int64_t outline
    int64_t edge             # the one that is taken
    key_t key
    int layer


cdef inline int layer_number(Outlines *o, board_t covered) noexcept nogil:
    """A layer holds the outlines that cover so many items."""
    return bits_count(covered)


cdef int seed(Outlines *o, Half *half, int layer, int64_t s, key_t nothing) noexcept nogil:
    """Let the half begin at an outline, with nothing used."""
    cdef Entries *list = &half.layers[layer]
    cdef int code = enlarge(o, list, 1)
    if code:
        return code
    list.keys[0] = nothing
    list.ways[0] = 1
    list.size = 1
    half.end[s] = 1
    return 0


cdef void free_half(Half *half, int layers) noexcept:
    cdef int i
    if half.layers != NULL:
        for i in range(layers):
            free(half.layers[i].keys)
            free(half.layers[i].ways)
    free(half.layers)
    free(half.start)
    free(half.end)


@cython.final
cdef class Complements:
    """Two halves that complete each other; calpuzzle/_core/complements32.pyi documents it."""

    cdef Outlines o
    cdef key_t *add
    cdef key_t *test
    cdef key_t nothing
    cdef key_t both          # the sum of two keys that complete each other
    cdef int *length         # of each option the items that it covers
    cdef int longest
    cdef int cut
    cdef int first           # the layer of the root
    cdef bint listing
    cdef Half lower
    cdef Half upper
    cdef Table table
    cdef Sum sum
    cdef char *sorted        # of each outline, whether its list is
    cdef Step *steps
    cdef int depth           # of the solution that the steps lead along
    cdef int phase
    cdef int layer
    cdef int64_t at          # in the layer
    cdef readonly int64_t entries    # so far
    cdef readonly int64_t most_bytes

    def __cinit__(self, items, keys, int cut, int64_t bound):
        cdef int i, bits = keys.bits
        self.phase = SPOILT
        self.o.bound = bound
        set_outlines(&self.o, items)
        if not 0 <= bits <= <int> (8 * sizeof(key_t)):
            raise ValueError("the keys do not fit")
        self.first = bits_count(self.o.root)
        if not self.first <= cut <= self.o.items or self.first == self.o.items:
            raise ValueError("there is no such cut")
        self.add = <key_t *> room(self.o.options, sizeof(key_t))
        self.test = <key_t *> room(self.o.options, sizeof(key_t))
        self.length = <int *> room(self.o.options, sizeof(int))
        for i in range(self.o.options):
            self.add[i] = keys.add[i]
            self.test[i] = keys.test[i]
            self.length[i] = bits_count(self.o.masks[i])
            self.longest = max(self.longest, self.length[i])
        self.listing = cut == self.first
        # Where all is kept, no layer is near enough to the cut to be joined.
        self.cut = self.first - self.longest if self.listing else cut
        self.nothing = keys.nothing
        self.both = self.nothing + <key_t> keys.everything
        self.lower.layers = <Entries *> room(self.o.items + 1, sizeof(Entries))
        self.upper.layers = <Entries *> room(self.o.items + 1, sizeof(Entries))
        self.must(set_table(&self.o, &self.table, bits))
        self.must(add_outline(&self.o, self.o.root))
        self.steps = <Step *> room(self.o.items + 1, sizeof(Step))
        self.layer = self.first
        self.phase = SPREAD

    def __dealloc__(self):
        free_half(&self.lower, self.o.items + 1)
        free_half(&self.upper, self.o.items + 1)
        free_table(&self.table)
        free_outlines(&self.o)
        free(self.add)
        free(self.test)
        free(self.length)
        free(self.sorted)
        free(self.steps)

    cdef int must(self, int64_t code) except -1:
        """Raise what an error code means."""
        self.most_bytes = max(self.most_bytes, self.o.bytes)
        if code < 0:
            self.phase = SPOILT
        if code == NO_MEMORY:
            raise MemoryError
        if code == OVER_BOUND:
            raise OverflowError("the halves are past their memory bound")
        if code == OVER_WAYS:
            raise ArithmeticError("the ways do not fit their word")
        return 0

    def run(self, int64_t budget):
        """Go on for about so many steps; whether all is done."""
        cdef int64_t code
        while budget > 0 and self.phase < DONE:
            if self.phase == PACK:
                with nogil:
                    code = pack(&self.o)
                self.must(code)
                self.begin()
                continue
            with nogil:
                code = self.some(budget)
            self.must(code)
            budget -= code
            if self.at == self.o.layers[self.layer].size:
                self.turn()
        if self.phase == SPOILT:
            raise ValueError("the halves have been stopped by an error")
        return self.phase == DONE

    cdef int begin(self) except -1:
        """Begin the lower half at the root."""
        cdef Half *half = &self.lower
        cdef int64_t number = self.o.number
        for _ in range(2):
            self.must(more(&self.o, <void **> &half.start, 0, number * 8))
            self.must(more(&self.o, <void **> &half.end, 0, number * 8))
            half = &self.upper
        if self.listing:
            self.must(more(&self.o, <void **> &self.sorted, 0, number))
        if not number:
            self.phase = DONE
            return 0
        if self.listing:
            memset(self.sorted, 0, number)
        memset(self.lower.start, 0, number * 8)
        memset(self.lower.end, 0, number * 8)
        memset(self.upper.start, 0, number * 8)
        memset(self.upper.end, 0, number * 8)
        self.must(seed(&self.o, &self.lower, self.first, 0, self.nothing))
        self.must(seed(&self.o, &self.upper, self.o.items, number - 1, self.nothing))
        self.phase = BELOW
        self.layer = self.first
        self.turn()
        return 0

    cdef int turn(self) except -1:
        """Go to the next layer, and after the last one to the next phase."""
        cdef Outlines *o = &self.o
        self.at = 0
        if self.phase == SPREAD:
            self.layer += 1
            if self.layer == o.items:
                self.phase = THIN
                if o.layers[o.items].size:
                    o.layers[o.items].live[0] = 1
        if self.phase == THIN:
            self.layer -= 1
            if self.layer < self.first:
                self.phase = PACK
        elif self.phase == BELOW:
            self.layer += 1
            if self.layer > self.longest:
                give_up(o, &self.lower.layers[self.layer - self.longest - 1])
            if self.layer >= self.cut:
                self.phase = ABOVE
                self.layer = o.items
        elif self.phase == ABOVE:
            self.layer -= 1
            if not self.listing and self.layer + self.longest < o.items:
                give_up(o, &self.upper.layers[self.layer + self.longest + 1])
            if self.layer < max(self.cut, self.first):
                self.phase = DONE
                self.finish()
        return 0

    cdef int finish(self) except -1:
        """Where all is kept, the sum is the ways of the root that use everything."""
        self.steps[0].layer = self.first
        self.steps[0].key = self.nothing
        if self.listing:
            self.sum.low = self.ways(0, self.first, self.nothing)
        return 0

    cdef int64_t some(self, int64_t budget) noexcept nogil:
        """Some steps of the phase in the layer; how many, or an error code."""
        cdef Outlines *o = &self.o
        cdef Layer *layer = &o.layers[self.layer]
        cdef int64_t stop, done = 0, code
        if self.phase == SPREAD or self.phase == THIN:
            stop = min(self.at + budget, layer.size)
            done = stop - self.at
            if self.phase == SPREAD:
                code = spread(o, self.layer, self.at, stop)
                if code:
                    return code
            else:
                thin(o, self.layer, self.at, stop)
            self.at = stop
            return done + 1
        while self.at < layer.size and done <= budget:
            if self.phase == BELOW:
                code = self.lower_list(layer.base + self.at)
            else:
                code = self.upper_list(layer.base + self.at)
            if code < 0:
                return code
            done += code + 1
            self.at += 1
        return done + 1

    cdef int64_t gather_lower(self, int64_t s) noexcept nogil:
        """Throw the lower list of an outline into the table; how many entries there were, or an
        error code. At the cut and past it only from before the cut."""
        cdef Outlines *o = &self.o
        cdef int64_t e, near, done = 0
        cdef int k, code, layer
        for e in range(o.in_first[s], o.in_first[s + 1]):
            k = o.in_option[e]
            near = o.in_from[e]
            layer = self.layer - self.length[k]
            if layer >= self.cut:
                continue
            code = pour(
                o, &self.table, &self.lower.layers[layer], self.lower.start[near],
                self.lower.end[near], self.add[k], self.test[k]
            )
            if code:
                return code
            done += self.lower.end[near] - self.lower.start[near]
        return done

    cdef int64_t keep(self, Half *half, int64_t s) noexcept nogil:
        """Keep what is in the table as the list of an outline."""
        cdef Entries *list = &half.layers[self.layer]
        cdef int code
        half.start[s] = list.size
        code = drain(&self.o, &self.table, list)
        half.end[s] = list.size
        self.entries += list.size - half.start[s]
        return code

    cdef int64_t lower_list(self, int64_t s) noexcept nogil:
        """Make the lower list of an outline."""
        cdef int64_t done = self.gather_lower(s)
        cdef int64_t code
        if done < 0:
            return done
        code = self.keep(&self.lower, s)
        return code if code else done

    cdef int64_t upper_list(self, int64_t s) noexcept nogil:
        """Join the halves at an outline, where they meet there, and make its upper list, where
        others need it; how many entries there were, or an error code."""
        cdef int64_t code, done = 0
        if self.layer < self.cut + self.longest:
            done = self.gather_lower(s)
            if done < 0:
                return done
            if self.table.size:
                done += self.join(s)
                empty(&self.table)
        if self.cut < self.layer < self.o.items:
            code = self.gather_upper(s)
            if code < 0:
                return code
            done += code
            code = self.keep(&self.upper, s)
            if code:
                return code
        return done

    cdef int64_t gather_upper(self, int64_t s) noexcept nogil:
        """Throw the upper list of an outline into the table; how many entries there were, or an
        error code."""
        cdef Outlines *o = &self.o
        cdef int64_t e, near, done = 0
        cdef int k, code
        for e in range(o.out_first[s], o.out_first[s + 1]):
            k = o.out_option[e]
            near = o.out_to[e]
            code = pour(
                o, &self.table, &self.upper.layers[self.layer + self.length[k]],
                self.upper.start[near], self.upper.end[near], self.add[k], self.test[k]
            )
            if code:
                return code
            done += self.upper.end[near] - self.upper.start[near]
        return done

    cdef int64_t join(self, int64_t s) noexcept nogil:
        """Add what the lower list of an outline, which is in the table, and its upper one have
        together; how many entries were looked at."""
        cdef Outlines *o = &self.o
        cdef int64_t e, near, done = 1
        cdef int k
        if self.layer == o.items:
            matched(&self.table, &self.upper.layers[o.items], 0, 1, 0, 0, self.both, &self.sum)
            return done
        for e in range(o.out_first[s], o.out_first[s + 1]):
            k = o.out_option[e]
            near = o.out_to[e]
            matched(
                &self.table, &self.upper.layers[self.layer + self.length[k]],
                self.upper.start[near], self.upper.end[near], self.add[k], self.test[k],
                self.both, &self.sum
            )
            done += self.upper.end[near] - self.upper.start[near]
        return done

    cdef ways_t ways(self, int64_t s, int layer, key_t key) noexcept nogil:
        """In how many ways the outline can be completed where so much is used. A list is sorted
        when it is first looked into."""
        cdef Half *half = &self.upper
        if not self.sorted[s]:
            sort(&half.layers[layer], half.start[s], half.end[s])
            self.sorted[s] = 1
        return ways_of(&half.layers[layer], half.start[s], half.end[s], self.both - key)

    cdef bint go_on(self, int depth, int64_t edge, uint64_t rank) noexcept nogil:
        """Take from a step on, of its edges only this one and those behind it, the way to the
        solution of that rank; whether there is one. If not, no step has changed."""
        cdef Outlines *o = &self.o
        cdef Step *step = &self.steps[depth]
        cdef int k, layer
        cdef int64_t near
        cdef uint64_t ways
        cdef key_t key
        while step.outline < o.number - 1:
            while True:
                if edge == o.out_first[step.outline + 1]:
                    return False
                k = o.out_option[edge]
                near = o.out_to[edge]
                layer = step.layer + self.length[k]
                key = step.key + self.add[k]
                ways = 0 if step.key & self.test[k] else self.ways(near, layer, key)
                if rank < ways:
                    break
                rank -= ways
                edge += 1
            step.edge = edge
            step += 1
            depth += 1
            step.outline = near
            step.layer = layer
            step.key = key
            edge = o.out_first[near]
        self.depth = depth
        return True

    cdef bint next(self) noexcept nogil:
        """Go to the next solution; whether there is one."""
        cdef int depth
        for depth in range(self.depth - 1, -1, -1):
            if self.go_on(depth, self.steps[depth].edge + 1, 0):
                return True
        return False

    def rows(self, uint64_t rank, int number):
        """Some solutions, from one on; see the stub."""
        cdef int i
        cdef bint there
        if self.phase != DONE or not self.listing:
            raise ValueError("the halves are not there to be listed")
        if rank >= self.sum.low or number <= 0:
            return []
        found = []
        with nogil:
            there = self.go_on(0, self.o.out_first[0], rank)
        while there:
            found.append(tuple([self.o.out_option[self.steps[i].edge] for i in range(self.depth)]))
            if len(found) == number:
                break
            with nogil:
                there = self.next()
        return found

    @property
    def total(self):
        """The solutions that have been found."""
        return (int(self.sum.top) << 128) + (int(self.sum.high) << 64) + int(self.sum.low)

    @property
    def size(self):
        """How many outlines there are, and edges between them."""
        return self.o.number, self.o.edges

    @property
    def layers(self):
        """How many layers have been gone through, and how many there are in all."""
        cdef int first = self.first
        cdef int all = self.o.items - first + 1
        cdef int cut = max(self.cut, first)
        if self.phase == SPREAD:
            return self.layer - first, 3 * all
        if self.phase == THIN or self.phase == PACK:
            return all + self.o.items - self.layer, 3 * all
        if self.phase == BELOW:
            return 2 * all + self.layer - first, 3 * all
        if self.phase == ABOVE:
            return 2 * all + cut - first + self.o.items - self.layer, 3 * all
        return 3 * all, 3 * all
