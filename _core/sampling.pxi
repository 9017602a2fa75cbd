"""An estimate of the number of solutions: the frontier method on a sample of the states.

Design
------
The layers are constructed as in Frontier, but a layer of more than `kept` states is reduced to a
sample of them. A state is kept with a probability p that rises with its ways, which are then
divided by p. So the sum of the ways of the last layer's complete states is an unbiased estimate of
the number of solutions, for any positive probabilities (J. M. Hammersley and K. W. Morton, "Poor
man's Monte Carlo", 1954; the strata of P. C. Chen, "Heuristic sampling: a method for predicting the
performance of tree searching programs", 1992; with states that merge, stochastic enumeration:
R. Y. Rubinstein, 2013). In the older method of D. E. Knuth ("Estimating the efficiency of backtrack
programs", 1975) each random probe follows one path and is lost at a dead end; here states that have
successors take the place of those at dead ends.

The probabilities are min(1, ways / limit), with the limit at which they sum to `kept`, and states
are drawn by systematic sampling along the layer (W. G. Madow, 1949). Ways are floating-point
numbers, scaled by a power of two that is common to all layers.
"""

from libc.math cimport ldexp


cdef enum:
    SCALE = 512              # all ways are divided by 2 ** SCALE if one of them exceeds it


cdef inline uint64_t next_word(uint64_t *state) noexcept nogil:
    """Return the next number of splitmix64 (G. L. Steele, D. Lea and C. H. Flood, 2014)."""
    cdef uint64_t word
    state[0] += <uint64_t> 0x9E3779B97F4A7C15
    word = state[0]
    word = (word ^ (word >> 30)) * <uint64_t> 0xBF58476D1CE4E5B9
    word = (word ^ (word >> 27)) * <uint64_t> 0x94D049BB133111EB
    return word ^ (word >> 31)


cdef double limit_of(double *ways, int64_t size, int64_t kept) noexcept nogil:
    """Return the limit at which the probabilities of all states sum to `kept`. There are more than
    `kept` states."""
    cdef double limit = 0, small
    cdef int64_t i, large, before = -1
    # A state with at least `limit` ways is certain to be kept, and leaves one place fewer to the
    # others. The limit then falls for them, so repeat until no further state becomes certain.
    while True:
        large = 0
        small = 0
        for i in range(size):
            if limit and ways[i] >= limit:
                large += 1
            else:
                small += ways[i]
        if large <= before or large >= kept:
            break
        before = large
        limit = small / (kept - large)
    return limit


@cython.final
cdef class Sample:
    """A sample of the layers; calpuzzle/_core/frontier64.pyi documents it."""

    cdef Spec f
    cdef int64_t kept
    cdef uint64_t random_state
    cdef int place           # of the current layer
    cdef int64_t at          # in the layer
    cdef bint spoilt
    cdef readonly bint done
    cdef readonly bint thinned       # some layer was reduced to a sample
    cdef readonly int scale          # all ways are stored divided by 2 ** scale

    def __cinit__(self, task, int64_t kept, uint64_t seed, int64_t bound):
        cdef int place
        set_spec(&self.f, task, bound)
        if kept < 1:
            raise ValueError("`kept` must be at least 1")
        self.kept = kept
        self.random_state = seed
        for place in range(self.f.cells + 1):
            self.f.layers[place].width = 1
        self.check_code(put(&self.f.memory, &self.f.layers[0], self.f.nothing, 0))
        (<double *> self.f.layers[0].values)[0] = 1
        self.done = self.f.cells == 0

    def __dealloc__(self):
        free_spec(&self.f)

    cdef int64_t check_code(self, int64_t code) except -1:
        """Raise the exception of an error code, or return the code."""
        if code < 0:
            self.spoilt = True
        if code == NO_MEMORY:
            raise MemoryError
        if code == OVER_BOUND:
            raise OverflowError("the frontier states exceed the memory bound")
        return code

    def run(self, int64_t budget):
        """Continue for about `budget` steps; return whether all is done."""
        cdef int64_t code
        if self.spoilt:
            raise ValueError("the sample cannot continue after an error")
        while budget > 0 and not self.done:
            with nogil:
                code = self.process_some(budget)
            budget -= self.check_code(code)
            if self.at == self.f.layers[self.place].size:
                free_store(&self.f.memory, &self.f.layers[self.place])
                self.place += 1
                self.at = 0
                self.done = self.place == self.f.cells
                if not self.done:
                    with nogil:
                        self.reduce_layer()
        return self.done

    cdef void reduce_layer(self) noexcept nogil:
        """Reduce the current layer to a sample of about `kept` states if it has more. If some ways
        are large, rescale all ways, so that they do not overflow."""
        cdef Store *layer = &self.f.layers[self.place]
        cdef double *ways = <double *> layer.values
        cdef double limit, sum = 0, most = 0, drawn
        cdef int64_t i, k, size = 0
        drop_table(&self.f.memory, layer)  # nothing leads here any more
        if layer.size > self.kept:
            self.thinned = True
            limit = limit_of(ways, layer.size, self.kept)
            drawn = <double> (next_word(&self.random_state) >> 11) * 2.0 ** -53
            for i in range(layer.size):
                sum += min(1.0, ways[i] / limit)
                if sum > drawn:
                    drawn += 1
                    # ways / p, with p = min(1, ways / limit)
                    ways[i] = max(ways[i], limit)
                    keep_state(layer, i, size)
                    size += 1
            # The probabilities sum to `kept`, up to rounding.
            invariant(size <= self.kept + 1)
            layer.size = size
        for i in range(layer.size):
            most = max(most, ways[i])
        if most > 2.0 ** SCALE:
            self.scale += SCALE
            for k in range(self.place, self.f.cells + 1):
                layer = &self.f.layers[k]
                ways = <double *> layer.values
                for i in range(layer.size):
                    ways[i] = ldexp(ways[i], -SCALE)

    cdef int64_t process_some(self, int64_t budget) noexcept nogil:
        """Process some states of the current layer with all options, adding their ways to those of
        the states that they lead to. Return the number of steps, or an error code."""
        cdef Spec *f = &self.f
        cdef Store *layer = &f.layers[self.place]
        cdef Store *other
        cdef int64_t done = 0, to
        cdef int k, first = f.buckets[self.place], last = f.buckets[self.place + 1]
        cdef board_t key, after
        cdef double ways
        while self.at < layer.size and done < budget:
            key = layer.keys[self.at]
            ways = (<double *> layer.values)[self.at]
            for k in range(first, last):
                if key & f.clash[k]:
                    continue
                other = &f.layers[self.place + child(f, key, k, &after)]
                to = put(&f.memory, other, after, 0)
                if to < 0:
                    return to
                (<double *> other.values)[to] += ways
            self.at += 1
            done += last - first + 1
        return done + 1

    @property
    def total(self):
        """Return the estimated number of solutions, divided by 2 ** `scale`; see the stub."""
        cdef Store *layer = &self.f.layers[self.f.cells]
        cdef int64_t i
        cdef double sum = 0
        if not self.done:
            raise ValueError("the sample is not finished")
        for i in range(layer.size):
            if complete(&self.f, layer.keys[i]):
                sum += (<double *> layer.values)[i]
        return sum

    @property
    def layers(self):
        """Return the number of finished layers, and the number of all layers but the last, which
        needs no work."""
        return self.place, self.f.cells
