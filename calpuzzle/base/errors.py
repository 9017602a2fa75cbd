"""The errors that a caller may receive.

Invalid input raises an `InputError` (a ValueError; the command line exits with 2), which contains
every fault found as a sentence for users. A valid request that cannot be carried out here (a full
disk, a missing extra, a search beyond its bound) raises a `CannotDoError` (exit code 1). All errors
can be pickled, because worker processes raise them too. Long sentences lose their middle part.
Control characters and those that change the direction of writing, which quoted input may contain,
are shown as escapes.
"""

from __future__ import annotations

MAX_SENTENCE = 2000  # characters; longer sentences are shortened


def _fitting(sentence: str) -> str:
    """Return the sentence with control characters escaped, and at most MAX_SENTENCE characters."""
    if not sentence.isprintable():
        from calpuzzle.base.wording import unambiguous

        sentence = unambiguous(sentence)
    if len(sentence) > MAX_SENTENCE:
        sentence = f"{sentence[: MAX_SENTENCE // 2]} ... {sentence[-MAX_SENTENCE // 3 :]}"
    return sentence


class InputError(ValueError):
    """Invalid input.

    The message is the first fault and the number of others.

    Parameters
    ----------
    faults : str or sequence of str
        The faults, one sentence each.

    Attributes
    ----------
    faults : tuple of str
        Every fault.

    Examples
    --------
    >>> try:
    ...     cp.Cover("a b", ["c", "d"])
    ... except cp.InputError as error:
    ...     print(len(error.faults))
    2
    """

    def __init__(self, faults: str | tuple[str, ...] | list[str]) -> None:
        sentences = (faults,) if isinstance(faults, str) else faults
        self.faults: tuple[str, ...] = tuple(map(_fitting, sentences))
        more = len(self.faults) - 1
        tail = f" (and {more} more {'fault' if more == 1 else 'faults'})" if more else ""
        super().__init__(self.faults[0] + tail)

    def __reduce__(self) -> tuple[type[InputError], tuple[tuple[str, ...]]]:
        return type(self), (self.faults,)


class PuzzleError(InputError):
    """An invalid puzzle or puzzle file."""


class DateError(InputError):
    """An invalid date, or a date that the puzzle does not have."""


class CannotDoError(RuntimeError):
    """A valid request that cannot be carried out here; the message gives the reason.

    Parameters
    ----------
    message : str
        The reason.
    """

    def __init__(self, message: str) -> None:
        super().__init__(_fitting(message))


class MissingExtraError(CannotDoError):
    """A package of an extra is not installed; the message says how to install it.

    Parameters
    ----------
    what : str
        What needs the package.
    package : str
        The package.
    extra : str
        The extra that installs it.
    instead : str, optional
        An alternative.
    """

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
    """A puzzle exceeds the limits of the engine; another engine may support it."""


class TooManyError(CannotDoError):
    """The number of solutions exceeds the range of the engine; another engine may count them."""
