# The clause database, unit propagation and the decision order of a CDCL solver.
#
# Design: as in MiniSat (Eén and Sörensson, An Extensible SAT-solver, 2003). A variable v has the
# literals 2v (v is true) and 2v + 1. A clause of two literals or more is stored in `arena` as its
# size, its rank and its literals; its number is its offset. The rank is 0 for a clause of the
# problem, which is dropped only if it is true at level 0; cdcl.pxi defines the rank of learned
# clauses.
#
#   unit propagation: two watched literals (Moskewicz et al., Chaff, 2001). As long as neither is
#     false, the clause is neither unit nor false. Each watch has a blocking literal; if it is
#     true, the clause is not read (Sörensson and Eén, MiniSat 2.1, 2008). In a clause of two
#     literals it is the other literal, so that propagation never reads such a clause.
#   decisions: VSIDS (Chaff), with MiniSat's growing increment for the decay, in a binary heap; the
#     sign by phase saving (Pipatsrisawat and Darwiche, 2007).
#   proof: if requested, clauses are recorded as they are added, learned and dropped: kind, size,
#     literals. Clauses of the problem are recorded as STATED. A learned clause follows by unit
#     propagation from the clauses recorded before it (Goldberg and Novikov, Verification of Proofs
#     of Unsatisfiability for CNF Formulas, 2003), without the dropped ones (Heule, Hunt and
#     Wetzler, Trimming while Checking Clausal Proofs, 2013). A clause that is true at level 0
#     may be a reason there, so it is never recorded as dropped.
#
# All numbers are integers except activities, which are only added, multiplied and compared, so that
# every machine runs the same search. Included by learning.pyx.

STATED, DERIVED, DROPPED = range(3)

cdef enum:
    HEAD = 2                    # of a clause: size, rank

cdef enum:
    STATED_, DERIVED_, DROPPED_

cdef struct watch_t:
    int32_t clause, blocker     # `clause` is ~number if the clause has two literals

cdef struct watches_t:
    watch_t *data
    int32_t size, room


@cython.no_gc  # or a collection would clear `memory`, and so free it, before __dealloc__
cdef class Clauses:
    """The clauses, and the assignment with its trail; see above."""

    cdef list memory
    cdef int32_t variables
    cdef bint out_of_memory, unsatisfiable
    cdef int32_t *arena
    cdef int64_t used, reserved, most
    cdef watches_t *watches
    cdef int8_t *value          # of a literal: 1 true, -1 false, 0 unassigned
    cdef uint8_t *phase         # of a variable: its last sign
    cdef int32_t *level         # of a variable: the decision level at which it was assigned
    cdef int32_t *reason        # of a variable: the clause that implied it, or -1
    cdef int32_t *trail
    cdef int32_t *level_end     # of a decision level: where it ends on the trail
    cdef int32_t trail_top, propagated, decision_level
    cdef double *activity
    cdef double increment
    cdef int32_t *heap
    cdef int32_t *place         # of a variable in the heap; -1: not in it
    cdef int32_t heap_size
    cdef readonly long long visited     # the work so far, mainly watches
    cdef bint recording
    cdef int32_t *record
    cdef int64_t recorded_size, recorded_room

    def __cinit__(self, *_, **__):
        self.memory = []

    cdef int _prepare_clauses(self, int32_t variables, int64_t most) except -1:
        """Allocate memory for `variables` variables, and for at most `most` numbers in clauses."""
        cdef int32_t v
        self.variables = variables
        self.most = most
        self.reserved = 1 << 12
        self.arena = <int32_t *> allocate(self.reserved, sizeof(int32_t))
        self.watches = <watches_t *> allocate_owned(self.memory, 2 * variables, sizeof(watches_t))
        self.value = <int8_t *> allocate_owned(self.memory, 2 * variables, 1)
        self.phase = <uint8_t *> allocate_owned(self.memory, variables, 1)
        self.level = self._numbers(variables)
        self.reason = self._numbers(variables)
        self.trail = self._numbers(variables)
        self.level_end = self._numbers(variables + 1)
        self.activity = <double *> allocate_owned(self.memory, variables, sizeof(double))
        self.heap = self._numbers(variables)
        self.place = self._numbers(variables)
        self.increment = 1.0
        self.heap_size = variables
        for v in range(variables):
            self.heap[v] = self.place[v] = v
            self.phase[v] = 1
        return 0

    cdef int32_t *_numbers(self, int64_t number) except NULL:
        return <int32_t *> allocate_owned(self.memory, number, sizeof(int32_t))

    def __dealloc__(self):
        cdef int64_t literal
        free(self.arena)
        free(self.record)
        if self.watches != NULL:
            for literal in range(2 * <int64_t>self.variables):
                free(self.watches[literal].data)

    # The heap of variables by activity. Ties are broken the same way in every run.

    cdef inline void _put(self, int32_t at, int32_t v) noexcept nogil:
        self.heap[at] = v
        self.place[v] = at

    cdef void _sift_up(self, int32_t at) noexcept nogil:
        cdef int32_t v = self.heap[at], up
        while at:
            up = (at - 1) >> 1
            if self.activity[self.heap[up]] >= self.activity[v]:
                break
            self._put(at, self.heap[up])
            at = up
        self._put(at, v)

    cdef void _sift_down(self, int32_t at) noexcept nogil:
        cdef int32_t v = self.heap[at], down
        while True:
            down = 2 * at + 1
            if down >= self.heap_size:
                break
            if (down + 1 < self.heap_size
                    and self.activity[self.heap[down + 1]] > self.activity[self.heap[down]]):
                down += 1
            if self.activity[self.heap[down]] <= self.activity[v]:
                break
            self._put(at, self.heap[down])
            at = down
        self._put(at, v)

    cdef inline void _bump(self, int32_t v) noexcept nogil:
        cdef int32_t other
        self.activity[v] += self.increment
        # Rescale all activities before one overflows; their order does not change.
        if self.activity[v] > 1e100:
            for other in range(self.variables):
                self.activity[other] *= 1e-100
            self.increment *= 1e-100
        if self.place[v] >= 0:
            self._sift_up(self.place[v])

    cdef int32_t _pick(self) noexcept nogil:
        """Take the most active unassigned variable from the heap and return it, or -1 if there is
        none."""
        cdef int32_t v
        while self.heap_size:
            v = self.heap[0]
            self.heap_size -= 1
            self.place[v] = -1
            if self.heap_size:
                self._put(0, self.heap[self.heap_size])
                self._sift_down(0)
            if not self.value[2 * v]:
                return v
        return -1

    # Clauses and the trail.

    cdef bint _grow(self, void **memory, int64_t wanted, size_t size) noexcept nogil:
        cdef void *moved = realloc(memory[0], wanted * size)
        if moved == NULL:
            self.out_of_memory = True
            return False
        memory[0] = moved
        return True

    cdef void _watch(self, int32_t literal, int32_t clause, int32_t blocker) noexcept nogil:
        cdef watches_t *watches = self.watches + literal
        cdef int32_t wanted
        if watches.size == watches.room:
            wanted = watches.room + (watches.room >> 1) + 4
            if not self._grow(<void **> &watches.data, wanted, sizeof(watch_t)):
                return
            watches.room = wanted
        watches.data[watches.size].clause = clause
        watches.data[watches.size].blocker = blocker
        watches.size += 1

    cdef void _attach(self, int32_t clause) noexcept nogil:
        cdef int32_t *literals = self.arena + clause + HEAD
        cdef int32_t name = ~clause if self.arena[clause] == 2 else clause
        self._watch(literals[0], name, literals[1])
        self._watch(literals[1], name, literals[0])

    cdef int32_t _store(self, const int32_t *literals, int32_t size, int32_t rank) noexcept nogil:
        """Store a clause of at least two literals, watch its first two, and return its number, or
        -1 if there is no memory for it."""
        cdef int64_t at = self.used, end = self.used + HEAD + size, wanted
        invariant(size >= 2)
        if end > self.reserved:
            wanted = min(max(end, 2 * self.reserved), self.most)
            self.out_of_memory = self.out_of_memory or end > wanted
            if self.out_of_memory or not self._grow(
                    <void **> &self.arena, wanted, sizeof(int32_t)):
                return -1
            self.reserved = wanted
        self.arena[at] = size
        self.arena[at + 1] = rank
        memcpy(self.arena + at + HEAD, literals, size * sizeof(int32_t))
        self.used = end
        self._attach(<int32_t> at)
        return <int32_t> at

    cdef void _note(self, int32_t kind, const int32_t *literals, int32_t size) noexcept nogil:
        """Record a clause, if clauses are recorded."""
        cdef int64_t end = self.recorded_size + HEAD + size, wanted
        if not self.recording:
            return
        if end > self.recorded_room:
            wanted = 2 * end
            if not self._grow(<void **> &self.record, wanted, sizeof(int32_t)):
                return
            self.recorded_room = wanted
        self.record[self.recorded_size] = kind
        self.record[self.recorded_size + 1] = size
        memcpy(self.record + self.recorded_size + HEAD, literals, size * sizeof(int32_t))
        self.recorded_size = end

    cdef inline void _assign(self, int32_t literal, int32_t reason) noexcept nogil:
        """Make an unassigned literal true."""
        cdef int32_t v = literal >> 1
        invariant(not self.value[literal] and self.trail_top < self.variables)
        self.value[literal] = 1
        self.value[literal ^ 1] = -1
        self.level[v] = self.decision_level
        self.reason[v] = reason
        self.trail[self.trail_top] = literal
        self.trail_top += 1

    cdef void _add_clause(self, int32_t *literals, int32_t size) noexcept nogil:
        """Add a clause to the problem, without its false literals; call this only at level 0."""
        cdef int32_t k, left = 0
        invariant(self.decision_level == 0)
        self._note(STATED_, literals, size)
        for k in range(size):
            if self.value[literals[k]] > 0:
                return
            if not self.value[literals[k]]:
                literals[left] = literals[k]
                left += 1
        if left < size:
            self._note(DERIVED_, literals, left)
        if not left:
            self.unsatisfiable = True
        elif left == 1:
            self._assign(literals[0], -1)
        else:
            self._store(literals, left, 0)

    cdef void _backjump(self, int32_t level) noexcept nogil:
        """Undo the assignments of all levels above `level`."""
        cdef int32_t literal, v
        if self.decision_level <= level:
            return
        while self.trail_top > self.level_end[level]:
            self.trail_top -= 1
            literal = self.trail[self.trail_top]
            v = literal >> 1
            self.value[literal] = self.value[literal ^ 1] = 0
            self.phase[v] = literal & 1
            if self.place[v] < 0:
                self._put(self.heap_size, v)
                self.heap_size += 1
                self._sift_up(self.heap_size - 1)
        self.propagated = self.trail_top
        self.decision_level = level

    cdef int32_t _propagate(self) noexcept nogil:
        """Propagate all assignments on the trail. Return a clause that has become false, or -1."""
        cdef int32_t falsified, first, k, size, at, kept, conflict = -1
        cdef int32_t *literals
        cdef int32_t *arena = self.arena
        cdef int8_t *value = self.value
        cdef watches_t *watches
        cdef watch_t *list_
        cdef watch_t watch
        while conflict < 0 and self.propagated < self.trail_top:
            falsified = self.trail[self.propagated] ^ 1
            self.propagated += 1
            watches = self.watches + falsified
            list_ = watches.data
            size = watches.size
            self.visited += size + 1
            # Watches that stay move down to `kept`, so the list is compacted in one pass.
            at = kept = 0
            while at < size:
                watch = list_[at]
                at += 1
                if value[watch.blocker] <= 0 and watch.clause >= 0:
                    literals = arena + watch.clause + HEAD
                    invariant(literals[0] == falsified or literals[1] == falsified)
                    # The other watched literal: one of the two is the falsified one.
                    first = literals[0] ^ literals[1] ^ falsified
                    if value[first] <= 0:
                        k = self._unwatched(literals, arena[watch.clause])
                        if k:
                            literals[0] = first
                            literals[1] = literals[k]
                            literals[k] = falsified
                            self._watch(literals[1], watch.clause, first)
                            continue
                    watch.blocker = first
                list_[kept] = watch
                kept += 1
                if value[watch.blocker] > 0:
                    continue
                # All other literals are false: the blocker is implied, or the clause is false.
                if watch.clause < 0:
                    watch.clause = ~watch.clause
                if value[watch.blocker] < 0:
                    conflict = watch.clause
                    break
                self._assign(watch.blocker, watch.clause)
            if kept < at:
                memmove(list_ + kept, list_ + at, (size - at) * sizeof(watch_t))
                watches.size = size - at + kept
        return conflict

    cdef inline int32_t _unwatched(self, const int32_t *literals, int32_t size) noexcept nogil:
        """Return the place of a literal that is not false, after the two watched ones, or 0 if
        there is none."""
        cdef int32_t k
        for k in range(2, size):
            if self.value[literals[k]] >= 0:
                return k
        return 0
