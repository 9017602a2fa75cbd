"""The errors a caller may meet.

Bad input is an `InputError` (a ValueError; the command line exits with 2) and carries every
fault found, each a sentence for people. What is asked rightly but cannot be done here (a full
disk, a missing extra, a search past its bound) is a `CannotDoError` (exit code 1). All of them can
be pickled, for they are raised in worker processes too. Their sentences quote what was given: of
that they show control characters as escapes, and not more than a screen.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


LONGEST = 2000  # characters of a sentence


def _fitting(sentence: str) -> str:
    """The sentence as a terminal can show it."""
    if not sentence.isprintable():
        from calpuzzle.base.text import visible

        sentence = visible(sentence)
    if len(sentence) > LONGEST:
        sentence = f"{sentence[: LONGEST // 2]} ... {sentence[-LONGEST // 3 :]}"
    return sentence


class InputError(ValueError):
    """Something that was given is wrong.

    `faults` holds every fault found, one sentence each; the message is the first of them, with
    how many more there are.
    """

    def __init__(self, faults: str | Sequence[str]) -> None:
        told = (faults,) if isinstance(faults, str) else faults
        self.faults: tuple[str, ...] = tuple(map(_fitting, told))
        more = len(self.faults) - 1
        tail = f" (and {more} more {'fault' if more == 1 else 'faults'})" if more else ""
        super().__init__(self.faults[0] + tail)

    def __reduce__(self) -> tuple[type[InputError], tuple[tuple[str, ...]]]:
        return type(self), (self.faults,)


class PuzzleError(InputError):
    """A puzzle, or the file it stands in, is wrong."""


class DateError(InputError):
    """A date is wrong, or does not belong to the puzzle."""


class CannotDoError(RuntimeError):
    """A sound request that cannot be carried out here and now; the message says why."""

    def __init__(self, message: str) -> None:
        super().__init__(_fitting(message))


class MissingExtraError(CannotDoError):
    """A package that one of the extras brings is not installed; `instead` says what else helps."""

    def __init__(self, what: str, package: str, extra: str, instead: str = "") -> None:
        self._given = what, package, extra, instead
        tail = f"; {instead}" if instead else ""
        super().__init__(
            f"{what} needs {package}, which is not installed: "
            f"pip install 'calpuzzle[{extra}]', or ./scripts/setup-env all in a clone{tail}"
        )

    def __reduce__(self) -> tuple[type[MissingExtraError], tuple[str, str, str, str]]:
        return type(self), self._given


class TooLargeError(CannotDoError):
    """A puzzle past the bounds of the engine that was asked; another engine may do it."""


class TooManyError(CannotDoError):
    """More solutions than the engine that was asked has numbers for; another one may count them."""
