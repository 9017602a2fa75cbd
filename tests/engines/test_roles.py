"""The roles of items in Covers without a board: the pieces and the narrow orders that are found.

Counts along these orders must equal known counts or those of the original Cover.
"""

from __future__ import annotations

from random import Random

import pytest
import shipped
from building import blank, matchings, piece

import calpuzzle as cp
from calpuzzle.engines import Run, load, race
from calpuzzle.engines.roles import roles
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

FRONTIER = load("frontier")


def scrambled(cover: Cover, random: Random) -> Cover:
    """Return the same problem without its board, its items and options in random order."""
    primary = random.sample(cover.primary, len(cover.primary))
    secondary = random.sample(cover.secondary, len(cover.secondary))
    options = [[cover.items[item] for item in option] for option in cover.options]
    random.shuffle(options)
    bounds = dict(zip(cover.primary, cover.bounds, strict=False))
    return Cover(primary, options, secondary, multiplicity=bounds)


@pytest.mark.parametrize("name", ["pentominoes-6x10", "pentominoes-3x20"])
def test_roles_finds_the_pieces_of_a_shuffled_board(name: str) -> None:
    lowered = shipped.lowering(name)
    found = roles(scrambled(lowered.cover, Random(0)))
    assert found is not None
    assert {*found.cover.primary[: found.cover.pieces]} == {*lowered.leading_items}
    assert found.narrow and found.width <= 30
    if name == "pentominoes-3x20":
        assert FRONTIER.count(scrambled(lowered.cover, Random(5))) == shipped.KNOWN[name]["total"]


@pytest.mark.long
def test_race_counts_a_shuffled_board_in_fewer_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "FIRST_NODES", 1)
    monkeypatch.setattr(race, "START_NODES", 1)
    cover = scrambled(shipped.lowering("pentominoes-6x10").cover, Random(7))
    reported: list[int] = []
    run = Run(progress=lambda done, *_: reported.append(done))
    assert race.race_count(cover, (), run) == 9356
    # Dancing cells alone visit 3,612,600 nodes.
    assert reported[-1] < 3_000_000


def test_count_is_zero_if_the_found_pieces_are_too_small() -> None:
    model = Model("2x3", blank(2, 3), (piece("D", "##"), piece("I", "###")))
    cover = scrambled(Lowering(model).cover, Random(0))
    found = roles(cover)
    assert found is not None and found.cover.pieces == 2
    assert FRONTIER.count(cover) == 0


def test_roles_finds_pieces_in_a_cover_with_secondary_items() -> None:
    own = blank(3, 3)._replace(optional=frozenset({0, 4, 8}))
    pieces = (piece("D", "##"), piece("I", "###"), piece("V", "##|#."))
    cover = Lowering(Model("3x3", own, pieces)).cover
    for k in range(5):
        shuffled = scrambled(cover, Random(k))
        found = roles(shuffled)
        assert found is not None and found.cover.pieces == 3
        assert FRONTIER.count(shuffled) == load("dancing").count(cover) > 0


def test_counts_are_right_if_some_items_cannot_be_pieces() -> None:
    # An option without cells, and an option whose piece could only be a secondary item.
    assert FRONTIER.count(Cover("p", ["p", "pa", "pb"], "ab")) == 3
    assert FRONTIER.count(Cover("pc", ["pc", "pa", "cx"], "ax")) == 2


def test_roles_skips_boards_and_large_covers_and_finds_no_false_pieces() -> None:
    assert roles(shipped.lowering("dray").cover) is None  # it has a board
    for large in (Cover(range(2001), []), Cover(range(1001), [range(1001)])):
        assert roles(large) is None
    for cover in (cp.Cover("", []), cp.Cover("a", []), matchings(30)):
        found = roles(cover)
        assert found is not None and found.cover.pieces == 0
