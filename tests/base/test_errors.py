"""Errors: every fault is told, and all of them come whole out of another process."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from calpuzzle.base.errors import (
    CannotDoError,
    DateError,
    InputError,
    MissingExtraError,
    PuzzleError,
    TooLargeError,
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


def what(error: BaseException) -> tuple[object, ...]:
    """All that a caller sees of an error."""
    return type(error), str(error), error.args, getattr(error, "faults", None)


def raised(number: int) -> None:
    raise ERRORS[number]


def test_the_message_is_the_first_fault_and_how_many_more() -> None:
    assert str(InputError("a")) == str(InputError(["a"])) == "a"
    assert InputError("a").faults == ("a",)
    assert str(InputError(["a", "b"])) == "a (and 1 more fault)"
    error = InputError(["a", "b", "c"])
    assert (str(error), error.faults) == ("a (and 2 more faults)", ("a", "b", "c"))


def test_which_are_bad_input_and_which_cannot_be_done() -> None:
    for error in ERRORS:
        assert isinstance(error, InputError) != isinstance(error, CannotDoError)
        assert isinstance(error, InputError) == isinstance(error, ValueError)


def test_a_missing_extra_says_how_to_install_it() -> None:
    assert str(ERRORS[5]) == (
        "the engine sat needs python-sat, which is not installed: pip install 'calpuzzle[sat]'"
    )
    assert str(ERRORS[6]).endswith("'calpuzzle[sat]'; backtrack needs nothing")


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_all_can_be_pickled_and_copied(error: Exception) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert what(pickle.loads(pickle.dumps(error, protocol))) == what(error)
    assert what(copy.copy(error)) == what(error)


def test_all_come_whole_out_of_another_process() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        for number, error in enumerate(ERRORS):
            with pytest.raises(type(error)) as caught:
                pool.submit(raised, number).result()
            assert what(caught.value) == what(error)


@pytest.mark.parametrize("kind", [InputError, PuzzleError, DateError, CannotDoError, TooLargeError])
def test_a_sentence_fits_a_terminal(kind: type[InputError] | type[CannotDoError]) -> None:
    assert str(kind("a\x1b[31m\n\ud800 b")) == "a\\x1b[31m\\n\\ud800 b"
    long = str(kind(f"there is no piece {'x' * 10**6} (did you mean y?)"))
    assert len(long) < 2000 and long.endswith("x (did you mean y?)") and " ... " in long
