"""Walks over a finished decision diagram: counts, solutions, and what is left of a date.

Design
------
The diagram is the three arrays that grow.pxi writes; edges lead to higher state numbers, so a scan
downwards is a pass from the full board to the root, and one upwards the other way.

Counts of all instances meet in the edges that lay a label of one group, the `pivot`: every
solution has exactly one of them. A state before the pivot has a vector over the labels of the
groups laid so far, counting the ways from the root; a state behind it a vector over the groups
still to lay, counting the ways to the full board. At a pivot edge the outer product of the two
goes into the counts. The vectors are short, for they never hold the pivot's labels, and few groups
are open on either side.

All solutions are written by a walk in order. What it would do again and again is the same few steps
at the end: so the endings of a state, its last TAIL pieces, are listed when a way first comes to it,
and copied from then on.

A `Slice` (slice.pxi) is the part of the diagram that agrees with some options that are laid.

The arrays are checked once, in `__init__`, so that a diagram read from a file cannot lead outside.
There the total is found to fit 63 bits, or OverflowError is raised; as every state lies on a way
from the root to the full board, no entry of a vector and no count is larger than the total, and
nothing else needs a check. Where the total fits 32 bits, so do the vectors.
"""

from cython cimport view
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from bits cimport bits_add, bits_lowest64

# The place in a slice of a state that leads nowhere.
cdef uint32_t DEAD = 0xFFFFFFFF

cdef enum:
    MAX_GROUPS = 16
    TAIL = 4                 # pieces of an ending that is listed
    MOST_ENDINGS = 8 << 20   # entries, 16 bytes each
    MAX_CELLS = 128


ctypedef fused entry_t:
    uint32_t
    uint64_t


cdef struct Option:
    # cells are those of the Cover, 128 bits; a label has piece -1 and its bit among all labels.
    uint64_t cells[2]
    int64_t instance
    uint64_t label
    int32_t piece
    int32_t group
    int32_t lowest


cdef struct State:
    # What is known of a state; 32 bytes, so that a step of a walk touches one cache line.
    uint64_t labels          # the labels on ways from it to the full board
    uint64_t completions     # the ways from it to the full board
    uint32_t first           # its edges end where those of the next state begin
    # Its place in the slice that is being made, valid where the stamp is the present one.
    uint32_t stamp
    uint32_t local
    uint16_t laid            # the groups laid on the way to it
    uint16_t ahead           # how many options are laid from it to the full board


cdef struct Ending:
    # The last pieces of a solution, and what the labels among them add to the instance.
    int64_t instance
    uint16_t options[TAIL]


cdef struct Endings:
    # Lists of endings by state: that of state s begins at start[s] - 1 and has as many entries as
    # the state has completions; 0 where it has not been made.
    int64_t *start
    Ending *list
    int64_t size
    int64_t capacity


cdef struct Origin:
    # What is known of the way to a state: the cells covered, the pieces used of which there is
    # only one (classes past the 64th are left out), and how many ways there are.
    uint64_t cells[2]
    uint64_t used
    uint64_t ways


cdef void *room(Py_ssize_t number, size_t size) except NULL:
    cdef void *memory = calloc(max(number, 1), size)
    if memory == NULL:
        raise MemoryError
    return memory


cdef class Walk:
    """A diagram that can be walked; calpuzzle/_core/walk.pyi documents it."""

    cdef const uint32_t[::1] first
    cdef const uint16_t[::1] option
    cdef const uint32_t[::1] to
    cdef readonly int64_t states
    cdef readonly int64_t edges
    cdef Option *options
    cdef int option_count
    cdef int classes
    cdef int32_t *copies         # of each piece class
    cdef int groups
    cdef int64_t sizes[MAX_GROUPS]
    cdef int64_t strides[MAX_GROUPS]
    cdef int length              # options of a solution, labels included
    cdef State *state            # one more than there are states
    cdef uint32_t now            # the stamp of the slice that was made last
    # Made when first asked for: the way to each state; and the edges by their option, those of
    # option i from by_option[i] on, with the state that each comes from.
    cdef Origin *origin
    cdef int64_t *by_option
    cdef uint32_t *sorted_edges
    cdef uint32_t *source

    def __cinit__(self, arrays, options, copies, shape):
        cdef int i, k
        self.first = arrays[0]
        self.option = arrays[1]
        self.to = arrays[2]
        self.states = self.first.shape[0] - 1
        self.edges = self.to.shape[0]
        if self.states < 0:
            raise ValueError("the diagram has no end of its states")
        self.option_count = len(options)
        self.options = <Option *> room(self.option_count, sizeof(Option))
        self.classes = len(copies)
        self.copies = <int32_t *> room(self.classes, 4)
        for i in range(self.classes):
            self.copies[i] = copies[i]
        self.groups = len(shape)
        if self.groups > MAX_GROUPS:
            raise ValueError("too many groups")
        if sum(copies) > MAX_CELLS:
            raise ValueError("too many pieces")
        self.length = sum(copies) + self.groups
        for k in range(self.groups):
            self.sizes[k] = shape[k]
        for k in reversed(range(self.groups)):
            self.strides[k] = self.strides[k + 1] * self.sizes[k + 1] if k + 1 < self.groups else 1
        for i in range(self.option_count):
            self.set_option(&self.options[i], options[i])
        self.prepare()

    def __dealloc__(self):
        free(self.options)
        free(self.copies)
        free(self.state)
        free(self.origin)
        free(self.by_option)
        free(self.sorted_edges)
        free(self.source)

    cdef int set_option(self, Option *o, source) except -1:
        cdef int cell, k, offset
        o.piece = source.piece
        o.group = source.group
        o.instance = source.instance
        o.lowest = source.cells[0]
        for cell in source.cells:
            if not 0 <= cell < MAX_CELLS:
                raise ValueError("a cell is out of range")
            o.cells[cell // 64] |= <uint64_t> 1 << (cell % 64)
        if o.group >= self.groups or o.piece >= self.classes or o.group < 0 and o.piece < 0:
            raise ValueError("a group or a piece is out of range")
        if o.group >= 0:
            offset = 0
            for k in range(o.group):
                offset += self.sizes[k]
            # Labels past the 64th share a bit with others: the walk then turns back later.
            offset += o.instance // self.strides[o.group]
            o.label = <uint64_t> 1 << (offset % 64)
        return 0

    cdef int prepare(self) except -1:
        """Check the arrays, and fill in what each state knows."""
        cdef int64_t s, bad
        if self.option.shape[0] != self.edges:
            raise ValueError("the arrays of the diagram do not fit each other")
        if self.first[0] != 0 or self.first[self.states] != self.edges:
            raise ValueError("the states of the diagram do not hold its edges")
        for s in range(self.states):
            if self.first[s] > self.first[s + 1]:
                raise ValueError("the states of the diagram overlap")
        if not self.states:
            return 0
        self.state = <State *> room(self.states + 1, sizeof(State))
        for s in range(self.states + 1):
            self.state[s].first = self.first[s]
        with nogil:
            bad = self.pass_down()
        if bad >= 0:
            raise ValueError(f"state {bad} of the diagram is wrong")
        if bad == -2:
            raise OverflowError("the number of solutions does not fit 63 bits")
        return 0

    cdef int64_t pass_down(self) noexcept nogil:
        """Check the edges of each state and sum up what lies behind it; -1 when all is well, -2
        where a sum does not fit, else a state that is wrong."""
        cdef int64_t s, e, target
        cdef Option *o
        cdef State *state
        cdef uint64_t sum_here
        cdef uint16_t laid
        cdef uint16_t everything = <uint16_t> ((1 << self.groups) - 1)
        self.state[self.states - 1].completions = 1
        self.state[self.states - 1].laid = everything
        self.state[self.states - 1].ahead = 0
        if self.state[self.states - 1].first != self.edges:
            return self.states - 1
        for s in range(self.states - 2, -1, -1):
            state = &self.state[s]
            if state.first == state[1].first:
                return s
            sum_here = 0
            for e in range(state.first, state[1].first):
                target = self.to[e]
                if target <= s or target >= self.states or self.option[e] >= self.option_count:
                    return s
                o = &self.options[self.option[e]]
                if bits_add(sum_here, self.state[target].completions, &sum_here) or sum_here >> 63:
                    return -2
                state.labels |= self.state[target].labels | o.label
                laid = self.state[target].laid
                if o.group >= 0:
                    if not laid >> o.group & 1:
                        return s
                    laid ^= 1 << o.group
                # All ways from a state are equally long and lay the same groups: the vectors of
                # `counts` and the rows of solutions rest on it.
                if e == state.first:
                    state.laid = laid
                    state.ahead = self.state[target].ahead + 1
                elif state.laid != laid or state.ahead != self.state[target].ahead + 1:
                    return s
                if state.ahead > self.length:
                    return s
            state.completions = sum_here
        return 0 if self.state[0].laid or self.state[0].ahead != self.length else -1

    @property
    def total(self):
        return self.state[0].completions if self.states else 0

    # Counts of all instances.

    cdef int64_t volume(self, int groups) noexcept nogil:
        """How many combinations of labels the groups of the bit set have."""
        cdef int64_t product = 1
        cdef int g
        for g in range(self.groups):
            if groups >> g & 1:
                product *= self.sizes[g]
        return product

    cdef int best_pivot(self) except -1:
        """The group whose choice as the pivot makes the vectors shortest in all."""
        cdef int64_t *often = <int64_t *> room(1 << self.groups, 8)
        cdef int64_t s, cost
        cdef int64_t best = -1
        cdef int pivot = 0
        cdef int g, laid
        cdef int everything = (1 << self.groups) - 1
        for s in range(self.states):
            often[self.state[s].laid] += 1
        for g in range(self.groups):
            cost = 0
            for laid in range(1 << self.groups):
                if often[laid]:
                    if laid >> g & 1:
                        cost += often[laid] * self.volume(everything & ~laid)
                    else:
                        cost += often[laid] * self.volume(laid)
            if best < 0 or cost < best:
                best = cost
                pivot = g
        free(often)
        return pivot

    def counts(self, int64_t[::1] result, int64_t bound):
        """Add the solutions of every instance to `result`."""
        cdef int64_t *offset
        cdef void *vectors = NULL
        cdef int64_t *places = NULL
        cdef int64_t s, volume, needed = 0
        cdef int pivot, laid
        cdef int everything = (1 << self.groups) - 1
        cdef bint narrow = self.total < <uint64_t> 1 << 32
        volume = self.volume(everything)
        if result.shape[0] != volume:
            raise ValueError("the result has not one entry an instance")
        if not self.states:
            return
        if not self.groups:
            result[0] += <int64_t> self.state[0].completions
            return
        pivot = self.best_pivot()
        offset = <int64_t *> room(self.states + 1, 8)
        try:
            for s in range(self.states):
                laid = self.state[s].laid
                offset[s] = needed
                needed += self.volume(everything & ~laid if laid >> pivot & 1 else laid)
                if needed > bound // 8:
                    raise OverflowError("the vectors are past the memory bound")
            vectors = room(needed, 4 if narrow else 8)
            places = <int64_t *> room(2 * volume, 8)
            with nogil:
                if narrow:
                    self.complete(pivot, offset, <uint32_t *> vectors)
                    self.join(pivot, offset, <uint32_t *> vectors, places, &result[0])
                else:
                    self.complete(pivot, offset, <uint64_t *> vectors)
                    self.join(pivot, offset, <uint64_t *> vectors, places, &result[0])
        finally:
            free(offset)
            free(vectors)
            free(places)

    cdef int64_t behind(self, int group, int groups) noexcept nogil:
        """In a vector over `groups`, the step of one label of `group`."""
        return self.volume(groups & ~((2 << group) - 1))

    cdef void complete(self, int pivot, int64_t *offset, entry_t *vectors) noexcept nogil:
        """The vectors of the states behind the pivot."""
        cdef int64_t s, e, low, high, i, j, volume
        cdef int laid, group
        cdef int everything = (1 << self.groups) - 1
        cdef entry_t *mine
        cdef entry_t *theirs
        vectors[offset[self.states - 1]] = 1
        for s in range(self.states - 2, -1, -1):
            laid = self.state[s].laid
            if not laid >> pivot & 1:
                continue
            volume = self.volume(everything & ~laid)
            for e in range(self.state[s].first, self.state[s + 1].first):
                mine = vectors + offset[s]
                theirs = vectors + offset[self.to[e]]
                group = self.options[self.option[e]].group
                if group < 0:
                    for i in range(volume):
                        mine[i] += theirs[i]
                    continue
                low = self.behind(group, everything & ~laid)
                high = volume // (low * self.sizes[group])
                mine += self.options[self.option[e]].instance // self.strides[group] * low
                for j in range(high):
                    for i in range(low):
                        mine[i] += theirs[i]
                    mine += low * self.sizes[group]
                    theirs += low

    cdef void fill_places(self, int groups, int64_t *places) noexcept nogil:
        """For each entry of a vector over `groups`, what its labels add to the instance."""
        cdef int64_t volume = 1
        cdef int64_t i
        cdef int g
        cdef int64_t label
        places[0] = 0
        for g in range(self.groups):
            if groups >> g & 1:
                for i in range(volume - 1, -1, -1):
                    for label in range(self.sizes[g] - 1, -1, -1):
                        places[i * self.sizes[g] + label] = places[i] + label * self.strides[g]
                volume *= self.sizes[g]

    cdef void join(
        self, int pivot, int64_t *offset, entry_t *vectors, int64_t *places, int64_t *result
    ) noexcept nogil:
        """The vectors of the states before the pivot, and the counts where they meet the others."""
        cdef int64_t s, e, low, high, i, j, volume
        cdef int64_t at_before, at_behind
        cdef int laid, group, known = -1
        cdef int everything = (1 << self.groups) - 1
        cdef entry_t *mine
        cdef entry_t *theirs
        cdef int64_t *places_behind = places + self.volume(everything)
        cdef Option *o
        vectors[0] = 1
        for s in range(self.states):
            laid = self.state[s].laid
            if laid >> pivot & 1:
                continue
            volume = self.volume(laid)
            for e in range(self.state[s].first, self.state[s + 1].first):
                mine = vectors + offset[s]
                theirs = vectors + offset[self.to[e]]
                o = &self.options[self.option[e]]
                group = o.group
                if group < 0:
                    for i in range(volume):
                        theirs[i] += mine[i]
                elif group != pivot:
                    low = self.behind(group, laid)
                    high = volume // low
                    theirs += o.instance // self.strides[group] * low
                    for j in range(high):
                        for i in range(low):
                            theirs[i] += mine[i]
                        theirs += low * self.sizes[group]
                        mine += low
                else:
                    if known != laid:
                        known = laid
                        self.fill_places(laid, places)
                        self.fill_places(everything & ~laid & ~(1 << pivot), places_behind)
                    high = self.volume(everything & ~laid & ~(1 << pivot))
                    for i in range(volume):
                        if not mine[i]:
                            continue
                        at_before = o.instance + places[i]
                        for j in range(high):
                            at_behind = at_before + places_behind[j]
                            result[at_behind] += <int64_t> mine[i] * <int64_t> theirs[j]

    # All solutions.

    def fill(self, uint16_t[:, ::1] rows, int64_t[::1] cursors):
        """Write every solution, its options but labels, into the row cursors[instance], which is
        then counted up. The caller has made room: one row a solution, by instance."""
        cdef int64_t k
        cdef int64_t total = 0
        if rows.shape[1] != self.length - self.groups:
            raise ValueError("a row has not one entry a piece")
        if cursors.shape[0] != self.volume((1 << self.groups) - 1):
            raise ValueError("there is not one cursor an instance")
        if rows.shape[0] != self.total:
            raise ValueError("there is not one row a solution")
        if not self.states or not rows.shape[0]:
            return
        with nogil:
            self.walk_all(&rows[0, 0], rows.shape[0], rows.shape[1], &cursors[0])

    cdef int walk_all(
        self, uint16_t *rows, int64_t number, int64_t width, int64_t *cursors
    ) except -1 nogil:
        cdef int64_t *edge = NULL
        cdef int64_t *end = NULL
        cdef int64_t *instance = NULL
        cdef uint16_t *laid = NULL
        cdef int *pieces = NULL
        cdef int64_t depth = 0
        cdef int64_t k, at, e
        cdef uint16_t *row
        cdef Option *o
        cdef int64_t first, j
        cdef Endings endings
        memset(&endings, 0, sizeof(Endings))
        with gil:
            edge = <int64_t *> room(5 * (self.length + 2), 8)
            endings.start = <int64_t *> calloc(self.states, 8)
        end = edge + self.length + 2
        instance = end + self.length + 2
        pieces = <int *> (instance + self.length + 2)
        laid = <uint16_t *> (instance + 2 * (self.length + 2))
        edge[0] = 0
        end[0] = self.state[1].first
        while depth >= 0:
            if edge[depth] == end[depth]:
                depth -= 1
                continue
            e = edge[depth]
            edge[depth] += 1
            o = &self.options[self.option[e]]
            k = pieces[depth]
            if o.group < 0:
                laid[k] = self.option[e]
                k += 1
            if self.to[e] == self.states - 1:
                at = instance[depth] + o.instance
                if cursors[at] < 0 or cursors[at] >= number or k != width:
                    break
                row = rows + cursors[at] * width
                cursors[at] += 1
                for k in range(width):
                    row[k] = laid[k]
                continue
            if depth > self.length:
                break
            instance[depth + 1] = instance[depth] + o.instance
            if o.group < 0 and k + TAIL == width:
                first = self.endings_of(&endings, self.to[e])
                if first >= 0:
                    for j in range(first, first + <int64_t> self.state[self.to[e]].completions):
                        at = instance[depth + 1] + endings.list[j].instance
                        if cursors[at] < 0 or cursors[at] >= number:
                            break
                        row = rows + cursors[at] * width
                        cursors[at] += 1
                        memcpy(row, laid, 2 * k)
                        memcpy(row + k, endings.list[j].options, 2 * TAIL)
                    else:
                        continue
                    break
            pieces[depth + 1] = <int> k
            depth += 1
            edge[depth] = self.state[self.to[e]].first
            end[depth] = self.state[self.to[e] + 1].first
        free(edge)
        free(endings.start)
        free(endings.list)
        if depth >= 0:
            with gil:
                raise ValueError("the cursors or the diagram do not fit the rows")
        return 0

    cdef int64_t endings_of(self, Endings *endings, int64_t state) noexcept nogil:
        """Where the endings of a state are listed, after listing them if need be; -1 where there
        is no room for them, or they have not TAIL pieces."""
        cdef uint16_t laid[TAIL]
        cdef Ending *larger
        cdef int64_t first = endings.size
        cdef int64_t wanted = first + <int64_t> self.state[state].completions
        cdef int64_t capacity = endings.capacity
        if endings.start == NULL:
            return -1
        if endings.start[state]:
            return endings.start[state] - 1
        if wanted > MOST_ENDINGS:
            return -1
        if wanted > capacity:
            capacity = max(2 * capacity, wanted)
            larger = <Ending *> realloc(endings.list, capacity * sizeof(Ending))
            if larger == NULL:
                return -1
            endings.list = larger
            endings.capacity = capacity
        if not self.list_endings(endings, state, 0, 0, laid):
            endings.size = first
            return -1
        endings.start[state] = first + 1
        return first

    cdef bint list_endings(
        self, Endings *endings, int64_t state, int64_t instance, int k, uint16_t *laid
    ) noexcept nogil:
        """List all ways from a state to the full board, in order, behind `laid`, which has k
        pieces; False where one has not TAIL pieces in all. Recursion goes TAIL pieces deep, and
        one more for each open group."""
        cdef int64_t e
        cdef Option *o
        cdef Ending *ending
        if state == self.states - 1:
            if k != TAIL:
                return False
            ending = &endings.list[endings.size]
            memcpy(ending.options, laid, 2 * TAIL)
            ending.instance = instance
            endings.size += 1
            return True
        for e in range(self.state[state].first, self.state[state + 1].first):
            o = &self.options[self.option[e]]
            if o.group < 0:
                if k == TAIL:
                    return False
                laid[k] = self.option[e]
            if not self.list_endings(
                endings, self.to[e], instance + o.instance, k + (o.group < 0), laid
            ):
                return False
        return True

    # What is left when some options are laid.

    def slice(self, fixed):
        """The part of the diagram that agrees with the options of `fixed`, as a Slice."""
        cdef Slice part = Slice(self, fixed)
        if self.states and not part.clash:
            part.visit(0)
            part.count_ways()
        return part

    def count(self, fixed):
        """How many solutions hold all options of `fixed`. Counts the ways from the root to the
        first of them and from the last of them to the full board by what is known of the states,
        and searches only in between."""
        cdef Slice part = Slice(self, fixed)
        cdef int64_t k, node
        cdef uint64_t total = 0
        cdef Origin *origin
        if not self.states or part.clash:
            return 0
        if part.first_laid < 0:
            return self.total
        self.trace()
        part.last_matters = True
        for k in range(self.by_option[part.first_laid], self.by_option[part.first_laid + 1]):
            origin = &self.origin[self.source[k]]
            if (
                origin.cells[0] & part.cells[0]
                or origin.cells[1] & part.cells[1]
                or origin.used & part.used
                or self.state[self.source[k]].laid & part.groups
            ):
                continue
            node = part.visit(self.to[self.sorted_edges[k]])
            if node >= 0:
                total += origin.ways * part.nodes[node].completions
        return total

    cdef int trace(self) except -1:
        """Make what is known of the ways to the states, and the edges by option."""
        cdef int64_t s, e, at
        cdef int i
        if self.origin != NULL:
            return 0
        # What an earlier call has made before memory ran out is of use.
        if self.by_option == NULL:
            self.by_option = <int64_t *> room(self.option_count + 1, 8)
        if self.sorted_edges == NULL:
            self.sorted_edges = <uint32_t *> room(self.edges, 4)
        if self.source == NULL:
            self.source = <uint32_t *> room(self.edges, 4)
        self.origin = <Origin *> room(self.states, sizeof(Origin))
        # The interpreter's lock is kept: another thread must not meet what is half made.
        self.origin[0].ways = 1
        for e in range(self.edges):
            self.by_option[self.option[e] + 1] += 1
        for i in range(self.option_count):
            self.by_option[i + 1] += self.by_option[i]
        for s in range(self.states):
            for e in range(self.state[s].first, self.state[s + 1].first):
                self.extend(s, e)
                # Use the starts as cursors; the pass below moves them back.
                at = self.by_option[self.option[e]]
                self.by_option[self.option[e]] = at + 1
                self.sorted_edges[at] = <uint32_t> e
                self.source[at] = <uint32_t> s
        for i in range(self.option_count, 0, -1):
            self.by_option[i] = self.by_option[i - 1]
        self.by_option[0] = 0
        return 0

    cdef inline void extend(self, int64_t s, int64_t e) noexcept nogil:
        """Tell the state at the end of edge e what is known of state s, where it begins."""
        cdef Origin *here = &self.origin[s]
        cdef Origin *there = &self.origin[self.to[e]]
        cdef Option *o = &self.options[self.option[e]]
        there.cells[0] = here.cells[0] | o.cells[0]
        there.cells[1] = here.cells[1] | o.cells[1]
        there.used = here.used | self.single(o)
        there.ways += here.ways

    cdef inline uint64_t single(self, Option *o) noexcept nogil:
        """The bit of the option's class, where it has one piece only and a bit."""
        if o.piece < 0 or o.piece >= 64 or self.copies[o.piece] > 1:
            return 0
        return <uint64_t> 1 << o.piece


include "slice.pxi"
