"""The roles of the items of bare covers: pieces that are found, lines in which few items are open,
and counts along them that are those of the definition."""

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


def bare(cover: Cover, random: Random) -> Cover:
    """The same problem with nothing but its items and options, each in another order."""
    primary = random.sample(cover.primary, len(cover.primary))
    secondary = random.sample(cover.secondary, len(cover.secondary))
    options = [[cover.items[item] for item in option] for option in cover.options]
    random.shuffle(options)
    bounds = dict(zip(cover.primary, cover.bounds, strict=False))
    return Cover(primary, options, secondary, multiplicity=bounds)


@pytest.mark.parametrize("name", ["pentominoes-6x10", "pentominoes-3x20"])
def test_the_pieces_of_a_shuffled_board(name: str) -> None:
    lowered = shipped.lowering(name)
    found = roles(bare(lowered.cover, Random(0)))
    assert found is not None
    assert {*found.cover.primary[: found.cover.pieces]} == {*lowered.leading_items}
    assert found.narrow and found.width <= 30
    if name == "pentominoes-3x20":
        assert FRONTIER.count(bare(lowered.cover, Random(5))) == shipped.KNOWN[name]["total"]


@pytest.mark.long
def test_a_shuffled_board_is_counted_in_a_race(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "FIRST_NODES", 1)
    monkeypatch.setattr(race, "START_NODES", 1)
    cover = bare(shipped.lowering("pentominoes-6x10").cover, Random(7))
    told: list[int] = []
    run = Run(progress=lambda done, *_: told.append(done))
    assert race.race_count(cover, (), run) == 9356
    # The search alone has 3,612,600.
    assert told[-1] < 3_000_000


def test_found_pieces_that_are_too_small_for_the_board() -> None:
    model = Model("2x3", blank(2, 3), (piece("D", "##"), piece("I", "###")))
    cover = bare(Lowering(model).cover, Random(0))
    found = roles(cover)
    assert found is not None and found.cover.pieces == 2
    assert FRONTIER.count(cover) == 0


def test_found_pieces_beside_secondary_items() -> None:
    own = blank(3, 3)._replace(optional=frozenset({0, 4, 8}))
    pieces = (piece("D", "##"), piece("I", "###"), piece("V", "##|#."))
    cover = Lowering(Model("3x3", own, pieces)).cover
    for k in range(5):
        shuffled = bare(cover, Random(k))
        found = roles(shuffled)
        assert found is not None and found.cover.pieces == 3
        assert FRONTIER.count(shuffled) == load("dancing").count(cover) > 0


def test_items_that_are_no_pieces() -> None:
    # An option without cells, and one that only a secondary item could be the piece of.
    assert FRONTIER.count(Cover("p", ["p", "pa", "pb"], "ab")) == 3
    assert FRONTIER.count(Cover("pc", ["pc", "pa", "cx"], "ax")) == 2


def test_what_has_no_roles() -> None:
    assert roles(shipped.lowering("dray").cover) is None  # it says its board
    for large in (Cover(range(2001), []), Cover(range(1001), [range(1001)])):
        assert roles(large) is None
    for cover in (cp.Cover("", []), cp.Cover("a", []), matchings(30)):
        found = roles(cover)
        assert found is not None and found.cover.pieces == 0
