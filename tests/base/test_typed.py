"""What stands for `typing` while the program runs: tuples with names as those of typing are."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys
import typing

import pytest

from calpuzzle.base import typed


class Own(typed.NamedTuple):
    """A tuple of ours."""

    first: int
    second: str = "b"
    third: tuple[int, ...] = ()

    @property
    def both(self) -> str:
        return f"{self.first}{self.second}"

    @classmethod
    def twice(cls, first: int) -> Own:
        return cls(first, str(first))


class Theirs(typing.NamedTuple):
    """A tuple of typing."""

    first: int
    second: str = "b"
    third: tuple[int, ...] = ()


def test_a_tuple_is_as_typing_makes_it() -> None:
    own: typing.Any = Own(1, third=(2,))
    theirs: typing.Any = Theirs(1, third=(2,))
    assert own == theirs == (1, "b", (2,))
    assert hash(own) == hash(theirs)
    assert repr(own).partition("(")[2] == repr(theirs).partition("(")[2]
    assert own._replace(second="c") == theirs._replace(second="c") == (1, "c", (2,))
    assert (own._fields, own._field_defaults) == (theirs._fields, theirs._field_defaults)
    assert own._asdict() == theirs._asdict()
    assert not hasattr(own, "__dict__")
    assert str(inspect.signature(Own)) == (
        "(first: 'int', second: 'str' = 'b', third: 'tuple[int, ...]' = ())"
    )


def test_it_has_its_own_methods_and_can_be_pickled() -> None:
    own = Own.twice(3)
    assert (own.both, Own.__doc__, Own.__module__) == ("33", "A tuple of ours.", __name__)
    copy = pickle.loads(pickle.dumps(own))
    assert copy == own and type(copy) is Own
    unchecked: typing.Any = Own
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'first'"):
        unchecked()


def test_modules_that_take_their_types_there_load_without_typing() -> None:
    script = "import sys, calpuzzle.api.puzzle, calpuzzle.cli.asking\n"
    done = subprocess.run(
        [sys.executable, "-S", "-c", script + "print('typing' in sys.modules)"],
        capture_output=True, text=True, check=True, env={"PYTHONPATH": ":".join(sys.path)},
    )  # fmt: skip
    assert done.stdout == "False\n"
