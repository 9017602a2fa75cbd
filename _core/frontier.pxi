"""The solutions of a board counted, and numbered, by a front that moves over its cells.

Design
------
`Frontier` goes over the layers of fronts.pxi from the first cell to the last. Each state adds its
ways to those of what its options lead to; a layer is given up as soon as all its states have done
so, and what stands in the last one is the answer. With `keep`, the layers are found without their
ways and stay. Then it goes back: the ways of a state are those to complete it, the sum of those of
what it leads to. With these the k-th solution is found by a walk from the root.

Ways never pass their words. `bits` is a bound of what is written next: going forward, the sum of
all ways that stand, which one layer multiplies at most by the number of its options; going back,
the largest number that is read, which is so multiplied. Where the bound is past the words, it is
taken anew from the ways as they are, and if that does not help, a word is added.

`Lister` finds solutions one by one, in the same order, and remembers the states that lead to none,
as long as there is memory for them.

Both are driven by `run`; memory past `bound` stops a Frontier with OverflowError. They belong to
one thread.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from bits cimport BOARD_WORDS, bits_add, bits_highest64, bits_lowest, board_t
from bounds cimport end_of
from memory cimport room

include "fronts.pxi"


cdef enum:
    # What is done next.
    FORWARD = 0
    BACK
    DONE
    SPOILT


cdef struct Step:
    board_t key
    int32_t place
    int32_t option           # the one that is tried next
    bint led                 # whether a solution has been found from here


cdef object integer(uint64_t *ways, int words):
    """Ways as a Python integer."""
    number = 0
    cdef int k
    for k in range(words - 1, -1, -1):
        number = number << 64 | ways[k]
    return number


@cython.final
cdef class Frontier:
    """A front that counts; calpuzzle/_core/frontier64.pyi documents it."""

    cdef Fronts f
    cdef bint keep
    cdef int phase
    cdef int place           # of the layer at hand
    cdef int64_t at          # in the layer
    cdef int words
    cdef int64_t bits
    cdef readonly int64_t states     # so far
    cdef readonly int64_t most_bytes

    def __cinit__(self, task, bint keep, int64_t bound):
        self.phase = SPOILT
        self.f.bound = bound
        set_fronts(&self.f, task)
        self.keep = keep
        self.words = 1
        self.bits = 1
        self.f.layers[0].words = not keep
        self.must(put(&self.f, &self.f.layers[0], self.f.nothing))
        if not keep:
            self.f.layers[0].ways[0] = 1
        self.states = 1
        self.phase = FORWARD

    def __dealloc__(self):
        free_fronts(&self.f)

    cdef int64_t must(self, int64_t code) except -1:
        """Raise what an error code means."""
        self.most_bytes = max(self.most_bytes, self.f.bytes)
        if code < 0:
            self.phase = SPOILT
        if code == NO_MEMORY:
            raise MemoryError
        if code == OVER_BOUND:
            raise OverflowError("the fronts are past their memory bound")
        return code

    def run(self, int64_t budget):
        """Go on for about so many steps; whether all is done."""
        cdef int64_t code
        while budget > 0 and self.phase < DONE:
            if self.at == 0:
                with nogil:
                    code = self.prepare()
                self.must(code)
            with nogil:
                code = self.forward(budget) if self.phase == FORWARD else self.back(budget)
            budget -= self.must(code)
            if self.at == self.f.layers[self.place].size:
                self.turn()
        if self.phase == SPOILT:
            raise ValueError("the front has been stopped by an error")
        return self.phase == DONE

    cdef int turn(self) except -1:
        """Go to the next layer, and after the last one to the next phase."""
        cdef Fronts *f = &self.f
        self.at = 0
        if self.phase == BACK:
            self.place -= 1
            if self.place < 0:
                self.phase = DONE
            return 0
        if not self.keep and self.place < f.cells:
            give_up(f, &f.layers[self.place])
        if self.place < f.cells:
            self.place += 1
            self.states += f.layers[self.place].size
        else:
            self.phase = BACK if self.keep else DONE
        return 0

    cdef int prepare(self) noexcept nogil:
        """Make room in the ways for what the layer at hand adds to them."""
        cdef Fronts *f = &self.f
        cdef int place, code = 0, options = 1, last = min(self.place + f.bits, f.cells)
        cdef int64_t growth
        if self.phase == FORWARD and self.keep:
            return 0
        if self.place < f.cells:
            options = f.buckets[self.place + 1] - f.buckets[self.place]
        growth = bits_of(max(options, 1) - 1)
        if self.bits + growth > 64 * self.words:
            self.bits = self.standing(self.place + (self.phase == BACK), last)
        while self.bits + growth > 64 * self.words:
            self.words += 1
        self.bits += growth
        if self.phase == BACK:
            return widen_ways(f, &f.layers[self.place], self.words)
        for place in range(self.place + 1, last + 1):
            if f.layers[place].words < self.words:
                code = widen_ways(f, &f.layers[place], self.words)
                if code:
                    break
        return code

    cdef int64_t standing(self, int first, int last) noexcept nogil:
        """How many bits the sum of all ways in some layers may have; going back, the largest of
        them."""
        cdef Fronts *f = &self.f
        cdef int place, most = 1
        cdef int64_t states = 0
        for place in range(first, last + 1):
            most = max(most, bits_of_ways(&f.layers[place]))
            states += f.layers[place].size
        return most if self.phase == BACK else most + bits_of(states)

    cdef int64_t forward(self, int64_t budget) noexcept nogil:
        """Lay all options upon some states of the layer; how many steps that was, or an error
        code."""
        cdef Fronts *f = &self.f
        cdef Layer *layer = &f.layers[self.place]
        cdef Layer *other
        cdef int64_t done = 0, to
        cdef int k, first, last
        cdef board_t key, after
        if self.place == f.cells:
            self.at = layer.size
            return 1
        first = f.buckets[self.place]
        last = f.buckets[self.place + 1]
        while self.at < layer.size and done < budget:
            key = layer.keys[self.at]
            for k in range(first, last):
                if key & f.clash[k]:
                    continue
                other = &f.layers[self.place + past(f, key, k, &after)]
                to = put(f, other, after)
                if to < 0:
                    return to
                if layer.words:
                    add_ways(
                        other.ways + to * other.words, layer.ways + self.at * layer.words,
                        layer.words
                    )
            self.at += 1
            done += last - first + 1
        return done + 1

    cdef int64_t back(self, int64_t budget) noexcept nogil:
        """Sum the ways to complete some states of the layer; how many steps that was."""
        cdef Fronts *f = &self.f
        cdef Layer *layer = &f.layers[self.place]
        cdef Layer *other
        cdef int64_t done = 0, to
        cdef int k, first, last
        cdef board_t key, after
        if self.place == f.cells:
            for to in range(layer.size):
                layer.ways[to * layer.words] = complete(f, layer.keys[to])
            self.at = layer.size
            return 1
        first = f.buckets[self.place]
        last = f.buckets[self.place + 1]
        while self.at < layer.size and done < budget:
            key = layer.keys[self.at]
            for k in range(first, last):
                if key & f.clash[k]:
                    continue
                other = &f.layers[self.place + past(f, key, k, &after)]
                to = index_of(other, after)
                add_ways(
                    layer.ways + self.at * layer.words, other.ways + to * other.words, other.words
                )
            self.at += 1
            done += last - first + 1
        return done + 1

    @property
    def found(self):
        """What stands at the end, with its ways; see the stub."""
        cdef Layer *layer = &self.f.layers[self.f.cells]
        cdef int64_t i
        cdef board_t counters
        cdef uint64_t high = 0
        if self.phase != DONE or self.keep:
            raise ValueError("the solutions have not been counted")
        found = []
        for i in range(layer.size):
            if not complete(&self.f, layer.keys[i]):
                continue
            counters = layer.keys[i]
            if BOARD_WORDS == 2:
                high = <uint64_t> (counters >> 32 >> 32)
            key = int(high) << 64 | <uint64_t> counters
            found.append((key, integer(layer.ways + i * layer.words, layer.words)))
        return found

    cdef object ways(self, int place, board_t key):
        """In how many ways a state is completed; 0 where it is none."""
        cdef Layer *layer = &self.f.layers[place]
        cdef int64_t at = index_of(layer, key)
        return 0 if at < 0 else integer(layer.ways + at * layer.words, layer.words)

    @property
    def total(self):
        """How many solutions there are."""
        if self.phase == DONE and self.keep:
            return self.ways(0, self.f.nothing)
        return sum([ways for _, ways in self.found])

    def nth(self, rank):
        """The options of a solution; see the stub."""
        cdef Fronts *f = &self.f
        cdef board_t key = f.nothing, after
        cdef int place = 0, k, by
        if self.phase != DONE or not self.keep:
            raise ValueError("the solutions are not there to be numbered")
        if not 0 <= rank < self.total:
            raise IndexError("there is no such solution")
        row = []
        while place < f.cells:
            for k in range(f.buckets[place], f.buckets[place + 1]):
                if key & f.clash[k]:
                    continue
                by = past(f, key, k, &after)
                ways = self.ways(place + by, after)
                if rank < ways:
                    row.append(k)
                    place += by
                    key = after
                    break
                rank -= ways
        return tuple(row)

    @property
    def layers(self):
        """How many layers have been gone through, and how many there are in all."""
        cdef int all = (self.f.cells + 1) * (2 if self.keep else 1)
        if self.phase == DONE:
            return all, all
        return (self.place if self.phase == FORWARD else all - 1 - self.place), all


@cython.final
cdef class Lister:
    """A search that remembers what leads nowhere; calpuzzle/_core/frontier64.pyi documents it."""

    cdef Fronts f
    cdef Step *steps
    cdef int depth
    cdef bint over
    cdef bint room_left      # for what leads nowhere
    cdef readonly int64_t nodes
    cdef readonly int64_t found
    cdef object rows
    cdef int64_t wanted      # rows between two calls of `take`

    def __cinit__(self, task, int64_t rows, int64_t bound):
        self.f.bound = bound
        set_fronts(&self.f, task)
        self.steps = <Step *> room(self.f.cells + 1, sizeof(Step))
        self.steps[0].key = self.f.nothing
        self.room_left = True
        self.rows = []
        self.wanted = rows
        if rows < 1:
            raise ValueError("there must be room for a solution")
        if self.f.cells == 0:
            self.over = True
            if complete(&self.f, self.f.nothing):
                self.found = 1
                self.rows.append(())

    def __dealloc__(self):
        free_fronts(&self.f)
        free(self.steps)

    def run(self, int64_t budget):
        """Go on for so many nodes, or until there is no room for more rows; whether all is done."""
        cdef int64_t end = end_of(self.nodes, budget)
        cdef bint there
        cdef int k
        while not self.over and self.nodes < end and len(self.rows) < self.wanted:
            with nogil:
                there = self.search(end)
            if there:
                self.rows.append(tuple([self.steps[k].option - 1 for k in range(self.depth + 1)]))
        return self.over

    def take(self):
        """The solutions that have been found since the last call."""
        rows = self.rows
        self.rows = []
        return rows

    cdef bint search(self, int64_t end) noexcept nogil:
        """Go on up to the next solution, or for so many nodes; whether there is one."""
        cdef Fronts *f = &self.f
        cdef Step *step
        cdef board_t after
        cdef int k, place
        while self.nodes < end:
            step = &self.steps[self.depth]
            if step.option == f.buckets[step.place + 1]:
                self.leave()
                if self.over:
                    return False
                continue
            k = step.option
            step.option += 1
            if step.key & f.clash[k]:
                continue
            self.nodes += 1
            place = step.place + past(f, step.key, k, &after)
            if place == f.cells:
                if complete(f, after):
                    self.found += 1
                    step.led = True
                    return True
            elif index_of(&f.layers[place], after) < 0:
                self.depth += 1
                step += 1
                step.key = after
                step.place = place
                step.option = f.buckets[place]
                step.led = False
        return False

    cdef void leave(self) noexcept nogil:
        """Take the last option back, and remember the state where it led nowhere."""
        cdef Step *step = &self.steps[self.depth]
        if self.depth == 0:
            self.over = True
            return
        self.depth -= 1
        if step.led:
            self.steps[self.depth].led = True
        elif self.room_left:
            self.room_left = put(&self.f, &self.f.layers[step.place], step.key) >= 0
