"""Errors and the wording of messages: errors contain every fault, and can be pickled and copied.
tests/api/test_handles.py passes them between processes."""

from __future__ import annotations

import copy
import pickle

from calpuzzle.base.errors import (
    CannotDoError,
    DateError,
    InputError,
    MissingExtraError,
    PuzzleError,
    TooLargeError,
)
from calpuzzle.base.wording import (
    control_character,
    control_fault,
    duration,
    shown,
    visible,
)

ERRORS = [
    InputError("one fault"),
    InputError(["one fault", "another", "a third"]),
    PuzzleError(["one fault", "another"]),
    DateError("30 February"),
    CannotDoError("the disk is full"),
    MissingExtraError("the engine sat", "python-sat", "sat"),
    MissingExtraError("the engine sat", "python-sat", "sat", "backtrack needs nothing"),
    TooLargeError("too large"),
]


def seen(error: BaseException) -> tuple[object, ...]:
    """Return everything that a caller sees of an error."""
    return type(error), str(error), error.args, getattr(error, "faults", None)


def test_messages_count_the_faults_and_name_the_missing_extra() -> None:
    assert str(InputError("a")) == str(InputError(["a"])) == "a"
    assert InputError("a").faults == ("a",)
    assert str(InputError(["a", "b"])) == "a (and 1 more fault)"
    three = InputError(["a", "b", "c"])
    assert (str(three), three.faults) == ("a (and 2 more faults)", ("a", "b", "c"))
    for error in ERRORS:
        assert isinstance(error, InputError) != isinstance(error, CannotDoError)
        assert isinstance(error, InputError) == isinstance(error, ValueError)
    assert str(ERRORS[5]) == (
        "the engine sat needs python-sat, which is not installed: pip install 'calpuzzle[sat]', or "
        "./scripts/setup-env all in a clone"
    )
    assert str(ERRORS[6]).endswith("in a clone; backtrack needs nothing")


def test_direction_controls_are_shown_as_escapes() -> None:
    assert str(InputError("a\u202eb")) == "a\\u202eb"


def test_every_error_can_be_pickled_and_copied() -> None:
    for error in ERRORS:
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert seen(pickle.loads(pickle.dumps(error, protocol))) == seen(error)
        assert seen(copy.copy(error)) == seen(error)


def test_messages_are_escaped_and_shortened() -> None:
    for kind in (InputError, PuzzleError, DateError, CannotDoError, TooLargeError):
        assert str(kind("a\x1b[31m\n\ud800 b")) == "a\\x1b[31m\\n\\ud800 b"
        long = str(kind(f"there is no piece {'x' * 10**6} (did you mean y?)"))
        assert len(long) < 2000 and long.endswith("x (did you mean y?)") and " ... " in long


SHOWN: list[tuple[object, str]] = [
    ("a", "'a'"),
    ("a" * 40, repr("a" * 40)),
    ("a" * 41, repr("a" * 40) + "..."),
    ("\x1b", r"'\x1b'"),
    ({"a": 1}, "a table"),
    ([1], "a list"),
    (10**18, "1" + "0" * 18),
    (10**18 + 1, "a number of more than 18 digits"),
    (-(10**5000), "a number of more than 18 digits"),
    (True, "True"),
    (2.5, "2.5"),
    (None, "None"),
]


def test_shown_describes_every_value_in_a_few_words() -> None:
    for value, expected in SHOWN:
        assert shown(value) == expected


def test_duration_uses_a_unit_that_fits_the_length() -> None:
    for seconds, expected in (
        (2.1, "3 s"), (200, "4 minutes"), (11000, "4 hours"), (3e5, "4 days"), (1e9, "32 years"),
        (1e15, "3e+07 years"),
    ):  # fmt: skip
        assert duration(seconds) == expected


def test_visible_leaves_no_control_character() -> None:
    for code in (*range(0x3100), *range(0xD7F0, 0xE010), *range(0xFDC0, 0x10010), 0x10FFFF):
        text = f"a{chr(code)}b{chr(code // 2)}"
        assert control_character(visible(text)) == ""
        assert (visible(text) == text) == (control_character(text) == "")
        assert len(control_fault("it", text)) == bool(control_character(text))


def test_control_characters_are_found_and_quoted() -> None:
    for char in "\0\t\n\x1b\x7f\x9b\ud800\uffff":
        assert control_character(f"ab{char}c") == char
        (fault,) = control_fault("the title", f"ab{char}c")
        assert fault == f"the title has the control character {char!r}; remove it"
        assert fault.isprintable()
