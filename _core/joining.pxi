"""The join of meet in the middle: counts for all sets of a family from a lower and an upper half.

Design
------
Exactly one outline of every solution is the first that covers all items before the cut. At each
such outline, the list of the lower half is joined with the list of the upper half: if the pieces of
two keys together are a set of the family, the product of their ways is added to the counter of that
set. Lists are sorted by instance first, then by the counts, the numbers of pieces of each pool
(meeting.pxi describes the fields of a key). So the keys of one instance are contiguous, and among
them the keys with the same counts.

The number of a set is looked up, not calculated. The fields of its key are cut into chunks, and a
table is indexed by the value of a chunk. The lower 40 bits of an entry are what the chunk adds to
the number; the higher bits are the offset of the table for the next chunk. A chunk has one table
for each number of pieces that a set can have in the earlier chunks of the same pool.
calpuzzle/design/families/keys.py makes the tables.

The counters are visited in nearly random order, and do not fit the fast caches. So up to HITS hits
(pairs of keys that are joined) are collected; then all their counters are prefetched before the
first one is increased.

Counters have 32 bits and may wrap. Wrapping can only decrease their sum. `flush` also adds the same
products in 64 bits, so the sum of the counters equals this total if and only if no counter has
wrapped. The caller compares the two.
"""

cdef enum:
    NUMBER_BITS = 40
    CHUNKS = 42              # at most 128 / 3: a chunk and its pool's count have 3 bits or more
    HITS = 2048


cdef struct Join:
    board_t singles          # the fields of pieces that are used at most once
    board_t count_mask       # the fields of the pools' counts
    board_t piece_mask       # the fields of the pieces
    int instance_shift       # the lowest bit of the number of the instance
    int combinations         # the number of combinations of counts
    board_t *wanted          # of each combination: the sum of two keys' count fields, both biased
    int64_t *begin           # of each combination: the offset of its first table
    uint64_t *tables
    int chunks
    int shifts[CHUNKS]
    uint64_t masks[CHUNKS]
    int instances[2]         # instances of each half
    int64_t meeting_outlines  # the number of outlines at or past the cut that both halves reach
    int64_t *instance_first[2]  # of each half: where the keys of each outline and instance begin
    int hits                 # the number of collected hits, all of the same combination of counts
    board_t *sums            # of each hit: the sum of the two keys, with the bias once
    uint64_t *products
    int64_t *numbers         # of each hit: the number of its set, when it is looked up


cdef inline int64_t end_of_equal_keys(
    Half *half, int64_t a, int64_t b, board_t mask
) noexcept nogil:
    """Return the end of the keys that agree with key a in the bits of `mask`. All keys from a to b
    are equal in the fields above these bits, and sorted by these bits."""
    cdef board_t *keys = half.layers[0].keys
    cdef board_t value = keys[a] & mask
    # Usually all keys agree.
    if (keys[b - 1] & mask) == value:
        return b
    while (keys[a] & mask) == value:
        a += 1
    return a


cdef uint64_t flush(Join *j, board_t bias, int64_t begin, uint32_t *counters) noexcept nogil:
    """Add the collected hits to the counters; return the sum of what was added."""
    cdef uint64_t entry, total = 0
    cdef uint64_t *tables = j.tables
    cdef board_t sum
    cdef int64_t place, number
    cdef int h, chunk, chunks = j.chunks
    cdef int shifts[CHUNKS]
    cdef uint64_t masks[CHUNKS]
    for chunk in range(chunks):
        shifts[chunk] = j.shifts[chunk]
        masks[chunk] = j.masks[chunk]
    for h in range(j.hits):
        sum = j.sums[h] - bias
        number = 0
        place = begin
        for chunk in range(chunks):
            entry = tables[place + <int64_t> (<uint64_t> (sum >> shifts[chunk]) & masks[chunk])]
            number += <int64_t> (entry & ((<uint64_t> 1 << NUMBER_BITS) - 1))
            place = <int64_t> (entry >> NUMBER_BITS)
        invariant(number >= 0)
        j.numbers[h] = number
        bits_prefetch_write(counters + number)
    for h in range(j.hits):
        counters[j.numbers[h]] += <uint32_t> j.products[h]
        total += j.products[h]
    j.hits = 0
    return total


cdef uint64_t join_ranges(
    Join *j, Keys *k, Half *outer, int64_t a, int64_t b, Half *inner, int64_t c, int64_t d,
    int64_t begin, uint32_t *counters
) noexcept nogil:
    """Join the keys a to b of one half with c to d of the other; return the sum of what was added
    to the counters meanwhile."""
    cdef board_t key, other
    cdef board_t guards = k.guards & j.piece_mask, singles = j.singles, bias = k.bias
    cdef board_t *keys = inner.layers[0].keys
    cdef uint32_t *ways = inner.layers[0].ways
    cdef board_t *sums = j.sums
    cdef uint64_t *products = j.products
    cdef uint64_t total = 0, way
    cdef int64_t e, f, last
    cdef int hits
    for e in range(a, b):
        # Without the bias, because the other key contains it as well.
        key = outer.layers[0].keys[e] - bias
        way = outer.layers[0].ways[e]
        f = c
        while f < d:
            # Keep HITS // 2 places free, so that the next HITS // 2 keys need no check.
            if j.hits > HITS // 2:
                total += flush(j, bias, begin, counters)
            last = min(d, f + HITS // 2)
            hits = j.hits
            while f < last:
                # Every pair is written, and overwritten if its keys cannot be joined: no branch.
                other = keys[f]
                sums[hits] = key + other
                products[hits] = way * ways[f]
                hits += (key & other & singles) == 0 and ((key + other) & guards) == 0
                f += 1
            invariant(hits <= HITS)
            j.hits = hits
    return total


cdef uint64_t join_instance(
    Join *j, Keys *k, Half *lower, int64_t a, int64_t b, Half *upper, int64_t c, int64_t d,
    int64_t *begin, uint32_t *counters
) noexcept nogil:
    """Join the keys of one instance of each half at one outline; return the sum of what was added
    to the counters meanwhile. `begin` is the offset of the tables for the collected hits."""
    cdef int64_t a_end, e, e_end
    cdef uint64_t total = 0
    cdef board_t wanted
    cdef int combination
    while a < b:
        a_end = end_of_equal_keys(lower, a, b, j.count_mask)
        for combination in range(j.combinations):
            wanted = j.wanted[combination] - (lower.layers[0].keys[a] & j.count_mask)
            e = c
            while e < d:
                e_end = end_of_equal_keys(upper, e, d, j.count_mask)
                if (upper.layers[0].keys[e] & j.count_mask) == wanted:
                    if j.begin[combination] != begin[0]:
                        total += flush(j, k.bias, begin[0], counters)
                        begin[0] = j.begin[combination]
                    # The longer range goes into the inner loop.
                    if a_end - a < e_end - e:
                        total += join_ranges(
                            j, k, lower, a, a_end, upper, e, e_end, begin[0], counters
                        )
                    else:
                        total += join_ranges(
                            j, k, upper, e, e_end, lower, a, a_end, begin[0], counters
                        )
                e = e_end
        a = a_end
    return total


cdef inline int instance_of(Join *j, board_t key) noexcept nogil:
    """Return the number of a key's instance."""
    return <int> <uint64_t> (key >> j.instance_shift)


cdef int64_t find_meeting(
    Outlines *o, Join *j, Half *lower, Half *upper, int64_t s
) noexcept nogil:
    """Add the outlines that both halves reach to those found so far, from outline number `s` on.
    Sort their lists, and record where each instance begins in them. Return after about SLICE
    entries; the result is the number of the next outline."""
    cdef int64_t e, at, done = 0
    cdef int side, instance
    cdef Half *half
    while s < o.number and done < SLICE:
        if lower.end[s] > lower.start[s] and upper.end[s] > upper.start[s]:
            for side in range(2):
                half = upper if side else lower
                done += half.end[s] - half.start[s]
                sort(&half.layers[0], half.start[s], half.end[s], ~j.piece_mask)
                at = j.meeting_outlines * (j.instances[side] + 1)
                e = half.start[s]
                for instance in range(j.instances[side]):
                    while e < half.end[s] and instance_of(j, half.layers[0].keys[e]) < instance:
                        e += 1
                    j.instance_first[side][at + instance] = e
                j.instance_first[side][at + j.instances[side]] = half.end[s]
            j.meeting_outlines += 1
        s += 1
    return s


cdef void free_join(Join *j) noexcept:
    free(j.wanted)
    free(j.begin)
    free(j.tables)
    free(j.sums)
    free(j.products)
    free(j.numbers)
    free(j.instance_first[0])
    free(j.instance_first[1])
