"""How the shapes that several hands have found at a layer get the places that one hand alone would
have given them.

Design
------
A hand finds the shapes of its own hashes, and notes of each in `came` the layer and number of the
edge that led there first: in this order one hand alone would find them all. Each hand's are in this
order already, so that they need only be put between each other.

`join_found` makes room for all, and `share_shapes` cuts what each hand has found where the hands'
shares begin: so each can `settle` its own share, and writes nothing that another one writes.
Meanwhile edges name the shape as its finder does (`name_of`), for these names are given before the
places are; `settled` says where that is, until `translate` is done with it in the backward pass.

With one hand a shape's name is its place, and there is nothing to settle. hands.pxi says in which
steps this is called.
"""


cdef inline uint32_t name_of(Growing *g, int hand, int64_t index) noexcept nogil:
    """The index that edges name for a shape of a hand."""
    return <uint32_t> (index * g.hands + hand)


cdef inline int note_edge(
    Growing *g, Hand *hand, int64_t index, uint32_t place, uint32_t edge
) noexcept nogil:
    """Note the edge that led first to a shape which a hand has found."""
    cdef int64_t new = hand.part.capacity
    cdef int code
    if (index + 1) * g.hands > <int64_t> 1 << INDEX_BITS:
        return OVER_BOUND
    if index >= hand.came_capacity:
        code = reserve(g, <void **> &hand.came, hand.came_capacity * 8, new * 8)
        if code:
            return code
        hand.came_capacity = new
    hand.came[index] = <uint64_t> place << 32 | edge
    return 0


cdef int join_found(Growing *g, int place) noexcept nogil:
    """Make room in a layer for what all hands have found there."""
    cdef Layer *layer = &g.layers[place]
    cdef int64_t found = 0
    cdef int64_t most = 0
    cdef int64_t s
    cdef int code, k
    for k in range(g.hands):
        found += g.hand[k].part.size
        most = max(most, g.hand[k].part.size)
    if not found:
        return 0  # the root's layer, or one that nothing leads to
    layer.names = most * g.hands
    code = reserve(g, <void **> &layer.settled, 0, layer.names * 4)
    if code == 0:
        code = make_room(g, layer, found)
    if code:
        return code
    layer.size = found
    for k in range(g.hands):
        for s in range(g.hand[k].part.size, most):
            layer.settled[name_of(g, k, s)] = NOWHERE
    return 0


cdef void settle(Growing *g, int place, int k) noexcept nogil:
    """Put the shapes that all hands have found into their places, those of hand k's share."""
    cdef Layer *layer = &g.layers[place]
    cdef Layer *part
    cdef int64_t at = g.hand[k].shapes[0]
    cdef int64_t s
    cdef int64_t seen[MAX_HANDS]
    cdef uint64_t came, first
    cdef int other, finder
    for other in range(g.hands):
        seen[other] = g.hand[other].cut[k]
    while True:
        finder = -1
        first = ~<uint64_t> 0
        for other in range(g.hands):
            if seen[other] < g.hand[other].cut[k + 1]:
                came = g.hand[other].came[seen[other]]
                if came < first:
                    first = came
                    finder = other
        if finder < 0:
            return
        part = &g.hand[finder].part
        s = seen[finder]
        seen[finder] += 1
        layer.occupied[at] = part.occupied[s]
        layer.groups[at] = part.groups[s]
        layer.area[at] = part.area[s]
        memcpy(layer.sets + at * g.u.width, part.sets + s * g.u.width, 8 * g.u.width)
        layer.settled[name_of(g, finder, s)] = <uint32_t> at
        at += 1


cdef void share_shapes(Growing *g, Layer *layer, int hands) noexcept nogil:
    """Give each of so many hands about as much work of laying upon the shapes of a layer.

    The first of them take longer than the last, for more fits on them: on dray and weekday-8x7 the
    first half takes 0.57 of the time. So where x runs from 0 to 1 over the shapes, the work up to x
    is taken to be 1.3 x - 0.3 x^2, and these are the x where it is k / hands.
    """
    cdef Hand *hand
    cdef int64_t s = 0
    cdef int k
    for k in range(g.hands):
        hand = &g.hand[k]
        hand.at = hand.shapes[0] = s
        if k + 1 < hands:
            s = cut_found(g, layer, k + 1, (1.3 - sqrt(1.69 - 1.2 * (k + 1) / hands)) / 0.6)
        else:
            s = layer.size
        hand.shapes[1] = s
        hand.cut[0] = 0
        hand.cut[hands] = hand.part.size


cdef int64_t cut_found(Growing *g, Layer *layer, int k, double x) noexcept nogil:
    """Say how much of what each hand has found comes before the share of hand k, which is to begin
    at about x of a layer; where it begins."""
    cdef Hand *most = &g.hand[0]
    cdef Hand *hand
    cdef uint64_t came = 0
    cdef int64_t low, high, middle
    cdef int64_t begin = 0
    cdef int other
    for other in range(g.hands):
        if g.hand[other].part.size > most.part.size:
            most = &g.hand[other]
    if most.part.size:
        # Which hand finds a shape is as good as random: so x of one is about x of all.
        came = most.came[<int64_t> (x * most.part.size)]
    for other in range(g.hands):
        hand = &g.hand[other]
        low = 0
        high = hand.part.size
        while low < high:
            middle = (low + high) // 2
            if hand.came[middle] < came:
                low = middle + 1
            else:
                high = middle
        hand.cut[k] = low
        begin += low
    return begin


cdef int64_t merge_all(Growing *g, int place, int64_t number) noexcept nogil:
    """Look up so many of the edges that are due in a layer, by one thread for all hands; how many
    are left then, or an error code."""
    cdef int64_t before, left
    cdef int code, k
    for k in range(g.hands):
        before = g.due[place * g.hands + k].due
        left = merge(g, place, k, number)
        if left < 0:
            return left
        number -= before - left
    left = due_in(g, place)
    if left or g.hands == 1:
        return left
    code = join_found(g, place)
    if code:
        return code
    share_shapes(g, &g.layers[place], 1)
    settle(g, place, 0)
    return 0


cdef void translate(Growing *g, Layer *layer) noexcept nogil:
    """Let `moved_to` be of what edges name, where that is not the index itself."""
    cdef int64_t n
    if layer.settled == NULL:
        layer.names = layer.found
        return
    for n in range(layer.names):
        if layer.settled[n] != NOWHERE:
            layer.settled[n] = layer.moved_to[layer.settled[n]]
    release(g, <void **> &layer.moved_to, layer.found * 4)
    layer.moved_to = layer.settled
    layer.settled = NULL
