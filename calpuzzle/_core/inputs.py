"""The tables that the compiled modules take: integers used as bit sets, and lists of them.

The engines make the tables. A compiled module copies them, and checks that it stays within its
bounds.
"""

from __future__ import annotations

from typing import NamedTuple


class Tables(NamedTuple):
    """The Cover in the form that the compiled search takes; words are Python integers of up to 128
    bits.

    Place p is line p // line, place p % line of the frame. Lists run over the options (masks, test,
    add, step, instance), the places and one more (buckets), the mixed-radix numbers of used sizes
    (sums) or the groups (group_cells, group_bits). `corners` states whether regions spread across
    corners, too.
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
    """The state in which a search begins; `sums` is its number in the mixed radix of used sizes."""

    occupied: int
    used: int
    instance: int
    sums: int = 0


class SetTables(NamedTuple):
    """The tables of used-piece sets.

    `width` is the most words that any area stores. `piece` is the kind of each option, or -1 for a
    label; a piece with a smaller and one with a larger side up are different kinds. `sizes`,
    `shift`, `allow` and `joint` run over the kinds: the cells, how far one piece moves a bit within
    the word (0 if it moves only the word), the bits that may move, and whether it moves both the
    bit and the word. `words` and `sums` run over the areas: the stored words, and the sums of sizes
    of remaining pieces, as bits. When a piece of kind c is placed at area a, the runs from
    run_start[a * kinds + c] on map the stored words: (first word, its target, number of words).
    """

    width: int
    piece: list[int]
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
    1]. `masks` are the cells that an option covers, from its first one on, in a window of `bits`
    bits. Above the window are counters: an option may be placed if the key has no bit of its
    `test`; it adds `add` to the key, and `more` if the key has no bit of `till`. The key begins as
    `nothing`, and must have all bits of `wanted` at the end; it has `width` bits.
    """

    cells: int
    bits: int
    width: int
    buckets: list[int]
    masks: list[int]
    test: list[int]
    add: list[int]
    till: list[int]
    more: list[int]
    nothing: int
    wanted: int


class Items(NamedTuple):
    """The items and the options, as bits: the places of the frame, then the groups that have no
    label yet.

    `corners` states whether regions spread across corners, too; `sums` are the sizes of regions
    that pieces can fill; `areas` the numbers of places that pieces can cover; `groups` the item of
    each group and the places of its labels; `masks` the items of each option.
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


class Keys(NamedTuple):
    """Sets of used pieces as words of `bits` bits.

    `nothing` and `everything` are the keys of no piece and of all pieces; `add` is what an option
    adds to a key; an option may not be placed if the key has a bit of its `test`.
    """

    bits: int
    nothing: int
    everything: int
    add: list[int]
    test: list[int]
