"""The tables that the compiled modules take: integers used as bit sets, and lists of them.

The callers build the tables. A compiled module copies them; its source states what it checks, and
for what it relies on the caller.
"""

from __future__ import annotations

from typing import NamedTuple


class Tables(NamedTuple):
    """The Cover in the form that the compiled search takes; words are Python integers of up to 128
    bits.

    A line of the frame has `line` places: place p is in line number p // `line`, at position
    p % `line`. A solution has `length` options. The last place of an option is at most `reach`
    after its first. A word of used pieces has `used_bits` bits. `not_first` and `not_last` are the
    places that are not the first or the last of their line. `corners` states whether regions also
    spread across corners.

    Some lists have one entry for each option: `masks` (its places), `test` (bits of used pieces; if
    one of them is set, the option may not be placed), `add`, `step` and `instance` (what it adds to
    the used pieces, to the index into `sums`, and to the number of the instance). The options with
    first place p are those from buckets[p] to buckets[p + 1] (exclusive). The index into `sums`
    counts the used pieces of each size, in mixed radix; each entry contains the possible sums of
    sizes of remaining pieces, as bits. `group_cells` (the places of its labels) and `group_bits`
    (its bit of `test`) have one entry for each group.
    """

    places: int
    line: int
    length: int
    instances: int
    reach: int
    used_bits: int
    masks: list[int]
    test: list[int]
    add: list[int]
    step: list[int]
    instance: list[int]
    buckets: list[int]
    sums: list[int]
    not_first: int
    not_last: int
    corners: bool
    group_cells: list[int]
    group_bits: list[int]


class Root(NamedTuple):
    """The state in which a search begins; `sums_index` is an index into `Tables.sums`."""

    occupied: int
    used: int
    instance: int
    sums_index: int = 0


class SetTables(NamedTuple):
    """The tables of used-piece sets.

    A set is one bit of one of several words; using a piece moves the bit within its word, to
    another word, or both. The words are stored by area, which is the sum of the sizes of the used
    pieces. `width` is the largest number of words of an area. `kind` is the kind of each option,
    or -1 for a label. A piece with its smaller side up and the same piece with its larger side up
    are two kinds.

    Four lists have one entry for each kind: `sizes` (the number of cells), `shift` (how far a bit
    moves within the word), `allow` (the bits that may move) and `joint` (whether a bit moves both
    within the word and to another word). Two lists have one entry for each area: `words` (the
    number of stored words) and `sums` (the sums of sizes of remaining pieces, as bits). When a
    piece of kind c is placed at area a, the runs from run_start[a * kinds + c] on map the stored
    words: (first word, its target, number of words).
    """

    width: int
    kind: list[int]
    sizes: list[int]
    shift: list[int]
    allow: list[int]
    joint: list[bool]
    words: list[int]
    sums: list[int]
    runs: list[tuple[int, int, int]]
    run_start: list[int]


class Task(NamedTuple):
    """The cells and the options of the frontier method, as bits.

    There are `cells` cells. The options with first cell i are those from buckets[i] to buckets[i +
    1] (exclusive). `masks` are the cells that an option covers, from its first one on, in a window
    of `bits` bits. In a key, counters are above the window. An option may be placed if the key has
    no bit of its mask or its `test`; it adds `add` to the key, and `add_capped` if the key has no
    bit of `full_bits`. The initial key is `nothing`, and the final key must have all bits of
    `wanted`. A key has `width` bits.
    """

    cells: int
    bits: int
    width: int
    buckets: list[int]
    masks: list[int]
    test: list[int]
    add: list[int]
    full_bits: list[int]
    add_capped: list[int]
    nothing: int
    wanted: int


class OutlineItems(NamedTuple):
    """The items and the options, as bits: the places of the frame, then the groups that have no
    label yet.

    `root` are the places that are occupied at the start. `not_first` and `not_last` are the places
    that are not the first or the last of their line. `corners` states whether regions also spread
    across corners. Bit n of `sums` is set if pieces can fill a region of n places. Bit n of `areas`
    is set if some pieces can cover n places and the others the rest. `groups` contains, for each
    group, its item and the places of its labels. `masks` are the items of each option.
    """

    places: int
    items: int
    line: int
    root: int
    not_first: int
    not_last: int
    corners: bool
    sums: int
    areas: int
    groups: list[tuple[int, int]]
    masks: list[int]


class OutlineKeys(NamedTuple):
    """Sets of used pieces as words of `bits` bits.

    `nothing` and `everything` are the keys of no piece and of all pieces; `add` is what an option
    adds to a key; an option may not be placed if the key has a bit of its `test`.
    """

    bits: int
    nothing: int
    everything: int
    add: list[int]
    test: list[int]
