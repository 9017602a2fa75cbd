"""What is left of a Cover when options are laid, against trying every set of options."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from random_covers import by_definition, completions, covers, laid_in

from calpuzzle.engines.rest import rest
from calpuzzle.puzzle.cover import Cover


@settings(max_examples=60)
@given(data=st.data())
def test_its_solutions_complete_what_is_laid(data: st.DataObject) -> None:
    cover = data.draw(covers())
    laid = data.draw(laid_in(cover))
    left = rest(cover, laid)
    expected = completions(cover, laid)
    if left is None:
        assert expected == []
        return
    found = [tuple(left.numbers[k] for k in solution) for solution in by_definition(left.cover)]
    assert sorted(found) == expected
    assert list(left.numbers) == sorted(set(left.numbers))
    for number, option in zip(left.numbers, left.cover.options, strict=True):
        assert list(option) == sorted(set(option))
        items = [left.cover.items[item] for item in option]
        shown = {pair for k in laid for pair in cover.coloured(k) if pair[1]}
        whole = [item for item, colour in cover.coloured(number) if (item, colour) not in shown]
        assert items == [cover.items[item] for item in whole]


def test_nothing_laid_leaves_the_cover_itself() -> None:
    cover = Cover("ab", ["ab", "a"])
    left = rest(cover, ())
    assert left is not None
    assert left.cover is cover
    assert list(left.numbers) == [0, 1]


def test_what_is_left_is_named_as_it_was() -> None:
    cover = Cover("abc", ["a", "bd", "c", "cd", "b"], "d", multiplicity={"b": (1, 2)})
    left = rest(cover, (1,))
    assert left is not None
    assert (left.cover.primary, left.cover.secondary) == (("a", "b", "c"), ())
    assert left.cover.bounds == ((1, 1), (0, 1), (1, 1))
    assert (left.numbers, left.cover.options) == ([0, 2, 4], ((0,), (2,), (1,)))


def test_options_that_clash_leave_nothing() -> None:
    cover = Cover("ab", ["ab", "a", "b", "c"], "c")
    for laid in [(0, 1), (1, 0), (1, 1), (0, 2)]:
        assert rest(cover, laid) is None


def test_an_option_that_is_never_chosen_leaves_nothing() -> None:
    cover = Cover("a", ["a", "c"], "c")
    assert rest(cover, (1,)) is rest(cover, (0, 1)) is None
    assert rest(cover, (0,)) is not None
