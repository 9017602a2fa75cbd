"""Dates and placements in the addresses of pages, as Python and link.js write and read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import shipped
from play.positions import exposed

from calpuzzle.formats import toml
from calpuzzle.play.data import pieces_data
from calpuzzle.play.link import date_in, link, placed_in
from calpuzzle.puzzle.dates.parsing import labels_of
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.placements import notation, options_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

ODD = """
board = '''
a&b ä,ö 100% ~*'(x)!@:1
.   .   .    .
'''
[groups]
letter = "a&b ä,ö 100% ~*'(x)!@:1"
[pieces]
"I+1 x" = { shape = "##", count = 2 }
V = { shape = '''
##
#.
''' }
"""

LABELS = ["a&b", "ä,ö", "100%", "~*'(x)!@:1"]
BY_PAGE = f"""([data, links]) => {{
    const Puzzle = {exposed("puzzle.js", "Puzzle")};
    const linkOf = {exposed("link.js", "linkOf")};
    const readLink = {exposed("link.js", "readLink")};
    const newState = {exposed("state.js", "newState")};
    const puzzle = new Puzzle(data);
    return links.map((link) => {{
        const {{ date, level, placed, faults }} = readLink(puzzle, link);
        const labels = puzzle.groups.map((group, k) => group.labels[date[k]]);
        const given = level === null ? [] : puzzle.challenges[level].placed;
        const written = placed.map((own) => puzzle.written(own));
        const state = {{ ...newState(puzzle, date, level), placed }};
        return [faults, labels, given, written, linkOf(puzzle, state)];
    }});
}}"""
"""JavaScript that returns what the page reads in each link, and the link that it then writes."""


def test_link_round_trips_date_and_placements() -> None:
    lowered = shipped.lowering("dray")
    labels = labels_of(lowered.model, "2026-11-20")
    placed = options_of(lowered, "J4@5,5:4 I4@3,6:2")
    position = link(lowered, labels, placed)
    assert position == "#puzzle=dray&date=Nov,20,Fri&with=J4@5,5:4+I4@3,6:2"
    assert date_in(position) == labels
    assert placed_in(position) == "J4@5,5:4 I4@3,6:2"


def test_link_does_not_list_date_labels_as_placements() -> None:
    lowered = shipped.lowering("dray")
    assert link(lowered, (), lowered.cover.instance(0)) == "#puzzle=dray"


@pytest.mark.parametrize("position", ["", "#", "#puzzle=dray", "#puzzle=dray&date=&with="])
def test_link_without_a_position_has_no_date_and_no_placements(position: str) -> None:
    assert (date_in(position), placed_in(position)) == ((), "")


@pytest.mark.parametrize("label", LABELS)
def test_link_escapes_special_characters_in_labels_and_names(label: str) -> None:
    lowered = Lowering(toml.read(ODD, "odd one.toml"))
    placed = options_of(lowered, "I+1 x@1,0:1")
    position = link(lowered, labels_of(lowered.model, [label]), placed)
    assert position.startswith("#puzzle=odd%20one&date=") and " " not in position
    assert date_in(position) == (label,)
    assert placed_in(position) == "I+1 x@1,0:1"


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "dates", "given", "placed"),
    [
        ("dray", ["Nov 20 Fri"], "", "J4@5,5:4 I4@3,6:2"),
        ("dray", ["Jan 1 Sat"], "J4@5,5:4", "I4@3,6:2"),
        ("odd one", LABELS, "", "I+1 x@1,0:1"),
    ],
)
def test_page_reads_and_writes_the_same_links(
    blank: Page, name: str, dates: list[str], given: str, placed: str
) -> None:
    lowered = shipped.lowering(name) if name == "dray" else Lowering(toml.read(ODD, f"{name}.toml"))
    shown, own = (options_of(lowered, text) for text in (given, placed))
    labels = [labels_of(lowered.model, date.split()) for date in dates]
    links = [link(lowered, date, own, shown) for date in labels]
    texts = [notation(lowered, shown), notation(lowered, own)]
    found = blank.evaluate(BY_PAGE, [pieces_data(lowered), links])
    assert found == [
        [[], list(date), *texts, whole] for date, whole in zip(labels, links, strict=True)
    ]
