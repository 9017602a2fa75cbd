# Clauses, and what follows from them: the state of a search that learns.
#
# Design: that of the usual solvers of satisfiability (Eén and Sörensson, An Extensible SAT-solver,
# 2003). A variable v has the literals 2v (it is true) and 2v + 1. A clause of two literals or more
# lies in `arena`: its size, its quality, its literals; its number is where it begins. Of its
# literals the first two are watched: as long as none of them is false, nothing follows from it.
# Every literal is put onto the trail when it becomes true, with the clause that says so. The
# quality is 0 for a clause that must stay; lessons.pxi says what else it is.
# All is in integers but for activities, which are only added to, multiplied and compared.
# Included by learning.pyx.

cdef enum:
    HEAD = 2                    # of a clause: size, quality

cdef struct watch_t:
    int32_t clause, other       # ~clause where it has two literals, of which `other` is the other

cdef struct watches_t:
    watch_t *data
    int32_t size, room


cdef class Clauses:
    """The clauses, and what is known to be true; see above."""

    cdef int32_t variables
    cdef bint broken, over
    cdef int32_t *arena
    cdef int64_t used, reserved, most
    cdef watches_t *watches
    cdef int8_t *truth          # of a literal: 1 true, -1 false, 0 open
    cdef uint8_t *phase         # of a variable: the last of its literals that was true
    cdef uint8_t *seen
    cdef int32_t *level
    cdef int32_t *reason        # -1: none
    cdef int32_t *trail
    cdef int32_t *starts        # where each level begins on the trail
    cdef int32_t trail_top, head, depth
    cdef double *activity
    cdef double step
    cdef int32_t *heap
    cdef int32_t *place         # in the heap; -1: not in it
    cdef int32_t heap_size
    cdef readonly long long visited

    cdef int _prepare_clauses(self, int32_t variables, int64_t most) except -1:
        """Room for so many variables, and for `most` numbers in clauses."""
        cdef int32_t v
        self.variables = variables
        self.most = most
        self.reserved = 1 << 12
        self.arena = <int32_t *> room(self.reserved, sizeof(int32_t))
        self.watches = <watches_t *> room(2 * variables, sizeof(watches_t))
        self.truth = <int8_t *> room(2 * variables, 1)
        self.phase = <uint8_t *> room(variables, 1)
        self.seen = <uint8_t *> room(variables, 1)
        self.level = <int32_t *> room(variables, sizeof(int32_t))
        self.reason = <int32_t *> room(variables, sizeof(int32_t))
        self.trail = <int32_t *> room(variables, sizeof(int32_t))
        self.starts = <int32_t *> room(variables + 1, sizeof(int32_t))
        self.activity = <double *> room(variables, sizeof(double))
        self.heap = <int32_t *> room(variables, sizeof(int32_t))
        self.place = <int32_t *> room(variables, sizeof(int32_t))
        self.step = 1.0
        self.heap_size = variables
        for v in range(variables):
            self.heap[v] = self.place[v] = v
            self.phase[v] = 1
        return 0

    def __dealloc__(self):
        cdef int64_t literal
        if self.watches != NULL:
            for literal in range(2 * <int64_t>self.variables):
                free(self.watches[literal].data)
        free(self.watches)
        free(self.arena)
        free(self.truth)
        free(self.phase)
        free(self.seen)
        free(self.level)
        free(self.reason)
        free(self.trail)
        free(self.starts)
        free(self.activity)
        free(self.heap)
        free(self.place)

    # The variables by activity, the most active one on top; among equals the order is that of the
    # heap, which is the same in every run.

    cdef inline void _put(self, int32_t at, int32_t v) noexcept nogil:
        self.heap[at] = v
        self.place[v] = at

    cdef void _rise(self, int32_t at) noexcept nogil:
        cdef int32_t v = self.heap[at], up
        while at:
            up = (at - 1) >> 1
            if self.activity[self.heap[up]] >= self.activity[v]:
                break
            self._put(at, self.heap[up])
            at = up
        self._put(at, v)

    cdef void _sink(self, int32_t at) noexcept nogil:
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
        self.activity[v] += self.step
        if self.activity[v] > 1e100:
            for other in range(self.variables):
                self.activity[other] *= 1e-100
            self.step *= 1e-100
        if self.place[v] >= 0:
            self._rise(self.place[v])

    cdef int32_t _choice(self) noexcept nogil:
        """The most active open variable, or -1; it leaves the heap."""
        cdef int32_t v
        while self.heap_size:
            v = self.heap[0]
            self.heap_size -= 1
            self.place[v] = -1
            if self.heap_size:
                self._put(0, self.heap[self.heap_size])
                self._sink(0)
            if not self.truth[2 * v]:
                return v
        return -1

    # Clauses and the trail.

    cdef void _watch(self, int32_t literal, int32_t clause, int32_t other) noexcept nogil:
        cdef watches_t *own = self.watches + literal
        cdef int32_t wanted
        cdef void *moved
        if own.size == own.room:
            wanted = own.room + (own.room >> 1) + 4
            moved = realloc(own.data, wanted * sizeof(watch_t))
            if moved == NULL:
                self.broken = True
                return
            own.data = <watch_t *> moved
            own.room = wanted
        own.data[own.size].clause = clause
        own.data[own.size].other = other
        own.size += 1

    cdef void _attach(self, int32_t clause) noexcept nogil:
        cdef int32_t *literals = self.arena + clause + HEAD
        cdef int32_t name = ~clause if self.arena[clause] == 2 else clause
        self._watch(literals[0], name, literals[1])
        self._watch(literals[1], name, literals[0])

    cdef int32_t _store(self, const int32_t *literals, int32_t size,
                        int32_t quality) noexcept nogil:
        """A new clause of at least two literals, watched by the first two; -1 where there is no
        room for it."""
        cdef int64_t at = self.used, wanted
        cdef void *moved
        if at + HEAD + size > self.reserved:
            wanted = min(max(at + HEAD + size, 2 * self.reserved), self.most)
            if at + HEAD + size > wanted:
                self.broken = True
                return -1
            moved = realloc(self.arena, wanted * sizeof(int32_t))
            if moved == NULL:
                self.broken = True
                return -1
            self.arena = <int32_t *> moved
            self.reserved = wanted
        self.arena[at] = size
        self.arena[at + 1] = quality
        memcpy(self.arena + at + HEAD, literals, size * sizeof(int32_t))
        self.used = at + HEAD + size
        self._attach(<int32_t> at)
        return <int32_t> at

    cdef inline void _hold(self, int32_t literal, int32_t reason) noexcept nogil:
        """An open literal becomes true."""
        cdef int32_t v = literal >> 1
        self.truth[literal] = 1
        self.truth[literal ^ 1] = -1
        self.level[v] = self.depth
        self.reason[v] = reason
        self.trail[self.trail_top] = literal
        self.trail_top += 1

    cdef void _require(self, int32_t *literals, int32_t size) noexcept nogil:
        """One of these literals is true in all that is looked for; only at level 0."""
        cdef int32_t k, left = 0
        for k in range(size):
            if self.truth[literals[k]] > 0:
                return
            if not self.truth[literals[k]]:
                literals[left] = literals[k]
                left += 1
        if not left:
            self.over = True
        elif left == 1:
            self._hold(literals[0], -1)
        else:
            self._store(literals, left, 0)

    cdef void _back_to(self, int32_t depth) noexcept nogil:
        """Open again what became true above that level."""
        cdef int32_t literal, v
        if self.depth <= depth:
            return
        while self.trail_top > self.starts[depth]:
            self.trail_top -= 1
            literal = self.trail[self.trail_top]
            v = literal >> 1
            self.truth[literal] = self.truth[literal ^ 1] = 0
            self.phase[v] = literal & 1
            if self.place[v] < 0:
                self._put(self.heap_size, v)
                self.heap_size += 1
                self._rise(self.heap_size - 1)
        self.head = self.trail_top
        self.depth = depth

    cdef int32_t _follow(self) noexcept nogil:
        """Put on the trail all that follows; a clause that has become false, or -1."""
        cdef int32_t gone, first, k, size, at, kept, bad = -1
        cdef int32_t *literals
        cdef int32_t *arena = self.arena
        cdef int8_t *truth = self.truth
        cdef watches_t *own
        cdef watch_t *list_
        cdef watch_t watch
        while bad < 0 and self.head < self.trail_top:
            gone = self.trail[self.head] ^ 1
            self.head += 1
            own = self.watches + gone
            list_ = own.data
            size = own.size
            self.visited += size + 1
            at = kept = 0
            while at < size:
                watch = list_[at]
                at += 1
                if truth[watch.other] <= 0 and watch.clause >= 0:
                    literals = arena + watch.clause + HEAD
                    first = literals[0] ^ literals[1] ^ gone
                    if truth[first] <= 0:
                        k = self._another(literals, arena[watch.clause])
                        if k:
                            literals[0] = first
                            literals[1] = literals[k]
                            literals[k] = gone
                            self._watch(literals[1], watch.clause, first)
                            continue
                    watch.other = first
                list_[kept] = watch
                kept += 1
                if truth[watch.other] > 0:
                    continue
                if watch.clause < 0:
                    watch.clause = ~watch.clause
                if truth[watch.other] < 0:
                    bad = watch.clause
                    break
                self._hold(watch.other, watch.clause)
            if kept < at:
                memmove(list_ + kept, list_ + at, (size - at) * sizeof(watch_t))
                own.size = size - at + kept
        return bad

    cdef inline int32_t _another(self, const int32_t *literals, int32_t size) noexcept nogil:
        """Where a literal stands that is not false, behind the two that are watched; or 0."""
        cdef int32_t k
        for k in range(2, size):
            if self.truth[literals[k]] >= 0:
                return k
        return 0
