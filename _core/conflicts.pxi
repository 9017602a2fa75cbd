# A search that learns from conflicts: clauses, what follows from them, and what a contradiction
# teaches.
#
# Design: that of the usual solvers of satisfiability (Eén and Sörensson, An Extensible SAT-solver,
# 2003; Audemard and Simon, Predicting Learnt Clauses Quality, 2009). A variable v has the literals
# 2v (it is true) and 2v + 1. A clause of two literals or more lies in `arena`: its size, its
# quality, its literals; its number is where it begins. Of its literals the first two are watched:
# as long as none of them is false, nothing follows from it. Every literal is put onto the trail
# when it becomes true, with the clause that says so. A contradiction gives one new clause, which
# holds for all solutions, and sends the search back to where that clause says something. The
# quality is 0 for a clause that must stay, else twice the number of levels it spans, plus 1 where
# it was of use since the learned clauses were thinned last. Thinning is done at level 0 only, where
# no reason is ever read, so that clauses can move.
# All is in integers but for activities, which are only added to, multiplied and compared.
# Included by learning.pyx.

cdef enum:
    HEAD = 2                    # of a clause: size, quality
    FIRST_THINNING = 2000       # conflicts
    NEXT_THINNING = 300         # more of them each time
    LEAST_RUN = 50              # conflicts between two restarts
    ONE = 1 << 20               # in means of qualities

cdef struct watch_t:
    int32_t clause, other       # ~clause where it has two literals, of which `other` is the other

cdef struct watches_t:
    watch_t *data
    int32_t size, room


cdef class Conflicts:
    """The clauses, and the search; see above. A subclass puts the clauses in."""

    cdef int32_t variables
    cdef bint broken, over, solved
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
    cdef int32_t *lesson
    cdef int32_t *marked
    cdef int32_t *stack
    cdef int32_t lesson_size, marked_size
    cdef int64_t *stamps
    cdef int64_t stamp
    cdef double *activity
    cdef double step
    cdef int32_t *heap
    cdef int32_t *place         # in the heap; -1: not in it
    cdef int32_t heap_size
    cdef int64_t fast, slow, last_restart, thin_at, thinnings
    cdef readonly long long visited, conflicts

    cdef int _prepare(self, int32_t variables, int64_t most) except -1:
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
        self.lesson = <int32_t *> room(variables + 1, sizeof(int32_t))
        self.marked = <int32_t *> room(variables, sizeof(int32_t))
        self.stack = <int32_t *> room(variables, sizeof(int32_t))
        self.stamps = <int64_t *> room(variables + 1, sizeof(int64_t))
        self.activity = <double *> room(variables, sizeof(double))
        self.heap = <int32_t *> room(variables, sizeof(int32_t))
        self.place = <int32_t *> room(variables, sizeof(int32_t))
        self.step = 1.0
        self.thin_at = FIRST_THINNING
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
        free(self.lesson)
        free(self.marked)
        free(self.stack)
        free(self.stamps)
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

    cdef int32_t _store(self, const int32_t *literals, int32_t size, int32_t quality) noexcept nogil:
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

    # What a contradiction teaches.

    cdef inline void _mark(self, int32_t v) noexcept nogil:
        self.seen[v] = 1
        self.marked[self.marked_size] = v
        self.marked_size += 1

    cdef int32_t _spans(self, const int32_t *literals, int32_t size) noexcept nogil:
        """How many levels the literals were settled at."""
        cdef int32_t k, count = 0
        self.stamp += 1
        for k in range(size):
            if self.stamps[self.level[literals[k] >> 1]] != self.stamp:
                self.stamps[self.level[literals[k] >> 1]] = self.stamp
                count += 1
        return count

    cdef void _praise(self, int32_t clause) noexcept nogil:
        """A learned clause was of use: it stays for now, and its quality is looked at anew."""
        cdef int32_t quality = self.arena[clause + 1], spans
        if quality:
            spans = self._spans(self.arena + clause + HEAD, self.arena[clause])
            self.arena[clause + 1] = 2 * min(quality >> 1, spans) | 1

    cdef void _learn(self, int32_t clause) noexcept nogil:
        """What follows from a clause that has become false, into `lesson`: the first literal is the
        only one of the present level, and the second one of the deepest level besides."""
        cdef int32_t size, k, literal, v, at = self.trail_top, last, open_ = 0, kept = 1
        cdef uint64_t levels = 0
        self.lesson_size = 1
        self.marked_size = 0
        while True:
            self._praise(clause)
            size = self.arena[clause]
            for k in range(size):
                literal = self.arena[clause + HEAD + k]
                v = literal >> 1
                if self.seen[v] or not self.level[v]:
                    continue
                self._mark(v)
                self._bump(v)
                if self.level[v] == self.depth:
                    open_ += 1
                else:
                    self.lesson[self.lesson_size] = literal
                    self.lesson_size += 1
                    levels |= <uint64_t>1 << (self.level[v] & 63)
            at -= 1
            while not self.seen[self.trail[at] >> 1]:
                at -= 1
            last = self.trail[at]
            open_ -= 1
            if not open_:
                break
            clause = self.reason[last >> 1]
        self.lesson[0] = last ^ 1
        for k in range(1, self.lesson_size):
            if not self._implied(self.lesson[k], levels):
                self.lesson[kept] = self.lesson[k]
                kept += 1
        self.lesson_size = kept
        for k in range(self.marked_size):
            self.seen[self.marked[k]] = 0
        for k in range(2, kept):
            if self.level[self.lesson[k] >> 1] > self.level[self.lesson[1] >> 1]:
                self.lesson[1], self.lesson[k] = self.lesson[k], self.lesson[1]

    cdef bint _implied(self, int32_t literal, uint64_t levels) noexcept nogil:
        """Whether a literal of the lesson follows from the others, so that it can be left out."""
        cdef int32_t top = self.marked_size, size = 1, clause, k, other, v
        if self.reason[literal >> 1] < 0:
            return False
        self.stack[0] = literal
        while size:
            size -= 1
            clause = self.reason[self.stack[size] >> 1]
            for k in range(self.arena[clause]):
                other = self.arena[clause + HEAD + k]
                v = other >> 1
                if self.seen[v] or not self.level[v]:
                    continue
                if self.reason[v] < 0 or not levels >> (self.level[v] & 63) & 1:
                    while self.marked_size > top:
                        self.marked_size -= 1
                        self.seen[self.marked[self.marked_size]] = 0
                    return False
                self._mark(v)
                self.stack[size] = other
                size += 1
        return True

    cdef void _take_back(self, int32_t clause) noexcept nogil:
        """Learn from a clause that has become false, and go back to where the lesson applies."""
        cdef int32_t spans, shift = 1, known = -1
        self._learn(clause)
        spans = self._spans(self.lesson, self.lesson_size)
        self.step *= 1 / 0.95
        while shift < 13 and self.conflicts >> shift:
            shift += 1
        self.slow += (spans * <int64_t>ONE - self.slow) >> shift
        self.fast += (spans * <int64_t>ONE - self.fast) >> min(shift, 5)
        if self.lesson_size == 1:
            self._back_to(0)
        else:
            self._back_to(self.level[self.lesson[1] >> 1])
            known = self._store(self.lesson, self.lesson_size, 2 * spans | 1)
            if known < 0:
                return
        self._hold(self.lesson[0], known)

    # Thinning.

    cdef bint _stays(self, int32_t clause, int32_t worst, int64_t *spare) noexcept nogil:
        """Whether a clause is kept: it must stay, or is good, or was of use, or is not worse than
        half of the others; `spare` of those that are just as good may go, the oldest first."""
        cdef int32_t quality = self.arena[clause + 1]
        if quality <= 5 or quality & 1:
            self.arena[clause + 1] = quality & ~1
            return True
        if quality >> 1 == worst and spare[0] > 0:
            spare[0] -= 1
            return False
        return quality >> 1 <= worst

    cdef int32_t _cut(self, int64_t *spare) noexcept nogil:
        """The quality from which on clauses go so that half of those go that can be spared, and how
        many of just this quality."""
        cdef int64_t at = 0, number = 0, gone = 0
        cdef int32_t quality, worst = 0
        # `stamps` counts the clauses of each quality; none spans more levels than there are.
        memset(self.stamps, 0, (self.variables + 1) * sizeof(int64_t))
        self.stamp = 0
        while at < self.used:
            quality = self.arena[at + 1]
            if quality > 5 and not quality & 1:
                self.stamps[quality >> 1] += 1
                worst = max(worst, quality >> 1)
                number += 1
            at += HEAD + self.arena[at]
        while worst > 2 and gone + self.stamps[worst] <= number // 2:
            gone += self.stamps[worst]
            worst -= 1
        spare[0] = number // 2 - gone
        memset(self.stamps, 0, (self.variables + 1) * sizeof(int64_t))
        return worst

    cdef void _thin(self) noexcept nogil:
        """At level 0, when all that follows is on the trail: forget half of the learned clauses
        that have been of no use, and what the settled literals say."""
        cdef int64_t at = 0, end = self.used, to = 0, spare
        cdef int32_t size, left, k, literal, quality
        cdef int32_t worst = self._cut(&spare)
        cdef bint stays
        for literal in range(2 * self.variables):
            self.watches[literal].size = 0
        while at < end:
            size = self.arena[at]
            stays = self._stays(<int32_t> at, worst, &spare)
            quality = self.arena[at + 1]  # what is written below may come to lie here
            left = 0
            for k in range(size):
                literal = self.arena[at + HEAD + k]
                if self.truth[literal] > 0:
                    stays = False
                elif not self.truth[literal]:
                    self.arena[to + HEAD + left] = literal
                    left += 1
            if stays:
                self.arena[to + 1] = quality
                self.arena[to] = left
                self._attach(<int32_t> to)
                to += HEAD + left
            at += HEAD + size
        self.used = to

    # The search.

    cdef void _leave_solution(self) noexcept nogil:
        """Rule out the solution at hand: the choices that led to it cannot all be made again."""
        cdef int32_t k, deepest = self.depth, clause = -1
        self.solved = False
        if not deepest:
            self.over = True
            return
        for k in range(deepest):
            self.lesson[k] = self.trail[self.starts[deepest - 1 - k]] ^ 1
        self._back_to(deepest - 1)
        if deepest > 1:
            clause = self._store(self.lesson, deepest, 0)
            if clause < 0:
                return
        self._hold(self.lesson[0], clause)

    cdef bint _may_restart(self) noexcept nogil:
        """Whether the last lessons are worse than those before."""
        return (self.conflicts - self.last_restart >= LEAST_RUN
                and self.fast * 4 > self.slow * 5)

    cdef int _search(self, long long until) noexcept nogil:
        cdef int32_t clause, v
        if self.solved:
            self._leave_solution()
        while not self.over and not self.broken and self.visited < until:
            clause = self._follow()
            if self.broken:
                break
            if clause >= 0:
                self.conflicts += 1
                if not self.depth:
                    self.over = True
                else:
                    self._take_back(clause)
                continue
            if self.conflicts >= self.thin_at:
                self._back_to(0)
                self._thin()
                self.thinnings += 1
                self.thin_at = self.conflicts + FIRST_THINNING + NEXT_THINNING * self.thinnings
            elif self._may_restart():
                self.last_restart = self.conflicts
                self._back_to(0)
            v = self._choice()
            if v < 0:
                self.solved = True
                return SOLUTION_
            self.starts[self.depth] = self.trail_top
            self.depth += 1
            self._hold(2 * v + self.phase[v], -1)
            self.visited += 1
        return DONE_ if self.over else PAUSED_
