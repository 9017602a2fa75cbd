"""The registry of formats: names, file endings, and recognition of a format by content."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.engines import load
from calpuzzle.formats import shipped
from calpuzzle.formats.reading import Content
from calpuzzle.formats.registry import (
    FORMATS,
    KINDS,
    by_ending,
    kind_of,
    module_of,
    named,
    parse,
    render,
)
from calpuzzle.nonogram.clues import Clues
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.model import Model

COVER = parse(b"a b c\na b\nc\n", "x.dlx").content
DOODLE = b"##\n---\n##\n"
PLAIN = b"1\n0\n\n1\n0\n"


@pytest.mark.parametrize("name", FORMATS)
def test_format_modules_define_what_their_rows_declare(name: str) -> None:
    form = FORMATS[name]
    module = module_of(name)
    assert form.kind in KINDS and (form.reads or form.writes)
    assert hasattr(module, "read") == hasattr(module, "looks_like") == form.reads
    assert hasattr(module, "write") == (form.reads and form.writes)
    assert callable(module) == (not form.reads)


def test_formats_are_found_by_name_and_ending() -> None:
    assert by_ending("a/b.NON") == "non"
    assert by_ending("a/b.xyz") is by_ending("a/b") is None
    assert by_ending("x.txt") == by_ending("x.txt", "puzzle") == "doodle"
    assert by_ending("x.txt", "nonogram") == "text"
    assert by_ending("x.xml", "nonogram") == "webpbn"
    assert by_ending("x.dlx", "puzzle") == by_ending("x.dlx", "cover") == "dlx"
    assert by_ending("x.dlx", "nonogram") is None
    with pytest.raises(InputError, match="there is no format foo") as unknown:
        render(COVER, "foo")
    assert "can hold the puzzle" not in str(unknown.value)
    with pytest.raises(InputError, match=r"did you mean webpbn\?"):
        named("webpb")
    with pytest.raises(InputError, match="there is no format xyz"):
        parse(b"", "x", "xyz")
    for path, form in (("x", "cnf"), ("x.cnf", None), ("x.dot", None)):
        with pytest.raises(InputError, match="can be written but not read"):
            parse(b"1", path, form)
    with pytest.raises(InputError, match="non holds lines and clues, but a board and pieces were"):
        parse(b"1", "x", "non", "puzzle")
    model = parse(DOODLE, "some/where/two.pieces.txt").content
    assert isinstance(model, Model) and model.name == "two.pieces"
    with pytest.raises(PuzzleError, match=r"x\\x1b.txt: the name of the file has the control"):
        parse(DOODLE, "x\x1b.txt")


CASES = [
    ("title = 'T'\nframe = '##'\n[pieces]\nA = '##'\n", "puzzle"),
    ("2 1 // locations\n1\n2 0 1\n", "dpf"),
    ("// a comment\n\n2 0\n1\n0 0\n1\n1 1\n0 0\n", "geometric"),
    (DOODLE.decode(), "doodle"),
    ("| Exact cover\na b\na b\n", "dlx"),
    ("a b | c\na b c\n", "dlx"),
    ("0,1 A\n2 B\n", "faase"),
    ("title x\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n", "non"),
    ("2 1\n2\n1\n1\n", "nin"),
    ("1 2\n2\n#\n1\n1\n", "mk"),
    ("T\n:\n1\n:\n1\n:\n", "g"),
    ("[Dimensions]\n1\n1\n\n[Row clues]\n1\n[Column clues]\n1\n", "gno"),
    ("[[1]]\n[[1]]\n", "json"),
    ("2 0\n0 1\n0 0\n", "matrix"),
    ("<?xml version='1.0'?>\n<puzzleset><puzzle><clues type='rows'><line><count>1</count></line>"
     "</clues><clues type='columns'><line><count>1</count></line></clues></puzzle></puzzleset>",
     "webpbn"),
    ('{"rows": [[1]], "columns": [[1]]}', "json"),
    ("https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h", "puzzlink"),
    ("4x4:2/1/2/1/1.1/2/1/1\n", "pattern"),
    ("1 0 1\n0 1 0\n", "matrix"),
    ("# clues\n1\n0\n\n1\n0\n", "text"),
]  # fmt: skip


def content(thing: Content) -> object:
    """Return the content as an object that can be compared."""
    return (thing.items, thing.options, thing.bounds) if isinstance(thing, Cover) else thing


@pytest.mark.parametrize(("text", "form"), CASES)
def test_the_format_is_recognised_by_content(text: str, form: str) -> None:
    wanted = content(parse(text.encode(), "x", form).content)
    assert content(parse(text.encode(), "x").content) == wanted
    assert content(parse(text.encode(), "x", kind=FORMATS[form].kind).content) == wanted
    assert content(parse(gzip.compress(text.encode()), "x").content) == wanted
    marked = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    assert content(parse(marked, "x").content) == wanted


def test_ambiguous_content_is_resolved_by_kind_and_ending() -> None:
    assert kind_of(parse(DOODLE, "x.txt").content) == "puzzle"
    assert kind_of(parse(PLAIN, "x.txt").content) == "nonogram"
    assert kind_of(parse(b"2 0\n1\n0 0\n1\n1 1\n0 0\n", "x.txt").content) == "puzzle"
    with pytest.raises(PuzzleError, match=r"x.txt:2: a block should be a whole number"):
        parse(DOODLE, "x.txt", kind="nonogram")
    with pytest.raises(PuzzleError, match=r"x.txt:1: there are no pieces"):
        parse(PLAIN, "x.txt", kind="puzzle")
    data = render(shipped.read("soma").content, "xmpuzzle").data
    for path in ("x", "x.xml", "x.xmpuzzle"):
        assert isinstance(parse(data, path).content, Model)
        assert isinstance(parse(gzip.decompress(data), path).content, Model)
    assert isinstance(parse(CASES[-3][0].encode(), "x.xml").content, Clues)
    with pytest.raises(PuzzleError, match="dpf: line 2: a location of orientation 1"):
        parse(b"2 1\n1 1 x\n", "x")
    with pytest.raises(PuzzleError, match="there are 0 sections of the clues of columns"):
        parse(b"ROWS:\n1\n", "x.txt")
    with pytest.raises(PuzzleError, match=r"x.nin:1: the height should be a whole number"):
        parse(b"2 x\n", "x.nin")


def test_unrecognised_content_raises_an_error_that_lists_the_formats() -> None:
    for data in (b"hello\n", b"\x89PNG\r\n\x1a\n", b"<html/>", b"%PDF"):
        with pytest.raises(
            PuzzleError,
            match=r"x: the format is not recognised; specify one of puzzle, dpf, .* json, text, .*",
        ):
            parse(data, "x")
    with pytest.raises(
        PuzzleError,
        match=r"one of non, nin, .* json, text, .*pattern$",
    ):
        parse(b"hello\n", "x", kind="nonogram")
    with pytest.raises(PuzzleError, match=r"^x is empty$"):
        parse(b"\xef\xbb\xbf \n", "x")


@pytest.mark.parametrize("form", [name for name, form in FORMATS.items() if form.writes])
@pytest.mark.parametrize("thing", [shipped.read("soma").content, COVER, parse(PLAIN, "x").content])
def test_a_format_accepts_its_kind_and_rejects_others(form: str, thing: Content) -> None:
    kind, own = kind_of(thing), FORMATS[form].kind
    if kind == own or (kind, own) == ("puzzle", "cover"):
        try:
            assert render(thing, form).data
        except InputError as error:
            assert "holds" not in str(error)
        return
    with pytest.raises(InputError, match=f"the format {form} holds {KINDS[own]}, and the puzzle"):
        render(thing, form)


CROSS = ("1", "1 1", "2"), ("2", "1", "2")  # the clues of rows and columns
KEYS = (
    "rows columns", "rows cols", "row column", "hor ver", "rowClues colClues",
    "row_clues col_clues",
    "rowClues columnClues", "row_hints col_hints", "rowHints colHints", "row-hints column-hints",
    "Rows Columns", "ROWS COLS", "horizontal vertical", "rowHint columnHint", "horClues verClues",
)  # fmt: skip
HEADS = (
    "[Row clues] [Column clues]", "[rows] [columns]", "[Row_Hints] [Col_Hints]", "[ROWS] [COLS]",
    "ROWS: COLUMNS:", "Rows: Cols:", "row_clues: column_clues:", "Row-hints: Column-hints:",
    "horizontal: vertical:",
)  # fmt: skip


def _as_json(own: tuple[str, ...], style: str) -> list[Any]:
    """Return clues as JSON data in one of several styles."""
    each: list[Any] = [clue.split() for clue in own]
    if style == "whole":
        return list(own)
    if style == "bare":
        each = [clue[0] if len(clue) == 1 else clue for clue in each]
    if style in ("numbers", "bare"):
        each = [[*map(int, c)] if isinstance(c, list) else int(c) for c in each]
    if style == "pairs":
        each = [[[int(word), "r"] for word in clue] for clue in each]
    if style == "turned":
        each = [[["r", int(word)] for word in clue] for clue in each]
    return each


def spellings() -> Iterator[tuple[str, str]]:
    """Yield file names and texts: one nonogram in the many spellings that other programs write."""
    styles = ("numbers", "bare", "texts", "whole", "pairs", "turned")
    for keys, style in product(KEYS, styles):
        one, other = (_as_json(own, style) for own in CROSS)
        first, second = keys.split(" ")
        for indent in (None, 2) if keys == "rows columns" else (None,):
            yield "x.json", json.dumps({first: one, second: other}, indent=indent)
    for style, between in product(styles, ("\n", "\n\n", ",\n", "both")):
        one, other = (_as_json(own, style) for own in CROSS)
        both = json.dumps([one, other])
        yield "x.txt", both if between == "both" else json.dumps(one) + between + json.dumps(other)
    for heads, blank, comma, title, name in product(
        HEADS, ("", "\n"), (" ", ","), ("", "title"), ("x.gno", "x.txt")
    ):
        first, second = re.findall(r"\[.*?\]|\S+:", heads)
        line = {"": "", "title": "[Title]\nA cross\n" if "[" in heads else "TITLE: A cross\n"}
        upper, lower = ("\n".join(own).replace(" ", comma) for own in CROSS)
        yield name, f"{line[title]}{blank}{first}\n{upper}\n{blank}{second}\n{lower}\n"
    for between, comma, end in product(("\n", "&\n", " & \n", "\n\n"), " ,", ("", "\n")):
        upper, lower = ("\n".join(own).replace(" ", comma) for own in CROSS)
        yield "x.txt", f"# a cross\n{upper}\n{between}{lower}{end}"


def test_nonograms_are_read_in_the_spellings_of_other_programs() -> None:
    plain = tuple(tuple(tuple((int(w), 1) for w in clue.split()) for clue in own) for own in CROSS)
    tried = 0
    for name, text in spellings():
        found = parse(text.encode(), name).content
        assert isinstance(found, Clues) and (found.rows, found.columns) == plain, text
        assert (found.palette[1].name == "colour r") == ('"r"' in text)
        assert found.notes == ((("title", "A cross"),) if "A cross" in text else ())
        tried += 1
    assert tried > 250


@pytest.mark.parametrize("apart", [" ", "", ",", "\t", ", "])
@pytest.mark.parametrize("name", ["x.matrix", "x.txt", "-"])
@pytest.mark.parametrize("header", ["", "3 4", "4 0", "3 1", "2 2", "  3\t4  ", "# no header"])
def test_matrices_are_read_with_or_without_a_header(header: str, name: str, apart: str) -> None:
    rows = ("1010", "0000", "0101")
    lines = [header] * bool(header) + [apart.join(row) for row in rows]
    cover = parse("\n".join(lines).encode(), name, kind="cover").content
    assert isinstance(cover, Cover)
    secondary = {"3 1": 1, "2 2": 2}.get(header, 0)
    assert cover.options == ((0, 2), (), (1, 3)) and len(cover.secondary) == secondary
    assert load("dancing").count(cover) == load("reference").count(cover) == 1


def test_the_error_states_why_each_tried_format_was_rejected() -> None:
    for text, reason in {
        "1 0 2\n0 1 0\n": "text: .*; dpf: .*; geometric: line 2: the number of pieces is 0, but it",
        "a\nb\n": "doodle: line 1: there are no pieces; .*; text: line 1: a block should be",
        "1 2\n3\n": "text: a blank line, or a line &, must separate .*; nin: ",
        "5 1\n1 0 1\n": "; matrix: line 1: the header says 5 and 1, but the matrix has 1 row of 3",
    }.items():
        tried = "^x.txt is in none of the formats that were tried: .*"
        with pytest.raises(PuzzleError, match=tried + reason):
            parse(text.encode(), "x.txt")
