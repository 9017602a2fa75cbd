"""The base class of `Puzzle`, `Nonogram` and `Cover`: immutable, with methods that write files."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from calpuzzle.base.errors import InputError
from calpuzzle.base.files import write_whole
from calpuzzle.base.frozen import Frozen
from calpuzzle.base.given import check_kind
from calpuzzle.base.warned import FormatWarning, warn
from calpuzzle.formats.registry import FORMATS, by_ending, kind_of, render

if TYPE_CHECKING:
    from calpuzzle.formats.reading import Content


class Handle(Frozen, ABC):
    """A puzzle of any kind."""

    @property
    @abstractmethod
    def content(self) -> Content:
        """The puzzle as plain data: a Model, Clues or an exact cover problem."""

    def convert(self, form: str) -> bytes:
        """Return the puzzle in another format, or as a model for another solver.

        Parameters
        ----------
        form : str
            The format, such as ``"dpf"``, ``"dlx"`` or ``"cnf"``. ``calpuzzle convert --help``
            lists all formats.

        Returns
        -------
        bytes
            The content of a file.

        Raises
        ------
        InputError
            If the format is unknown, or cannot hold the puzzle.

        Warns
        -----
        FormatWarning
            If the format omits something, such as the title of a nonogram.

        Examples
        --------
        >>> cp.load("soma").convert("cnf").splitlines()[-1][-2:]
        b' 0'
        """
        written = render(self.content, form)
        for sentence in written.lost:
            warn(sentence, FormatWarning)
        return written.data

    def save(self, path: str | os.PathLike[str], form: str | None = None) -> None:
        """Write the puzzle to a file, which is replaced as a whole or not at all.

        Parameters
        ----------
        path : str or os.PathLike
            The file.
        form : str, optional
            The format, as for `convert`. By default the ending of the path determines it.

        Raises
        ------
        InputError
            If the format is unknown, or cannot hold the puzzle.
        CannotDoError
            If the file cannot be written.

        Warns
        -----
        FormatWarning
            If the format omits something.

        Examples
        --------
        >>> import os, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "soma.dpf")
        ...     cp.load("soma").save(path)
        ...     cp.load(path, kind="puzzle").count()
        11520
        """
        check_kind(path, (str, os.PathLike), "path must be the name of a file")
        name = os.fspath(path)
        kind = kind_of(self.content)
        form = form or by_ending(name, kind) or by_ending(name)
        if form is None:
            kinds = ("puzzle", "cover") if kind == "puzzle" else (kind,)
            able = [key for key, each in FORMATS.items() if each.writes and each.kind in kinds]
            raise InputError(
                f"the ending of {name} names no format; set form to one of {', '.join(able)}"
            )
        data = self.convert(form)
        with write_whole(name) as stream:
            stream.write(data)
