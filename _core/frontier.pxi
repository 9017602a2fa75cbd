"""The frontier method: count the solutions of a board, find the k-th one, and list them.

Design
------
frontier_spec.pxi defines a state, and cites the method. `Frontier` constructs the layers from the
first cell to the last. Each state adds its ways to those of the states that its options lead to; a
layer is freed as soon as all its states have done so, and the last layer contains the result. With
`keep`, the forward pass constructs the layers without counting, and retains them. A backward pass
then sets the ways of each state, here the number of its completions, to the sum of those of the
states it leads to. With these a walk from the root finds the k-th solution.

Ways are stored as the values of the states. The values of a layer have as many words as its largest
sum so far has needed.

`Lister` finds the solutions one by one, in the same order, by a search with a memo: it stores the
states that lead to no solution, as long as there is memory for them.

Both classes do their work in `run`. A Frontier raises OverflowError if it exceeds the memory
`bound`; a Lister then only stops adding states to its memo. An object belongs to one thread.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from bits cimport BOARD_WORDS, bits_add, bits_lowest, board_t
from bounds cimport end_of
from memory cimport allocate

include "frontier_spec.pxi"


cdef enum:
    # The phases of a Frontier.
    FORWARD = 0
    BACK
    DONE
    SPOILT


cdef struct Step:
    board_t key
    int32_t place
    int32_t option           # the option that is tried next
    bint led                 # whether a solution with this state has been found


cdef int widen_values(Memory *m, Store *layer, int words) noexcept nogil:
    """Widen the values of a layer to `words` words, more than they have."""
    cdef int old = layer.width
    cdef int64_t i
    cdef int k, code
    invariant(words > old)
    if layer.capacity:
        code = reserve(
            m, <void **> &layer.values, layer.capacity * 8 * old, layer.capacity * 8 * words
        )
        if code:
            return code
    layer.width = words
    # Backwards, because every entry moves up, to a place that has already been read.
    for i in range(layer.size - 1, -1, -1):
        for k in range(words - 1, -1, -1):
            layer.values[i * words + k] = layer.values[i * old + k] if k < old else 0
    return 0


cdef inline int add_ways(
    Memory *m, Store *layer, int64_t i, Store *other, int64_t j
) noexcept nogil:
    """Add the ways of state j of another layer to those of state i."""
    cdef uint64_t carry = 0
    cdef uint64_t *ways = other.values + j * other.width
    cdef uint64_t *sum
    cdef int k, code
    if layer.width < other.width:
        code = widen_values(m, layer, other.width)
        if code:
            return code
    sum = layer.values + i * layer.width
    for k in range(other.width):
        # At most one of the two additions overflows: after the first has, the word is 0.
        carry = bits_add(sum[k], carry, &sum[k])
        carry += bits_add(sum[k], ways[k], &sum[k])
    k = other.width
    while carry:
        if k == layer.width:
            code = widen_values(m, layer, k + 1)
            if code:
                return code
            sum = layer.values + i * layer.width
        carry = bits_add(sum[k], carry, &sum[k])
        k += 1
    return 0


cdef object integer(uint64_t *ways, int words):
    """Return ways as a Python integer."""
    number = 0
    cdef int k
    for k in range(words - 1, -1, -1):
        number = number << 64 | ways[k]
    return number


@cython.final
cdef class Frontier:
    """The frontier method, for counting; calpuzzle/_core/frontier64.pyi documents it."""

    cdef Spec f
    cdef bint keep
    cdef int phase
    cdef int place           # of the current layer
    cdef int64_t at          # in the layer
    cdef readonly int64_t states     # so far

    def __cinit__(self, task, bint keep, int64_t bound):
        cdef Store *root
        self.phase = SPOILT
        set_spec(&self.f, task, bound)
        self.keep = keep
        root = &self.f.layers[0]
        # `add_ways` widens the other layers when it first adds to them. With `keep` there are no
        # ways until the backward pass.
        root.width = not keep
        self.check_code(put(&self.f.memory, root, self.f.nothing, 0))
        if not keep:
            root.values[0] = 1
        self.states = 1
        self.phase = FORWARD

    def __dealloc__(self):
        free_spec(&self.f)

    cdef int64_t check_code(self, int64_t code) except -1:
        """Raise the exception of an error code, or return the code."""
        if code < 0:
            self.phase = SPOILT
        if code == NO_MEMORY:
            raise MemoryError
        if code == OVER_BOUND:
            raise OverflowError("the frontier states exceed the memory bound")
        return code

    def run(self, int64_t budget):
        """Continue for about `budget` steps; return whether all is done."""
        cdef int64_t code
        while budget > 0 and self.phase < DONE:
            with nogil:
                code = self.process_some(budget)
            budget -= self.check_code(code)
            if self.at == self.f.layers[self.place].size:
                self.next_layer()
        if self.phase == SPOILT:
            raise ValueError("the frontier cannot continue after an error")
        return self.phase == DONE

    cdef int next_layer(self) except -1:
        """Move on to the next layer, and after the last one to the next phase."""
        cdef Spec *f = &self.f
        cdef Store *layer = &f.layers[self.place]
        cdef int64_t i
        self.at = 0
        if self.phase == BACK:
            self.place -= 1
            if self.place < 0:
                self.phase = DONE
        elif self.place < f.cells:
            if not self.keep:
                free_store(&f.memory, layer)
            self.place += 1
            self.states += f.layers[self.place].size
        elif self.keep:
            self.check_code(widen_values(&f.memory, layer, 1))
            for i in range(layer.size):
                layer.values[i] = complete(f, layer.keys[i])
            self.phase = BACK
        else:
            self.phase = DONE
        return 0

    cdef int64_t process_some(self, int64_t budget) noexcept nogil:
        """Process some states of the current layer with all options. In the forward phase, add the
        ways of each state to those of its successors; in the backward phase, add the ways of its
        successors to those of the state. Return the number of steps, or an error code."""
        cdef Spec *f = &self.f
        cdef Store *layer = &f.layers[self.place]
        cdef Store *other
        cdef int64_t done = 0, to, code
        cdef int k, first = f.buckets[self.place], last = f.buckets[self.place + 1]
        cdef board_t key, after
        while self.at < layer.size and done < budget:
            key = layer.keys[self.at]
            for k in range(first, last):
                if key & f.clash[k]:
                    continue
                other = &f.layers[self.place + child(f, key, k, &after)]
                invariant(other <= &f.layers[f.cells])
                # In the backward phase the state exists already, so this adds none.
                to = put(&f.memory, other, after, 0)
                if to < 0:
                    return to
                if self.phase == FORWARD:
                    code = add_ways(&f.memory, other, to, layer, self.at)
                else:
                    code = add_ways(&f.memory, layer, self.at, other, to)
                if code:
                    return code
            self.at += 1
            done += last - first + 1
        return done + 1

    @property
    def most_bytes(self):
        """Return the peak memory use in bytes."""
        return self.f.memory.most

    @property
    def complete_keys(self):
        """Return the complete keys at the end, with their ways; see the stub."""
        cdef Store *layer = &self.f.layers[self.f.cells]
        cdef int64_t i
        cdef board_t counters
        cdef uint64_t high = 0
        if self.phase != DONE or self.keep:
            raise ValueError("the layers were kept, or `run` is not finished")
        found = []
        for i in range(layer.size):
            if not complete(&self.f, layer.keys[i]):
                continue
            counters = layer.keys[i]
            if BOARD_WORDS == 2:
                # Two shifts, because with 64-bit words, where this line is compiled but never runs,
                # a single shift by 64 is undefined.
                high = <uint64_t> (counters >> 32 >> 32)
            key = int(high) << 64 | <uint64_t> counters
            found.append((key, integer(layer.values + i * layer.width, layer.width)))
        return found

    cdef object ways(self, int place, board_t key):
        """Return the number of completions of a state; 0 if there is no such state."""
        cdef Store *layer = &self.f.layers[place]
        cdef int64_t at = find(layer, key, 0)
        return 0 if at < 0 else integer(layer.values + at * layer.width, layer.width)

    @property
    def total(self):
        """Return the number of solutions."""
        if self.phase == DONE and self.keep:
            return self.ways(0, self.f.nothing)
        return sum([ways for _, ways in self.complete_keys])

    def nth(self, rank):
        """Return the options of the solution of number `rank`; see the stub."""
        cdef Spec *f = &self.f
        cdef board_t key = f.nothing, after
        cdef int place = 0, k, by
        if self.phase != DONE or not self.keep:
            raise ValueError("the layers were not kept, or `run` is not finished")
        if not 0 <= rank < self.total:
            raise IndexError("there is no such solution")
        row = []
        while place < f.cells:
            for k in range(f.buckets[place], f.buckets[place + 1]):
                if key & f.clash[k]:
                    continue
                by = child(f, key, k, &after)
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
        """Return the number of finished layers, and the number of all layers."""
        cdef int all = (self.f.cells + 1) * (2 if self.keep else 1)
        if self.phase == DONE:
            return all, all
        return (self.place if self.phase == FORWARD else all - 1 - self.place), all


@cython.final
cdef class Lister:
    """A search with a memo of the states that lead to no solution; calpuzzle/_core/frontier64.pyi
    documents it."""

    cdef Spec f
    cdef Step *steps
    cdef int depth
    cdef bint over
    cdef bint room_left      # for more states in the memo
    cdef readonly int64_t nodes
    cdef readonly int64_t found
    cdef object rows
    cdef int64_t wanted      # `run` returns when this many rows wait for `take`

    def __cinit__(self, task, int64_t rows, int64_t bound):
        set_spec(&self.f, task, bound)
        self.steps = <Step *> allocate(self.f.cells + 1, sizeof(Step))
        self.steps[0].key = self.f.nothing
        self.room_left = True
        self.rows = []
        self.wanted = rows
        if rows < 1:
            raise ValueError("`rows` must be at least 1")
        if self.f.cells == 0:
            self.over = True
            if complete(&self.f, self.f.nothing):
                self.found = 1
                self.rows.append(())

    def __dealloc__(self):
        free_spec(&self.f)
        free(self.steps)

    def run(self, int64_t budget):
        """Continue for `budget` nodes, or until `rows` solutions wait to be taken; return whether
        all is done."""
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
        """Return the solutions found since the last call."""
        rows = self.rows
        self.rows = []
        return rows

    cdef bint search(self, int64_t end) noexcept nogil:
        """Search for the next solution. Return whether one was found before the search ended or
        reached `end` nodes."""
        cdef Spec *f = &self.f
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
            place = step.place + child(f, step.key, k, &after)
            if place == f.cells:
                if complete(f, after):
                    self.found += 1
                    step.led = True
                    return True
            elif find(&f.layers[place], after, 0) < 0:
                self.depth += 1
                invariant(self.depth < f.cells)
                step += 1
                step.key = after
                step.place = place
                step.option = f.buckets[place]
                step.led = False
        return False

    cdef void leave(self) noexcept nogil:
        """Remove the last option. Store the state that it led to if no solution contains that
        state."""
        cdef Step *step = &self.steps[self.depth]
        if self.depth == 0:
            self.over = True
            return
        self.depth -= 1
        if step.led:
            self.steps[self.depth].led = True
        elif self.room_left:
            self.room_left = put(&self.f.memory, &self.f.layers[step.place], step.key, 0) >= 0
