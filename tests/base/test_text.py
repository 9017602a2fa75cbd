"""The words of messages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calpuzzle.base.text import (
    control,
    control_fault,
    memory,
    nearest,
    plural,
    shown,
    unknown,
    visible,
)


def test_the_nearest_word() -> None:
    assert nearest("Jam", ["Feb", "Jan"]) == " (did you mean Jan?)"
    assert nearest("JAN", ["Feb", "Jan"]) == " (did you mean Jan?)"
    assert nearest("xyz", ["Feb", "Jan"]) == nearest("x", []) == ""


def test_an_unknown_one() -> None:
    assert unknown("engine", "dancin", ["auto", "dancing"]) == (
        "there is no engine dancin (did you mean dancing?); there are auto, dancing"
    )
    assert unknown("engine", "", ["auto"]) == "there is no engine ''; there are auto"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("a", "'a'"),
        ("a" * 40, repr("a" * 40)),
        ("a" * 41, repr("a" * 40) + "..."),
        ("\x1b", r"'\x1b'"),
        ({"a": 1}, "a table"),
        ([1], "a list"),
        (10**18, "1" + "0" * 18),
        (10**18 + 1, "a number of more than 18 digits"),
        (True, "True"),
        (2.5, "2.5"),
        (None, "None"),
    ],
)
def test_what_stands_in_a_file(value: object, said: str) -> None:
    assert shown(value) == said


def test_a_number_too_large_to_be_written() -> None:
    assert shown(-(10**5000)) == "a number of more than 18 digits"


def test_numbers_of_bytes() -> None:
    sizes = (0, 1, 1000, (1 << 20) - 1, 1 << 20, 5 << 30)
    said = ["0 bytes", "1 byte", "1,000 bytes", "1,048,575 bytes", "1 MiB", "5,120 MiB"]
    assert list(map(memory, sizes)) == said


def test_plurals() -> None:
    assert [plural(n, "cell") for n in (0, 1, 2, 1000)] == [
        "0 cells", "1 cell", "2 cells", "1,000 cells"
    ]  # fmt: skip
    assert plural(2, "guess", "guesses") == "2 guesses"


@given(st.text())
def test_what_is_made_visible_has_no_control_character(text: str) -> None:
    assert control(visible(text)) == ""
    assert (visible(text) == text) == (control(text) == "")
    assert len(control_fault("it", text)) == bool(control(text))


@pytest.mark.parametrize("char", ["\0", "\t", "\n", "\x1b", "\x7f", "\x9b", "\ud800", "\uffff"])
def test_control_characters_are_found_and_named(char: str) -> None:
    assert control(f"ab{char}c") == char
    (fault,) = control_fault("the title", f"ab{char}c")
    assert fault == f"the title has the control character {char!r}; take it out"
    assert fault.isprintable()
