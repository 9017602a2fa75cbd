# Conflict-driven clause learning (CDCL): conflict analysis, restarts, clause-database reduction.
#
# Design: after a conflict, resolution along the trail up to the first unique implication point
# (1-UIP) gives a learned clause (Marques-Silva and Sakallah, GRASP, 1996; Zhang et al., Efficient
# Conflict Driven Learning, 2001). A literal is removed from it if it is false whenever the others
# are (Sörensson and Biere, Minimizing Learned Clauses, 2009). The search then jumps back to the
# lowest level at which the clause is unit.
#
#   LBD: the number of decision levels in a learned clause (literals blocks distance). Clauses of
#     LBD 2 or less are glue, and are dropped only if they are true at level 0 (Audemard, Simon:
#     Predicting Learnt Clauses Quality, 2009). The rank of a learned clause is twice its LBD, plus
#     1 if the clause was learned, or used by conflict analysis, since the last reduction.
#   restarts: dynamic, if recent LBDs exceed the long-term average; blocked if the trail is much
#     longer than usual, because a solution may be near (Audemard and Simon, Refining Restarts
#     Strategies for SAT and UNSAT, 2012). The averages are exponential moving averages (Biere and
#     Fröhlich, 2015).
#   reduction: drops half of the learned clauses that are not glue and have an even rank, the
#     highest LBD first. It runs only at level 0, where reasons are never read, so clauses may move.
#
# Included by learning.pyx, after clauses.pxi.

cdef enum:
    GLUE = 5                    # the highest rank of a clause of LBD 2
    FIRST_REDUCTION = 2000      # conflicts
    NEXT_REDUCTION = 300        # additional conflicts of each following interval
    MIN_RUN = 50              # the fewest conflicts between two restarts
    FIRST_BLOCKING = 1000       # conflicts before a restart can be blocked
    ONE = 1 << 20               # the fixed-point unit of the averages


@cython.no_gc
cdef class Cdcl(Clauses):
    """The solver; see above. A subclass adds the clauses of a problem."""

    cdef bint satisfied
    cdef uint8_t *seen          # of a variable, in conflict analysis: 1 if `marked` contains it
    cdef int32_t *learned
    cdef int32_t *marked
    cdef int32_t *stack
    cdef int32_t learned_size, marked_size
    cdef int64_t *stamps
    cdef int64_t stamp
    # Averages: of the LBD, over few conflicts and over many, and of the length of the trail.
    cdef int64_t fast_lbd, slow_lbd, slow_trail
    cdef int64_t last_restart, reduce_at, reductions
    cdef readonly long long conflicts

    cdef int _prepare(self, int32_t variables, int64_t most) except -1:
        """Allocate memory for `variables` variables, and for at most `most` numbers in clauses."""
        self._prepare_clauses(variables, most)
        self.seen = <uint8_t *> allocate_owned(self.memory, variables, 1)
        self.learned = self._numbers(variables + 1)
        self.marked = self._numbers(variables)
        self.stack = self._numbers(variables)
        self.stamps = <int64_t *> allocate_owned(self.memory, variables + 1, sizeof(int64_t))
        self.reduce_at = FIRST_REDUCTION
        return 0

    # Conflict analysis.

    cdef inline void _mark(self, int32_t v) noexcept nogil:
        self.seen[v] = 1
        self.marked[self.marked_size] = v
        self.marked_size += 1

    cdef int32_t _lbd(self, const int32_t *literals, int32_t size) noexcept nogil:
        """Return the number of decision levels of the literals."""
        cdef int32_t k, count = 0
        self.stamp += 1
        for k in range(size):
            if self.stamps[self.level[literals[k] >> 1]] != self.stamp:
                self.stamps[self.level[literals[k] >> 1]] = self.stamp
                count += 1
        return count

    cdef void _analyze(self, int32_t clause) noexcept nogil:
        """Set `learned` to the 1-UIP clause of a conflict. Its first literal is the only one of the
        current level; its second has the highest level of the others, so both can be watched."""
        cdef int32_t k, literal, v, at = self.trail_top, last, open_ = 0, kept = 1
        cdef int32_t *rank
        cdef uint64_t levels = 0
        self.learned_size = 1
        self.marked_size = 0
        while True:
            rank = self.arena + clause + 1
            # A learned clause that is used again is marked as used, and its LBD may have fallen.
            if rank[0]:
                k = self._lbd(self.arena + clause + HEAD, self.arena[clause])
                rank[0] = 2 * min(rank[0] >> 1, k) | 1
            for k in range(self.arena[clause]):
                literal = self.arena[clause + HEAD + k]
                v = literal >> 1
                if self.seen[v] or not self.level[v]:
                    continue
                self._mark(v)
                self._bump(v)
                if self.level[v] == self.decision_level:
                    open_ += 1
                else:
                    self.learned[self.learned_size] = literal
                    self.learned_size += 1
                    levels |= <uint64_t>1 << (self.level[v] & 63)
            # The next literal to resolve on is the latest marked one of the trail. When it is the
            # only open one of the current level, it is the first unique implication point.
            at -= 1
            while not self.seen[self.trail[at] >> 1]:
                at -= 1
            last = self.trail[at]
            open_ -= 1
            if not open_:
                break
            clause = self.reason[last >> 1]
        self.learned[0] = last ^ 1
        for k in range(1, self.learned_size):
            if not self._is_redundant(self.learned[k], levels):
                self.learned[kept] = self.learned[k]
                kept += 1
        self.learned_size = kept
        for k in range(self.marked_size):
            self.seen[self.marked[k]] = 0
        for k in range(2, kept):
            if self.level[self.learned[k] >> 1] > self.level[self.learned[1] >> 1]:
                self.learned[1], self.learned[k] = self.learned[k], self.learned[1]
        invariant(self.level[last >> 1] == self.decision_level)
        invariant(kept == 1 or self.level[self.learned[1] >> 1] < self.decision_level)

    cdef bint _is_redundant(self, int32_t literal, uint64_t levels) noexcept nogil:
        """Return whether this literal is false whenever the other literals of the learned clause
        are. `levels` has a bit for each earlier decision level of the clause, modulo 64: a literal
        of another level does not follow from the other literals."""
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
                    # Not redundant, so the marks that were set on the way are removed.
                    while self.marked_size > top:
                        self.marked_size -= 1
                        self.seen[self.marked[self.marked_size]] = 0
                    return False
                self._mark(v)
                self.stack[size] = other
                size += 1
        return True

    cdef void _resolve_conflict(self, int32_t clause) noexcept nogil:
        """Learn from a false clause, and jump back to the level at which the learned clause is
        unit."""
        cdef int32_t lbd, reason = -1
        self._analyze(clause)
        self._note(DERIVED_, self.learned, self.learned_size)
        lbd = self._lbd(self.learned, self.learned_size)
        self._average(lbd)
        self.increment *= 1 / 0.95
        if self.learned_size == 1:
            self._backjump(0)
        else:
            self._backjump(self.level[self.learned[1] >> 1])
            reason = self._store(self.learned, self.learned_size, 2 * lbd | 1)
            if reason < 0:
                return
        self._assign(self.learned[0], reason)

    cdef void _average(self, int32_t lbd) noexcept nogil:
        """Include a conflict in the averages, before the search jumps back. If the trail is longer
        than usual by two fifths, as in the paper, the next restart is blocked."""
        cdef int32_t shift = 1
        cdef int64_t trail = self.trail_top * <int64_t>ONE
        if self.conflicts > FIRST_BLOCKING and trail * 5 > self.slow_trail * 7:
            self.last_restart = self.conflicts
            self.fast_lbd = self.slow_lbd
        # The window grows with the number of conflicts, so that the initial 0 soon has no weight.
        while shift < 13 and self.conflicts >> shift:
            shift += 1
        self.slow_lbd += (lbd * <int64_t>ONE - self.slow_lbd) >> shift
        self.fast_lbd += (lbd * <int64_t>ONE - self.fast_lbd) >> min(shift, 5)
        self.slow_trail += (trail - self.slow_trail) >> shift

    # Clause-database reduction.

    cdef int32_t _worst_kept(self, int64_t *spare) noexcept nogil:
        """Return the LBD `worst` such that clauses of a higher LBD are dropped, and set `spare` to
        the number of clauses of LBD `worst` to drop as well, so that half of the candidates go."""
        cdef int64_t at = 0, number = 0, gone = 0
        cdef int32_t rank, worst = 0
        # `stamps` counts the clauses of each LBD, which is at most the number of levels.
        memset(self.stamps, 0, (self.variables + 1) * sizeof(int64_t))
        self.stamp = 0
        while at < self.used:
            rank = self.arena[at + 1]
            if rank > GLUE and not rank & 1:
                self.stamps[rank >> 1] += 1
                worst = max(worst, rank >> 1)
                number += 1
            at += HEAD + self.arena[at]
        while worst > 2 and gone + self.stamps[worst] <= number // 2:
            gone += self.stamps[worst]
            worst -= 1
        spare[0] = number // 2 - gone
        memset(self.stamps, 0, (self.variables + 1) * sizeof(int64_t))
        return worst

    cdef void _reduce(self) noexcept nogil:
        """Drop half of the learned clauses that are not glue and have an even rank, the oldest
        first among equals; also drop true clauses, and false literals of the others. Call this only
        at level 0, after propagation."""
        cdef int64_t at = 0, end = self.used, to = 0, spare
        cdef int32_t size, left, k, literal, rank
        cdef int32_t worst = self._worst_kept(&spare)
        cdef bint stays, true
        invariant(self.decision_level == 0 and self.propagated == self.trail_top)
        for literal in range(2 * self.variables):
            self.watches[literal].size = 0
        while at < end:
            size = self.arena[at]
            rank = self.arena[at + 1]
            stays = rank <= GLUE or rank & 1 or rank >> 1 <= worst
            if rank > GLUE and not rank & 1 and rank >> 1 == worst and spare > 0:
                spare -= 1
                stays = False
            left = 0
            true = False
            # Clauses move down (to <= at), so the literals are read from a copy.
            memcpy(self.learned, self.arena + at + HEAD, size * sizeof(int32_t))
            for k in range(size):
                literal = self.learned[k]
                if self.value[literal] > 0:
                    true = True
                elif not self.value[literal]:
                    self.arena[to + HEAD + left] = literal
                    left += 1
            if stays and left < size and not true:
                self._note(DERIVED_, self.arena + to + HEAD, left)
            if (not stays or left < size) and not true:
                self._note(DROPPED_, self.learned, size)
            if stays and not true:
                self.arena[to + 1] = rank & ~1
                self.arena[to] = left
                self._attach(<int32_t> to)
                to += HEAD + left
            at += HEAD + size
        self.used = to

    # The search.

    cdef void _block_solution(self) noexcept nogil:
        """Add a clause that excludes the current solution: its decisions cannot all be made again.
        All other literals follow from the decisions, so no other solution is excluded. The
        clause is not recorded, so the record is a proof only until the first solution."""
        cdef int32_t k, level = self.decision_level, reason = -1
        self.satisfied = False
        if not level:
            self.unsatisfiable = True
            return
        for k in range(level):
            self.learned[k] = self.trail[self.level_end[level - 1 - k]] ^ 1
        self._backjump(level - 1)
        if level > 1:
            reason = self._store(self.learned, level, 0)
            if reason < 0:
                return
        self._assign(self.learned[0], reason)

    cdef void _tidy(self) noexcept nogil:
        """Reduce the clause database, or restart, if either is due."""
        if self.conflicts >= self.reduce_at:
            self._backjump(0)
            self._reduce()
            self.reductions += 1
            self.reduce_at = self.conflicts + FIRST_REDUCTION + NEXT_REDUCTION * self.reductions
        elif (self.conflicts - self.last_restart >= MIN_RUN
                and self.fast_lbd * 4 > self.slow_lbd * 5):
            self.last_restart = self.conflicts
            self._backjump(0)

    cdef int _search(self, long long until) noexcept nogil:
        cdef int32_t clause, v
        if self.satisfied:
            self._block_solution()
        while not self.unsatisfiable and not self.out_of_memory and self.visited < until:
            clause = self._propagate()
            if self.out_of_memory:
                break
            if clause >= 0:
                self.conflicts += 1
                if self.decision_level:
                    self._resolve_conflict(clause)
                else:
                    self._note(DERIVED_, self.learned, 0)
                    self.unsatisfiable = True
                continue
            self._tidy()
            v = self._pick()
            if v < 0:
                self.satisfied = True
                return SOLUTION_
            self.level_end[self.decision_level] = self.trail_top
            self.decision_level += 1
            self._assign(2 * v + self.phase[v], -1)
            self.visited += 1
        return DONE_ if self.unsatisfiable else PAUSED_
