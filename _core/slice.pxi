"""What is left of a diagram when some options are laid; included by walk.pyx.

Design
------
A `Slice` is the part of the diagram that agrees with some options that are laid: found by a
depth-first walk from the root that takes an edge only if its option is laid itself or leaves the
laid ones their cells, pieces and groups. The walk turns back where the labels reachable from a
state lack a laid one. So it costs about as much as the slice is large, not the diagram.
"""


cdef struct Node:
    # A state of a slice: its edges in Slice.out, the solutions behind it, the ways to it.
    int64_t first
    int64_t stop
    uint64_t completions
    uint64_t ways


cdef struct Out:
    uint32_t to
    uint16_t option


cdef struct Visit:
    # A state that the walk is in, and the edge it takes next.
    uint32_t state
    uint32_t edge


cdef class Slice:
    """What is left of a diagram when some options are laid; calpuzzle/_core/walk.pyi documents it.

    `nodes` are in the order in which the walk left them, so edges lead to lower numbers, and the
    root is last."""

    cdef Walk walk
    cdef Node *nodes
    cdef int64_t size
    cdef int64_t capacity
    cdef Out *out
    cdef int64_t out_size
    cdef int64_t out_capacity
    # What is laid: all cells, groups and single pieces; of each cell the option that begins there;
    # the options that begin first and last.
    cdef uint64_t cells[2]
    cdef uint64_t used
    cdef uint32_t groups
    cdef uint64_t group_labels[MAX_GROUPS]
    cdef int32_t forced[MAX_CELLS]
    cdef int first_laid
    cdef int last_laid
    cdef bint clash              # whether what is laid cannot lie together
    # Whether a state behind all that is laid is a leaf: enough for counting, not for listing.
    cdef bint last_matters

    def __cinit__(self, Walk walk not None, fixed):
        cdef int i, k
        cdef int64_t s
        cdef Option *o
        self.walk = walk
        self.first_laid = self.last_laid = -1
        for i in range(MAX_CELLS):
            self.forced[i] = -1
        for i in sorted(fixed):
            if not 0 <= i < walk.option_count:
                raise ValueError("there is no such option")
            o = &walk.options[i]
            if o.cells[0] & self.cells[0] or o.cells[1] & self.cells[1]:
                self.clash = True
            if o.group >= 0:
                self.clash |= self.groups >> o.group & 1
                self.groups |= 1 << o.group
                self.group_labels[o.group] = o.label
            if single(walk, o) & self.used:
                self.clash = True
            self.used |= single(walk, o)
            for k in range(2):
                self.cells[k] |= o.cells[k]
            self.forced[o.lowest] = i
            # Options are numbered by their lowest cell.
            if self.first_laid < 0:
                self.first_laid = i
            self.last_laid = i
        walk.now += 1
        if walk.now == 0:
            for s in range(walk.states):
                walk.state[s].stamp = 0
            walk.now = 1

    def __dealloc__(self):
        free(self.nodes)
        free(self.out)

    cdef inline bint agrees(self, int number) noexcept nogil:
        """Whether an edge with this option agrees with what is laid."""
        cdef Option *o = &self.walk.options[number]
        if self.forced[o.lowest] >= 0:
            return self.forced[o.lowest] == number
        if o.cells[0] & self.cells[0] or o.cells[1] & self.cells[1]:
            return False
        if o.group >= 0:
            return not self.groups >> o.group & 1
        return not single(self.walk, o) & self.used

    cdef inline bint hopeful(self, State *state) noexcept nogil:
        """Whether the laid labels that are still to come can be reached from the state."""
        cdef uint32_t open_groups = self.groups & ~<uint32_t> state.laid
        cdef uint64_t wanted = 0
        while open_groups:
            wanted |= self.group_labels[bits_lowest64(open_groups)]
            open_groups &= open_groups - 1
        return state.labels & wanted == wanted

    cdef inline bint is_leaf(self, State *state) noexcept nogil:
        """Whether the walk need not go on from a state: all that is laid lies before it."""
        return self.last_matters and (
            self.walk.options[self.walk.option[state.first]].lowest
            > self.walk.options[self.last_laid].lowest
        )

    cdef int keep_edge(self, uint32_t node, int option) except -1:
        if self.out_size == self.out_capacity:
            self.out_capacity = self.out_capacity * 2 if self.out_capacity else 1024
            larger = realloc(self.out, self.out_capacity * sizeof(Out))
            if larger == NULL:
                raise MemoryError
            self.out = <Out *> larger
        self.out[self.out_size].to = node
        self.out[self.out_size].option = option
        self.out_size += 1
        return 0

    cdef int64_t add_node(self) except -1:
        if self.size == self.capacity:
            self.capacity = self.capacity * 2 if self.capacity else 512
            larger = realloc(self.nodes, self.capacity * sizeof(Node))
            if larger == NULL:
                raise MemoryError
            self.nodes = <Node *> larger
        memset(&self.nodes[self.size], 0, sizeof(Node))
        self.size += 1
        return self.size - 1

    cdef int64_t visit(self, uint32_t start) except -2:
        """The node of a state, or -1 where it leads nowhere: a depth-first walk that leaves a
        state when all behind it is known. What was visited before by this slice is known."""
        cdef Walk w = self.walk
        cdef Visit *visits
        cdef Visit *v
        cdef State *state = &w.state[start]
        cdef int64_t depth = 0
        cdef uint32_t e
        if state.stamp == w.now:
            return <int64_t> state.local if state.local != DEAD else -1
        if not self.hopeful(state):
            return -1
        visits = <Visit *> room(w.length + 2, sizeof(Visit))
        try:
            visits[0].state = start
            visits[0].edge = state.first
            while depth >= 0:
                v = &visits[depth]
                state = &w.state[v.state]
                if v.edge == state[1].first or self.is_leaf(state):
                    self.leave(state)
                    depth -= 1
                    continue
                e = v.edge
                v.edge += 1
                if not self.agrees(w.option[e]):
                    continue
                state = &w.state[w.to[e]]
                if state.stamp == w.now:
                    continue
                if not self.hopeful(state):
                    state.local = DEAD
                    state.stamp = w.now
                    continue
                if depth > w.length:
                    raise ValueError("the diagram is deeper than a solution is long")
                depth += 1
                visits[depth].state = w.to[e]
                visits[depth].edge = state.first
        finally:
            free(visits)
        state = &w.state[start]
        return <int64_t> state.local if state.local != DEAD else -1

    cdef int leave(self, State *state) except -1:
        """Make a node of a state whose edges all lead to known ones, or mark it DEAD."""
        cdef Walk w = self.walk
        cdef int64_t before = self.out_size
        cdef int64_t node
        cdef uint64_t completions = 0
        cdef uint32_t e
        cdef State *target
        state.stamp = w.now
        state.local = DEAD
        if state.first == state[1].first or self.is_leaf(state):
            completions = state.completions
        else:
            for e in range(state.first, state[1].first):
                target = &w.state[w.to[e]]
                if target.stamp == w.now and target.local != DEAD and self.agrees(w.option[e]):
                    completions += self.nodes[target.local].completions
                    self.keep_edge(target.local, w.option[e])
        if completions:
            node = self.add_node()
            state.local = <uint32_t> node
            self.nodes[node].first = before
            self.nodes[node].stop = self.out_size
            self.nodes[node].completions = completions
        return 0

    cdef void count_ways(self) noexcept nogil:
        cdef int64_t n, e
        if self.size:
            self.nodes[self.size - 1].ways = 1
        for n in range(self.size - 1, -1, -1):
            for e in range(self.nodes[n].first, self.nodes[n].stop):
                self.nodes[self.out[e].to].ways += self.nodes[n].ways

    @property
    def total(self):
        return self.nodes[self.size - 1].completions if self.size else 0

    def occurrences(self, int64_t[::1] result):
        cdef int64_t n, e
        if result.shape[0] != self.walk.option_count:
            raise ValueError("the result has not one entry an option")
        for n in range(self.size):
            for e in range(self.nodes[n].first, self.nodes[n].stop):
                result[self.out[e].option] += <int64_t> (
                    self.nodes[n].ways * self.nodes[self.out[e].to].completions
                )

    def nth(self, uint64_t index):
        cdef uint16_t[:, ::1] rows
        if index >= self.total:
            raise IndexError("there are not so many solutions")
        rows = view.array((1, self.walk.length), 2, "H")
        cdef int64_t length = self.write(index, &rows[0, 0])
        return tuple([rows[0, k] for k in range(length)])

    def fill(self, uint16_t[:, ::1] rows, uint64_t start):
        cdef int64_t k
        cdef uint64_t number = rows.shape[0]
        if rows.shape[1] != self.walk.length:
            raise ValueError("a row has not one entry an option")
        if number > self.total or start > self.total - number:
            raise IndexError("there are not so many solutions")
        for k in range(rows.shape[0]):
            self.write(start + k, &rows[k, 0])

    cdef int64_t write(self, uint64_t index, uint16_t *row) noexcept nogil:
        """Write the options of the solution with that number; how many there are."""
        cdef int64_t n = self.size - 1
        cdef int64_t length = 0
        cdef int64_t e
        cdef uint64_t behind
        while self.nodes[n].first < self.nodes[n].stop:
            e = self.nodes[n].first
            while True:
                behind = self.nodes[self.out[e].to].completions
                if index < behind:
                    break
                index -= behind
                e += 1
            row[length] = self.out[e].option
            length += 1
            n = self.out[e].to
        return length
