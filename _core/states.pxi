"""The states of a diagram that has grown: numbered, and written with their edges as three arrays.

Design
------
A state is a used-piece set of a shape that was left by the backward pass. States are numbered by
layer, by shape, by word and by bit: `rank` holds the number of the first state of each word, and
that of any other is the rank of its word and the count of the bits below its own. So the states of
a shape follow one another, and a layer is written whole before the next.

An edge of shapes stands for one edge for each set that is left at both its ends. `gather` collects
those of one shape, by rising option, in `loose`; `sort_edges` appends them by state, by
counting, which keeps the options of a state in their order.

Hands share the writing in turns, which do not end where a layer does, for nothing that is written
depends on what was written before but where it stands. In a turn each writes the edges of a stretch
of shapes into arrays of its own, but for `first`, which is everyone's. `join_written` makes room
for all of them in the diagram, and each hand copies its own there before it goes on.

The numbers of states and of edges stay below 1 << 32, or the code is OVER_BOUND. All that grows is
counted by `reserve`. Nothing else is checked: grow.pxi calls in the right order.
"""


cdef enum:
    NOT_JOINED = -1


cdef struct Loose:
    # An edge that is not in its place yet.
    uint32_t state
    uint32_t option
    uint32_t to


cdef struct Flat:
    # The finished diagram, while it is written.
    uint32_t *first
    uint32_t *to
    uint16_t *option
    int64_t states
    int64_t edges
    int64_t edge_capacity
    # Of what a hand writes in a turn: the states that its edges come from, from the first of these
    # to the second, and how many edges of the diagram come before, or NOT_JOINED.
    int64_t source[2]
    int64_t behind
    # The edges of one shape before they are sorted by state.
    Loose *loose
    int64_t loose_capacity
    uint64_t apart[APART]


cdef int64_t number_layer(Growing *g, Layer *layer, int64_t states) noexcept nogil:
    """Number the states of a layer from `states` on; the number that comes next."""
    cdef int64_t s, k
    for s in range(layer.size):
        for k in range(s * g.u.width, (s + 1) * g.u.width):
            layer.rank[k] = <uint32_t> states
            states += bits_count64(layer.sets[k])
    return states


cdef int write_states(
    Growing *g, Flat *f, Layer *layer, int64_t start, int64_t stop
) noexcept nogil:
    """Write the edges of the states of some shapes of a layer; those before have been written."""
    cdef int64_t s, number
    cdef int code
    for s in range(start, stop):
        number = gather(g, f, layer, s, layer.area[s])
        if number < 0:
            return number
        code = sort_edges(g, f, layer.rank[s * g.u.width], layer.states[s], number)
        if code:
            return code
    return 0


cdef int64_t gather(Growing *g, Flat *f, Layer *layer, int64_t s, int area) noexcept nogil:
    """Collect the edges of the states of shape s as (state, option, to), by option; how many,
    or an error code."""
    cdef int64_t number = 0
    cdef int64_t e, at
    cdef int piece, r
    cdef Run whole
    if layer.first == NULL:
        return 0  # the full board
    whole.source = whole.target = 0
    whole.length = g.u.words[area]
    for e in range(layer.first[s], layer.first[s + 1]):
        if e + AHEAD < layer.edges:
            fetch_states(g, layer.to[e + AHEAD])
        piece = g.u.piece[layer.option[e]]
        if piece < 0:
            number = gather_run(g, f, layer, s, e, whole, 0, ~<uint64_t> 0, number)
            if number < 0:
                return number
            continue
        at = area * g.u.classes + piece
        for r in range(g.u.run_start[at], g.u.run_start[at + 1]):
            number = gather_run(
                g, f, layer, s, e, g.u.runs[r], g.u.shift[piece], g.u.allow[piece], number
            )
            if number < 0:
                return number
    return number


cdef inline void fetch_states(Growing *g, uint32_t to) noexcept nogil:
    """Fetch the sets of a shape, and the numbers of its first states."""
    cdef Layer *target = &g.layers[to >> INDEX_BITS]
    cdef int64_t there = <int64_t> (to & INDEX_MASK) * g.u.width
    bits_expect(target.sets + there)
    bits_expect(target.rank + there)


cdef inline int64_t gather_run(
    Growing *g, Flat *f, Layer *layer, int64_t s, int64_t e, Run run, int shift, uint64_t allow,
    int64_t number,
) noexcept nogil:
    """Collect the edges that edge e of shape s stands for, within one run of words."""
    cdef Layer *target = &g.layers[layer.to[e] >> INDEX_BITS]
    cdef int64_t here = s * g.u.width + run.source
    cdef int64_t there = (layer.to[e] & INDEX_MASK) * g.u.width + run.target
    cdef int k, code
    cdef uint64_t both, bit
    for k in range(run.length):
        both = ((layer.sets[here + k] & allow) << shift) & target.sets[there + k]
        while both:
            if number == f.loose_capacity:
                code = widen_loose(g, f)
                if code:
                    return code
            bit = both & (~both + 1)
            both ^= bit
            f.loose[number].state = layer.rank[here + k] + bits_count64(
                layer.sets[here + k] & ((bit >> shift) - 1)
            )
            f.loose[number].option = layer.option[e]
            f.loose[number].to = target.rank[there + k] + bits_count64(
                target.sets[there + k] & (bit - 1)
            )
            number += 1
    return number


cdef int widen_loose(Growing *g, Flat *f) noexcept nogil:
    cdef int64_t old = f.loose_capacity
    cdef int64_t new = old * 2 if old else 1024
    cdef int code = reserve(g, <void **> &f.loose, old * sizeof(Loose), new * sizeof(Loose))
    if code == 0:
        f.loose_capacity = new
    return code


cdef inline int widen_flat(Growing *g, Flat *f, int64_t number) noexcept nogil:
    """Make room for so many edges more."""
    cdef int64_t old = f.edge_capacity
    # Most diagrams have less than 2.5 edges a state: to grow is to copy, while other hands wait.
    cdef int64_t new = old if old else max(f.states * 5 // 2, 65536)
    cdef int code
    while new < f.edges + number:
        new *= 2
    if new >= <int64_t> 1 << 32:
        return OVER_BOUND
    if new > old:
        code = reserve(g, <void **> &f.to, old * 4, new * 4)
        if code == 0:
            code = reserve(g, <void **> &f.option, old * 2, new * 2)
        if code:
            return code
        f.edge_capacity = new
    return 0


cdef int sort_edges(
    Growing *g, Flat *f, int64_t base, int64_t states, int64_t number
) noexcept nogil:
    """Append the collected edges, by state; within a state they keep their order."""
    cdef int64_t k, at
    cdef int code = widen_flat(g, f, number)
    if code:
        return code
    # first[base] stands; count into first[base + 2 ...], so that after the prefix sums
    # first[state + 1] is the cursor of the state, and ends as its end.
    for k in range(base + 1, base + states + 1):
        f.first[k] = 0
    for k in range(number):
        if f.loose[k].state + 1 < base + states:
            f.first[f.loose[k].state + 2] += 1
    f.first[base + 1] = <uint32_t> f.edges
    for k in range(base + 2, base + states + 1):
        f.first[k] += f.first[k - 1]
    for k in range(number):
        at = f.first[f.loose[k].state + 1]
        f.first[f.loose[k].state + 1] += 1
        f.option[at] = f.loose[k].option
        f.to[at] = f.loose[k].to
    f.edges += number
    return 0


cdef int64_t work_before(Growing *g, Layer *layer, int64_t s) noexcept nogil:
    """How many edges and states the shapes of a layer before s have."""
    cdef int64_t work = 0
    if s:
        work = <int64_t> layer.rank[(s - 1) * g.u.width] + layer.states[s - 1] - layer.rank[0]
        if layer.first != NULL:
            work += layer.first[s]
    return work


cdef int64_t go_ahead(Growing *g, Spot *spot, int64_t work) noexcept nogil:
    """Go ahead by shapes that have so many edges and states, or a few more, but to the end at most;
    how many they have."""
    cdef Layer *layer
    cdef int64_t before, wanted, low, high, middle
    cdef int64_t done = 0
    while spot.place <= g.t.places:
        layer = &g.layers[spot.place]
        before = work_before(g, layer, spot.shape)
        wanted = before + work - done
        low = spot.shape
        high = layer.size
        while low < high:
            middle = (low + high) // 2
            if work_before(g, layer, middle) < wanted:
                low = middle + 1
            else:
                high = middle
        spot.shape = low
        done += work_before(g, layer, low) - before
        if low < layer.size:
            break
        spot.place += 1
        spot.shape = 0
    return done


cdef int64_t states_before(Growing *g, Spot *spot, int64_t states) noexcept nogil:
    """The number of the first state from a spot on; at the end, that of all."""
    cdef int place = spot.place
    if place <= g.t.places and spot.shape:
        return g.layers[place].rank[spot.shape * g.u.width]
    while place <= g.t.places:
        if g.layers[place].size:
            return g.layers[place].rank[0]
        place += 1
    return states


cdef bint share_turn(
    Growing *g, int64_t states, int64_t small, int64_t turn
) noexcept nogil:
    """Give each hand its part of the next turn of writing, of at most about so many edges and
    states, unless fewer than `small` are left; whether there is such a turn."""
    cdef Spot spot = g.hand[g.hands - 1].spot[1]
    cdef Spot end = spot
    cdef Hand *hand
    cdef int64_t left = go_ahead(g, &end, INT64_MAX // 2)
    cdef int64_t parts = g.hands * ((left - 1) // (turn * g.hands) + 1)
    cdef int k
    if left < small:
        return False
    for k in range(g.hands):
        hand = &g.hand[k]
        hand.spot[0] = spot
        hand.states[0] = states_before(g, &spot, states)
        go_ahead(g, &spot, (left - 1) // parts + 1)
        hand.spot[1] = spot
        hand.states[1] = states_before(g, &spot, states)
    return True


cdef int64_t write_turn(
    Growing *g, Flat *diagram, Flat *own, Hand *hand, int64_t *number
) noexcept nogil:
    """Write what is a hand's of this turn, or so many shapes of it, and before that copy what it
    wrote in the last; whether something is left, or an error code."""
    cdef Spot *spot = &hand.spot[0]
    cdef Spot *end = &hand.spot[1]
    cdef Layer *layer
    cdef int64_t stop
    cdef int code
    copy_written(diagram, own)
    own.source[0] = hand.states[0]
    own.source[1] = hand.states[1]
    while number[0] > 0:
        if spot.place == end.place and spot.shape == end.shape:
            return 0
        layer = &g.layers[spot.place]
        stop = end.shape if spot.place == end.place else layer.size
        stop = spot.shape + min(stop - spot.shape, number[0])
        code = write_states(g, own, layer, spot.shape, stop)
        if code:
            return code
        number[0] -= stop - spot.shape
        spot.shape = stop
        if spot.place < end.place and stop == layer.size:
            spot.place += 1
            spot.shape = 0
    return 1


cdef int join_written(Growing *g, Flat *diagram, Flat *written) noexcept nogil:
    """Make room in the diagram for what all hands have written in a turn."""
    cdef int64_t edges = 0
    cdef int code, k
    for k in range(g.hands):
        written[k].behind = diagram.edges + edges
        edges += written[k].edges
    code = widen_flat(g, diagram, edges)
    if code == 0:
        diagram.edges += edges
    return code


cdef void copy_written(Flat *diagram, Flat *own) noexcept nogil:
    """Copy what a hand has written in a turn into the diagram, unless that is done."""
    cdef int64_t s
    if own.behind == NOT_JOINED:
        return
    if own.edges:
        memcpy(diagram.to + own.behind, own.to, own.edges * 4)
        memcpy(diagram.option + own.behind, own.option, own.edges * 2)
    # The first edge of a state stands where those of the state before end.
    for s in range(own.source[0] + 1, own.source[1] + 1):
        own.first[s] += <uint32_t> own.behind
    own.edges = 0
    own.behind = NOT_JOINED


cdef void free_flat(Flat *f) noexcept:
    free(f.to)
    free(f.option)
    free(f.loose)
