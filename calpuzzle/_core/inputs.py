"""The tables that the compiled modules take, all bits and lists of them; the engines make them.

A compiled module copies what it takes, and checks that it stays within its bounds.
"""

from __future__ import annotations

from typing import NamedTuple


class Tables(NamedTuple):
    """The Cover as the compiled search wants it; words are Python integers of up to 128 bits.

    Place p is line p // line, place p % line of the frame. Lists run over the options (masks,
    test, add, step, instance), the places and one more (buckets), the mixed-radix numbers of
    used sizes (sums) or the groups (group_cells, group_bits). `corners` says whether regions spread
    past corners, too.
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
    """The state that a search begins in; `sums` is its number in the mixed radix of used sizes."""

    occupied: int
    used: int
    instance: int
    sums: int = 0


class SetTables(NamedTuple):
    """The tables. `width` is the most words that any area stores; `piece` the kind of each option,
    or -1 for a label: a piece with a smaller or with a larger side up. `sizes`, `shift`, `allow`
    and `joint` run over the kinds: cells, how far one piece moves a bit within the word (0 where it
    moves only the word), the bits that may move, and whether it moves both the bit and the word.
    `words` and `sums` run over the areas: stored words, and the sums of sizes of pieces left, as
    bits. When a piece of kind c is laid at area a, the stored words go where the runs from
    run_start[a * kinds + c] on say: (first word, where it goes, how many follow).
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
    """The cells and the options, as bits. There are so many `cells`; the options of each
    first cell are those from buckets[cell] to buckets[cell + 1], and of each there is the mask of
    the cells that it covers, from its first one on, in a window of `bits`. Above that are counters:
    an option may be laid where `test` has nothing of the key, adds `add` to it, and `more` where
    `till` has nothing of it. The key begins as `nothing`, and must have all bits of `wanted` at the
    end; all has `width` bits."""

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
    """The items and the options, as bits: the places of the frame, and behind them the
    groups that have no label yet. `corners` says whether regions spread past corners, too, `sums`
    are the sizes of regions that pieces can fill, `areas` how many places pieces can cover,
    `groups` the item of each and the places of its labels, and `masks` the items of each option.
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
    """The writing of sets of used pieces in `bits` bits: the keys of `nothing` and of
    `everything`, what laying an option adds, and the bits of which one is set where it can be laid
    no more."""

    bits: int
    nothing: int
    everything: int
    add: list[int]
    test: list[int]
