"""Meet in the middle for one puzzle: two halves, each with the pieces that the other lacks.

Design
------
A solution uses all pieces of the puzzle. So the first part of a solution, up to some outline, fits
exactly those completions of the outline that use all the other pieces (E. Horowitz and S. Sahni,
"Computing partitions with applications to the knapsack problem", 1974). The sets of used pieces
therefore need not be followed past the middle, where they are most numerous. There are two halves:

    the lower half: for each outline, the sets of pieces with which it is reached from the root
    the upper half: for each outline, the sets of pieces with which it is completed

Outlines (outlines.pxi) are in layers by the number of covered items. The halves meet at the first
outline of each solution that covers `cut` items or more. The lower list of this outline is put into
a hash table. For each edge to a later outline, the complements of the entries of the later
outline's upper list are looked up in the table. So at the cut, where both lists are longest,
neither is stored; and a layer is freed as soon as no option is long enough to connect it to the
current one.

A key is the word `used` of calpuzzle/engines/layout.py: counters of pieces, of groups, and of
larger sides. `add` of an option adds one to each of its counters; `test` has their highest bits,
which are set if all copies are used. Both halves count upwards from the word `nothing`. Two keys
complete each other if their sum is `nothing + everything` modulo 2^32 or 2^64, the size of a word,
because then the sum of each pair of counters is right.

To list solutions, the upper half extends down to the root, and all its lists are stored. A walk
from the root then takes only edges to outlines whose list contains the complement of the walk's
key, so there are no dead ends, and the numbers of ways determine the k-th solution.

Memory past `bound` raises OverflowError. A Complements belongs to one thread.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from bits cimport bits_add, wide_high, wide_low, wide_t
from memory cimport allocate

include "outlines.pxi"
include "entries.pxi"


cdef struct Step:
    int64_t outline
    int64_t edge             # the edge that is taken
    key_t key
    int layer


cdef inline int layer_number(Outlines *o, board_t covered) noexcept nogil:
    """Return the layer of an outline: the number of its covered items."""
    return bits_count(covered)


cdef struct Sum:
    uint64_t low
    uint64_t high
    uint64_t top


cdef void add_products(
    Store *t, Entries *list, int64_t start, int64_t end, key_t add, key_t test, key_t both, Sum *sum
) noexcept nogil:
    """Add to `sum`, for each entry of `list` from `start` to `end` in which the option fits, its
    ways times those of its complement in the table."""
    cdef key_t keys[PORTION]
    cdef ways_t ways[PORTION]
    cdef int64_t at
    cdef int i, n
    cdef uint64_t carry
    cdef wide_t product
    # A product has at most 128 bits, and `top` takes the carries of up to 2^64 products.
    while start < end:
        n = copy_fitting(list, start, min(start + PORTION, end), add, test, 0, keys, ways)
        for i in range(n):
            at = find(t, <key_t> (both - keys[i]), 0)
            if at < 0:
                continue
            product = <wide_t> t.values[at] * <wide_t> <uint64_t> ways[i]
            carry = bits_add(sum.low, wide_low(product), &sum.low)
            sum.top += bits_add(sum.high, carry, &sum.high)
            sum.top += bits_add(sum.high, wide_high(product), &sum.high)
        start += PORTION


cdef ways_t ways_of(Entries *list, int64_t start, int64_t end, key_t key) noexcept nogil:
    """Return the ways of a key in sorted entries, or 0 if the key is absent."""
    cdef int64_t middle
    while start < end:
        middle = start + (end - start) // 2
        if list.keys[middle] < key:
            start = middle + 1
        elif list.keys[middle] > key:
            end = middle
        else:
            return list.ways[middle]
    return 0


@cython.final
cdef class Complements:
    """Two halves that complete each other; calpuzzle/_core/complements32.pyi documents it."""

    cdef Outlines o
    cdef key_t *add
    cdef key_t *test
    cdef key_t nothing
    cdef key_t both          # the sum of two keys that complete each other
    cdef int *length         # of each option: the number of its items
    cdef int longest
    cdef int cut
    cdef int first           # the layer of the root
    cdef bint listing        # the cut is at the root, so the upper half has all lists
    cdef bint made
    cdef Half lower
    cdef Half upper
    cdef Store table
    cdef Sum sum
    cdef char *sorted        # of each outline: 1 if its list is sorted
    cdef Step *steps
    cdef int depth           # the length of the solution in `steps`
    cdef int layer           # the layer whose lists are being made
    cdef readonly int64_t entries    # so far

    def __cinit__(self, items, keys, int cut, int64_t bound):
        cdef Outlines *o = &self.o
        cdef int i
        set_outlines(o, items, bound)
        if not 0 <= keys.bits <= <int> (8 * sizeof(key_t)):
            raise ValueError(f"a key must have 0 to {8 * sizeof(key_t)} bits")
        self.first = bits_count(o.root)
        if not self.first <= cut <= o.items or self.first == o.items:
            raise ValueError("there is no such cut")
        self.add = <key_t *> allocate(o.options, sizeof(key_t))
        self.test = <key_t *> allocate(o.options, sizeof(key_t))
        self.length = <int *> allocate(o.options, sizeof(int))
        for i in range(o.options):
            self.add[i] = keys.add[i]
            self.test[i] = keys.test[i]
            self.length[i] = bits_count(o.masks[i])
            self.longest = max(self.longest, self.length[i])
        self.listing = cut == self.first
        # For listing, no layer is near enough to the cut to be joined.
        self.cut = self.first - self.longest if self.listing else cut
        self.nothing = keys.nothing
        self.both = self.nothing + <key_t> keys.everything
        self.steps = <Step *> allocate(o.items + 1, sizeof(Step))

    def __dealloc__(self):
        free_half(&self.o.memory, &self.lower, self.o.items + 1)
        free_half(&self.o.memory, &self.upper, self.o.items + 1)
        free_store(&self.o.memory, &self.table)
        free_outlines(&self.o)
        free(self.add)
        free(self.test)
        free(self.length)
        free(self.sorted)
        free(self.steps)

    def make(self, stop):
        """Make the halves and join them, once; see the stub."""
        cdef Outlines *o = &self.o
        cdef Memory *m = &o.memory
        cdef int least = max(self.cut, self.first)
        if o.number or self.made:
            raise ValueError("`make` can be called only once")
        find_outlines(o, stop)
        if o.number:
            self.begin()
            for self.layer in range(self.first + 1, self.cut):
                # No option leads from the layer that is dropped to this one or a later one.
                if self.layer > self.longest:
                    drop_entries(m, &self.lower.layers[self.layer - self.longest - 1])
                self.make_lists(&self.lower, stop)
                o.done += 1
            for self.layer in range(o.items, least - 1, -1):
                if not self.listing and self.layer + self.longest < o.items:
                    drop_entries(m, &self.upper.layers[self.layer + self.longest + 1])
                self.make_lists(&self.upper, stop)
                o.done += 1
            # For listing, the total is the number of completions of the root that use everything.
            self.steps[0].layer = self.first
            self.steps[0].key = self.nothing
            if self.listing:
                self.sum.low = self.ways(0, self.first, self.nothing)
        self.made = True

    cdef int begin(self) except -1:
        """Begin both halves, at the root and at the full set."""
        cdef Memory *m = &self.o.memory
        cdef int64_t number = self.o.number
        self.table.width = 1
        make_half(m, &self.lower, self.o.items + 1, number)
        make_half(m, &self.upper, self.o.items + 1, number)
        seed(m, &self.lower, self.first, 0, number, self.nothing)
        seed(m, &self.upper, self.o.items, number - 1, number, self.nothing)
        if self.listing:
            check_code(reserve(m, <void **> &self.sorted, 0, number))
            memset(self.sorted, 0, number)
        return 0

    cdef int make_lists(self, Half *half, stop) except -1:
        """Make the lists of a half in the current layer, and join the halves if they meet there."""
        cdef int64_t s = self.o.first[self.layer], code = 0, done
        while s < self.o.first[self.layer + 1]:
            done = 0
            with nogil:
                while s < self.o.first[self.layer + 1] and done < SLICE and code >= 0:
                    if half == &self.lower:
                        code = self.make_list(half, s)
                    else:
                        code = self.upper_list(s)
                    done += code + 1
                    s += 1
            check_code(code)
            stop()
        return 0

    cdef int64_t gather(self, Half *half, int64_t s) noexcept nogil:
        """Collect in the table the entries of an outline's list, from the lists at the other ends
        of its edges. Return the number of entries read, or an error code."""
        cdef bint lower = half == &self.lower
        cdef Edges *edges = &self.o.into if lower else &self.o.out
        cdef int64_t e, other, done = 0
        cdef int k, code, layer
        for e in range(edges.first[s], edges.first[s + 1]):
            k = edges.option[e]
            other = edges.other_end[e]
            layer = self.layer + (-self.length[k] if lower else self.length[k])
            # A solution is joined at its first outline at or past the cut, so the lower lists come
            # only from outlines before the cut.
            if lower and layer >= self.cut:
                continue
            code = add_entries(
                &self.o.memory, &self.table, &half.layers[layer], half.start[other],
                half.end[other], self.add[k], self.test[k], 0
            )
            if code:
                return code
            done += half.end[other] - half.start[other]
        return done

    cdef int64_t make_list(self, Half *half, int64_t s) noexcept nogil:
        """Make the list of an outline. Return the number of entries read, or an error code."""
        cdef int64_t done = self.gather(half, s)
        cdef int64_t size = done
        if done >= 0:
            size = take_entries(&self.o.memory, &self.table, half, self.layer, s)
            self.entries += max(size, 0)  # an error code is below 0
        return done if size >= 0 else size

    cdef int64_t upper_list(self, int64_t s) noexcept nogil:
        """Join the halves at an outline if they meet there, and make its upper list if other
        outlines need it. Return the number of entries read, or an error code."""
        cdef int64_t code, done = 0
        if self.layer < self.cut + self.longest:
            done = self.gather(&self.lower, s)
            if done < 0:
                return done
            if self.table.size:
                done += self.join(s)
                clear_store(&self.table)
        if self.cut < self.layer < self.o.items:
            code = self.make_list(&self.upper, s)
            if code < 0:
                return code
            done += code
        return done

    cdef int64_t join(self, int64_t s) noexcept nogil:
        """Add to the sum the number of solutions that pass through an outline and are joined there;
        its lower list is in the table. Return the number of entries read."""
        cdef Outlines *o = &self.o
        cdef int64_t e, other, done = 1
        cdef int k
        if self.layer == o.items:
            add_products(&self.table, &self.upper.layers[o.items], 0, 1, 0, 0, self.both, &self.sum)
            return done
        for e in range(o.out.first[s], o.out.first[s + 1]):
            k = o.out.option[e]
            other = o.out.other_end[e]
            add_products(
                &self.table, &self.upper.layers[self.layer + self.length[k]],
                self.upper.start[other], self.upper.end[other], self.add[k], self.test[k],
                self.both, &self.sum
            )
            done += self.upper.end[other] - self.upper.start[other]
        return done

    cdef ways_t ways(self, int64_t s, int layer, key_t key) noexcept nogil:
        """Return the number of completions of an outline that use what `key` lacks. A list is
        sorted when it is first searched."""
        cdef Half *half = &self.upper
        if not self.sorted[s]:
            sort(&half.layers[layer], half.start[s], half.end[s], ~<key_t> 0)
            self.sorted[s] = 1
        return ways_of(&half.layers[layer], half.start[s], half.end[s], self.both - key)

    cdef bint go_on(self, int depth, int64_t edge, uint64_t rank) noexcept nogil:
        """Continue the walk from `steps[depth]` to solution number `rank` of those that continue
        there with edge `edge` or a later one. Return False if there is none; then no step has
        changed."""
        cdef Outlines *o = &self.o
        cdef Step *step = &self.steps[depth]
        cdef int k, layer
        cdef int64_t other
        cdef uint64_t ways
        cdef key_t key
        while step.outline < o.number - 1:
            while True:
                if edge == o.out.first[step.outline + 1]:
                    return False
                k = o.out.option[edge]
                other = o.out.other_end[edge]
                layer = step.layer + self.length[k]
                key = step.key + self.add[k]
                ways = 0 if step.key & self.test[k] else self.ways(other, layer, key)
                if rank < ways:
                    break
                rank -= ways
                edge += 1
            step.edge = edge
            step += 1
            depth += 1
            invariant(depth <= o.items)
            step.outline = other
            step.layer = layer
            step.key = key
            edge = o.out.first[other]
        self.depth = depth
        return True

    cdef bint next(self) noexcept nogil:
        """Move on to the next solution; return False if there is none."""
        cdef int depth
        # As in an odometer, the deepest step that has another edge advances.
        for depth in range(self.depth - 1, -1, -1):
            if self.go_on(depth, self.steps[depth].edge + 1, 0):
                return True
        return False

    def rows(self, uint64_t rank, int number):
        """Return up to `number` solutions, from the one of rank `rank` on; see the stub."""
        cdef int i
        cdef bint there
        if not self.made or not self.listing:
            raise ValueError("the halves are not finished, or were not made for listing")
        if rank >= self.sum.low or number <= 0:
            return []
        found = []
        with nogil:
            there = self.go_on(0, self.o.out.first[0], rank)
        while there:
            found.append(tuple([self.o.out.option[self.steps[i].edge] for i in range(self.depth)]))
            if len(found) == number:
                break
            with nogil:
                there = self.next()
        return found

    @property
    def total(self):
        """Return the number of solutions found so far."""
        return (int(self.sum.top) << 128) + (int(self.sum.high) << 64) + int(self.sum.low)

    @property
    def size(self):
        """Return the number of outlines, and the number of edges between them."""
        return self.o.number, self.o.edges

    @property
    def most_bytes(self):
        """Return the peak memory use in bytes."""
        return self.o.memory.most

    @property
    def layers(self):
        """Return the number of finished layers, and the number of all layers."""
        cdef int upper = self.o.items - max(self.cut, self.first) + 1
        cdef int all = 2 * self.o.items + 1 + max(self.cut - self.first - 1, 0) + upper
        return (all if self.made else self.o.done), all
