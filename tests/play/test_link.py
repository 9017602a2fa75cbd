"""Positions in addresses, written by Python."""

from __future__ import annotations

import pytest
import shipped

from calpuzzle.formats import toml
from calpuzzle.play.link import date_in, link, placed_in
from calpuzzle.puzzle.dates.parsing import labels_of
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.placements import options_of

ODD = """
board = '''
a&b ä,ö 100%
.   .   .
'''
[groups]
letter = "a&b ä,ö 100%"
[pieces]
"I+1 x" = { shape = "##" }
V = { shape = '''
##
#.
''' }
"""


def test_a_date_and_pieces() -> None:
    lowered = shipped.lowering("dray")
    labels = labels_of(lowered.model, "2026-11-20")
    placed = options_of(lowered, "J4@5,5:4 I4@3,6:2")
    position = link(lowered, labels, placed)
    assert position == "#puzzle=dray&date=Nov,20,Fri&with=J4@5,5:4+I4@3,6:2"
    assert date_in(position) == labels
    assert placed_in(position) == "J4@5,5:4 I4@3,6:2"


def test_the_labels_of_the_date_are_no_pieces() -> None:
    lowered = shipped.lowering("dray")
    assert link(lowered, (), lowered.cover.instance(0)) == "#puzzle=dray"


@pytest.mark.parametrize("position", ["", "#", "#puzzle=dray", "#puzzle=dray&date=&with="])
def test_a_link_that_says_nothing(position: str) -> None:
    assert (date_in(position), placed_in(position)) == ((), "")


@pytest.mark.parametrize("label", ["a&b", "ä,ö", "100%"])
def test_labels_and_names_with_signs_of_addresses(label: str) -> None:
    lowered = Lowering(toml.read(ODD, "odd one.toml"))
    placed = options_of(lowered, "I+1 x@1,0:1")
    position = link(lowered, labels_of(lowered.model, [label]), placed)
    assert position.startswith("#puzzle=odd%20one&date=") and " " not in position
    assert date_in(position) == (label,)
    assert placed_in(position) == "I+1 x@1,0:1"
