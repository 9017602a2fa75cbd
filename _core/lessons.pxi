# The search that learns: what a contradiction teaches, what is forgotten, and where to go.
#
# Design: a contradiction gives one new clause, which holds for all solutions, and sends the search
# back to where that clause says something. The quality of a clause is 0 where it must stay, else
# twice the number of levels it spans, plus 1 where it was of use since the learned clauses were
# thinned last (Audemard and Simon, Predicting Learnt Clauses Quality, 2009). The search begins anew
# where the last lessons span more levels than those before, but not while more is settled than
# usual: there a solution may be near (the same, Refining Restarts Strategies for SAT and UNSAT,
# 2012). Thinning is done at level 0 only, where no reason is ever read, so that clauses can move.
# Included by learning.pyx, behind clauses.pxi.

cdef enum:
    FIRST_THINNING = 2000       # conflicts
    NEXT_THINNING = 300         # more of them each time
    LEAST_RUN = 50              # conflicts between two restarts
    FIRST_DELAY = 1000          # conflicts before a restart is put off
    ONE = 1 << 20               # in means


cdef class Lessons(Clauses):
    """The search; see above. A subclass puts the clauses in."""

    cdef bint solved
    cdef int32_t *lesson
    cdef int32_t *marked
    cdef int32_t *stack
    cdef int32_t lesson_size, marked_size
    cdef int64_t *stamps
    cdef int64_t stamp
    # Means: how many levels the last lessons span, and all; how much is settled at a contradiction.
    cdef int64_t fast, slow, full
    cdef int64_t last_restart, thin_at, thinnings
    cdef readonly long long conflicts

    cdef int _prepare(self, int32_t variables, int64_t most) except -1:
        """Room for so many variables, and for `most` numbers in clauses."""
        self._prepare_clauses(variables, most)
        self.lesson = <int32_t *> room(variables + 1, sizeof(int32_t))
        self.marked = <int32_t *> room(variables, sizeof(int32_t))
        self.stack = <int32_t *> room(variables, sizeof(int32_t))
        self.stamps = <int64_t *> room(variables + 1, sizeof(int64_t))
        self.thin_at = FIRST_THINNING
        return 0

    def __dealloc__(self):
        free(self.lesson)
        free(self.marked)
        free(self.stack)
        free(self.stamps)

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
        cdef int32_t spans, known = -1
        self._learn(clause)
        spans = self._spans(self.lesson, self.lesson_size)
        self._pace(spans)
        self.step *= 1 / 0.95
        if self.lesson_size == 1:
            self._back_to(0)
        else:
            self._back_to(self.level[self.lesson[1] >> 1])
            known = self._store(self.lesson, self.lesson_size, 2 * spans | 1)
            if known < 0:
                return
        self._hold(self.lesson[0], known)

    cdef void _pace(self, int32_t spans) noexcept nogil:
        """Take a lesson that spans so many levels into the means, before the search goes back.

        Where more is settled than usual (by two fifths, as in that paper), the next restart is put
        off: the quick mean begins again at the slow one."""
        cdef int32_t shift = 1
        cdef int64_t settled = self.trail_top * <int64_t>ONE
        if self.conflicts > FIRST_DELAY and settled * 5 > self.full * 7:
            self.last_restart = self.conflicts
            self.fast = self.slow
        while shift < 13 and self.conflicts >> shift:
            shift += 1
        self.slow += (spans * <int64_t>ONE - self.slow) >> shift
        self.fast += (spans * <int64_t>ONE - self.fast) >> min(shift, 5)
        self.full += (settled - self.full) >> shift

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
