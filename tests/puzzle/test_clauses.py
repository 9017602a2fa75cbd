"""Covers as 0-1 programs and as clauses: the models are the solutions."""

from __future__ import annotations

import pytest
import shipped

from calpuzzle.base.errors import CannotDoError
from calpuzzle.formats.programs import wrapped
from calpuzzle.formats.reading import one_line
from calpuzzle.puzzle import program as module
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.program import Row, clauses, program


def test_rows_by_hand() -> None:
    cover = Cover("abc", ["ad", "bd", "d", "b"], "de", multiplicity={"b": (0, 2)})
    assert cover.choosable == (0, 1, 3)
    # The item c that nothing covers makes it infeasible; e, which nothing covers either, does not.
    assert program(cover) == [
        Row("a", (0,), 1, 1),
        Row("b", (1, 3), 0, 2),
        Row("c", (), 1, 1),
        Row("d", (0, 1), 0, 1),
    ]
    assert cover.names == ("0", "1", "2", "3")


def test_names_are_those_of_pieces() -> None:
    cover = shipped.lowering("domino-2x3").cover
    assert cover.names == ("0-0.1", "1-1.1", "2-2.1")
    dray = shipped.lowering("dray").cover
    assert len(set(dray.names)) == len(dray.names)
    assert {name.split(".")[0] for name in dray.names} >= {"month", "day", "weekday", "I4"}


def test_too_many_clauses_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    cover = Cover("a", ["a"] * 20)
    assert len(clauses(cover)[1]) == 191
    monkeypatch.setattr(module, "MAX_CLAUSES", 199)
    with pytest.raises(CannotDoError, match="some 200 clauses; OPB or LP are smaller"):
        clauses(cover)


def test_words_on_lines() -> None:
    words = ["word"] * 60
    lines = wrapped(words, "   ")
    assert all(len(line) <= 90 and line.startswith("   word") for line in lines)
    assert " ".join(line.strip() for line in lines).split() == words
    assert wrapped(["w" * 200])[0].strip() == "w" * 200
    assert one_line("a\n b\t*/ c\x1b") == "a b * c"
