"""Formats of nonograms: round trips, data that a format cannot hold, examples, invalid files."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from foreign import text_of

from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.formats.registry import FORMATS, Reading, module_of, parse, render
from calpuzzle.nonogram.clues import WHITE, Clues, black, from_grid

NAMES = [name for name, form in FORMATS.items() if form.kind == "nonogram"]
BLACK_ONLY = [name for name in NAMES if not FORMATS[name].colours]


def clues_of(reading: Reading) -> Clues:
    assert isinstance(reading.content, Clues)
    return reading.content


def read(name: str, text: str) -> Clues:
    return clues_of(parse(text.encode(), "file", name))


def round_trip(clues: Clues, name: str) -> Clues:
    return read(name, text_of(clues, name))


def assert_same_puzzle(a: Clues, b: Clues) -> None:
    assert (a.rows, a.columns) == (b.rows, b.columns)
    assert [colour.rgb for colour in a.palette] == [colour.rgb for colour in b.palette]


@pytest.mark.parametrize("name", NAMES)
def test_round_trips_of_random_puzzles(random_nonogram: Callable[..., Clues], name: str) -> None:
    for seed in range(150):
        colours = 1 if name in BLACK_ONLY else 1 + seed % 3
        puzzle = random_nonogram(seed, colours)
        rng = random.Random(seed)
        goal = puzzle.goal or ()
        given = tuple(tuple(rng.choice((-1, cell)) for cell in row) for row in goal)
        notes = (("title", 'a "b" <c> & d é'), ("by", "someone"), ("copyright", "# none: 1"))
        whole = puzzle._replace(given=given, notes=notes)
        back = round_trip(whole, name)
        assert_same_puzzle(back, puzzle)
        keeps = FORMATS[name].keeps
        assert back.goal == (puzzle.goal if "goal" in keeps else None)
        assert back.given == (given if "given" in keeps else None)
        if name in ("non", "json", "webpbn"):
            assert back.notes == notes
        if name == "g":
            assert back.notes == notes[:1]
        assert round_trip(back, name) == back


@pytest.mark.parametrize("name", NAMES)
def test_files_of_other_authors_survive_a_round_trip(nonograms: Path, name: str) -> None:
    for path in sorted(nonograms.iterdir()):
        puzzle = clues_of(parse(path.read_bytes(), str(path), kind="nonogram"))
        if puzzle.colours > 1 and name in BLACK_ONLY:
            message = r"(supports only black, but.* red.*|not written); the format \w+ can hold"
            with pytest.raises(InputError, match=message):
                render(puzzle, name)
            continue
        assert_same_puzzle(round_trip(puzzle, name), puzzle)


def test_lost_data_is_reported(heart: Clues) -> None:
    whole = heart._replace(notes=(("title", "Heart"),), given=heart.goal)
    assert render(whole, "text").lost == (
        "the format text cannot hold the goal, which is left out",
        "the format text cannot hold the given cells, which are left out",
        "the format text cannot hold the notes, which are left out",
    )
    assert render(whole, "g").lost == (
        "the format g cannot hold the goal, which is left out",
        "the format g cannot hold the given cells, which are left out",
    )
    assert render(heart, "json").lost == ()


NOTES = (("title", "Heart"), ("by", "me"), ("description", "a <b>\n\tand  c\nd"))


@pytest.mark.parametrize("name", [name for name in NAMES if FORMATS[name].writes])
def test_data_declared_to_be_kept_is_read_back_and_other_data_is_reported(
    heart: Clues, name: str
) -> None:
    puzzle = heart._replace(notes=NOTES, given=heart.goal)
    back, lost, keeps = round_trip(puzzle, name), render(puzzle, name).lost, FORMATS[name].keeps
    for what, words in {"goal": "goal", "given": "given cells", "notes": "notes"}.items():
        if what in keeps:
            assert getattr(back, what) == getattr(puzzle, what)
        assert (what in keeps) != any(f"cannot hold the {words}" in each for each in lost)
    assert back.title == ("Heart" if {"title", "notes"} & set(keeps) else "")


def test_g_keeps_the_title_but_no_other_notes(heart: Clues) -> None:
    bare = heart._replace(goal=None)
    lost = "the format g cannot hold the notes, which are left out"
    assert render(bare._replace(notes=NOTES[:1]), "g").lost == ()
    assert render(bare._replace(notes=NOTES[1:]), "g").lost == (lost,)
    assert render(bare._replace(notes=NOTES), "g").lost == (
        lost.replace("notes", "notes except the title"),
    )


PLAIN = Clues((black([1]), black([])), (black([1]), black([])))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("non", "width 2\nheight 2\nrows\n1\n0\ncolumns\n1\n0\n"),
        ("non", "width 2\nheight 2\n\nrows\n1\n\n\ncolumns\n1\n\n"),
        ("non", "# a comment\nheight 2\r\nwidth 2\r\nrows\r\n1\r\n\r\ncolumns\r\n1\r\n0\r\n"),
        ("non", "columns 2\nrows 2\nmaxrule 1\nrows\n1\n# in between\n0\ncolumns\n1\n0"),
        ("nin", "2 2\n1\n0\n1\n\n"),
        ("nin", "2 2\n1\n\n1\n0"),
        ("mk", "2 2\n1\n0\n#\n1\n0\n"),
        ("mk", "2 2\n1\n\n#\n1\n\n"),
        ("g", "Title\n:\n1\n\n:\n1\n0\n:\n"),
        ("g", "# a comment\n\nTitle\n:\n1\n\n:\n1\n0\n:\n"),
        ("text", "1\n0\n\n1\n0\n"),
        ("text", "# comment\n\n1\n0\n\n\n1\n0\n\n"),
        ("json", '{"rows": [[1], []], "columns": [[1], [0]]}'),
        ("json", '{"rows": [[1], []], "cols": [[1], [0]]}'),
        ("json", '{"hor": [[1], []], "ver": [[1], [0]], "width": 2}'),
    ],
)
def test_zero_and_a_blank_line_are_both_an_empty_line(name: str, text: str) -> None:
    puzzle = read(name, text)
    assert (puzzle.rows, puzzle.columns) == (PLAIN.rows, PLAIN.columns)


@pytest.mark.parametrize(
    ("name", "text"), [("nin", "\n \n2 2\n1\n\n1\n0"), ("mk", "\n2 2\n1\n\n#\n1\n\n")]
)
def test_blank_lines_before_the_sizes_are_skipped(name: str, text: str) -> None:
    assert module_of(name).looks_like(text)
    assert read(name, text) == PLAIN


def test_surplus_blank_lines_of_non_are_skipped_at_the_end_then_at_the_start() -> None:
    puzzle = read("non", "width 2\nheight 2\nrows\n\n\n1\n\ncolumns\n\n\n\n1\n")
    assert (puzzle.rows, puzzle.columns) == ((black([]), black([1])),) * 2


@pytest.mark.parametrize(
    ("name", "text", "notes"),
    [
        (
            "gno",
            "[Title]\nT\n[Palette]\nred\n[Row clues]\n1\n[Column clues]\n1\n[State]\n.\n",
            ("file:3: the section 'palette' is skipped", "file:9: the section 'state' is skipped"),
        ),
        (
            "webpbn",
            "<puzzle>\n<title>T</title><level/>\n<clues type='rows'><line><count>1</count></line>"
            "</clues><clues type='columns'><line><count>1</count></line></clues></puzzle>",
            ("file:2: 'level' is skipped",),
        ),
    ],
)
def test_sections_and_elements_that_are_skipped_are_reported(
    name: str, text: str, notes: tuple[str, ...]
) -> None:
    reading = parse(text.encode(), "file", name)
    assert clues_of(reading).notes == (("title", "T"),)
    assert reading.notes == notes


def test_addresses_of_puzzlink_and_pattern_are_read() -> None:
    """The addresses are an example of pzprjs, whose example file has the same clues, and an example
    of Pattern."""
    site = "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h"
    rows: list[list[int]] = [[2, 1], [1, 1], [1, 2], [], [1, 1], [3]]
    columns: list[list[int]] = [[2, 1], [1, 1, 1], [1], [1, 1, 1], [2, 1], []]
    expected = Clues(tuple(map(black, rows)), tuple(map(black, columns)))
    for word in (
        site,
        site.replace("/p?", "/p?type=editor&").replace("nonogram/", "nonogram_edit/") + "/",
        site.replace("https://puzz.link/p", "http://pzv.jp/p.html"),
    ):
        assert clues_of(parse(word.encode(), "file", "puzzlink")) == expected
    assert text_of(expected, "puzzlink") == f"{site}\n"
    long = Clues((black([200]), black([16])), (black([2]),) * 16 + (black([1]),) * 184)
    assert "-c8" in text_of(long, "puzzlink") and round_trip(long, "puzzlink") == long
    game = read("pattern", "4x4:2/1/2/1/1.1/2/1/1,aBn")
    assert game.columns == tuple(map(black, ([2], [1], [2], [1])))
    assert game.rows == tuple(map(black, ([1, 1], [2], [1], [1])))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("-f", "ends within a block: '-f'"),
        ("1-", "ends within a block: '-'"),
        ("-gf", "have the character 'g'"),
        ("1111g", "leaves more places empty"),
        ("z", "leaves more places empty"),
        ("11111", "more blocks than"),
    ],
)
def test_a_damaged_address_of_puzz_link_is_refused(body: str, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        read("puzzlink", f"https://puzz.link/p?nonogram/2/2/{body}")


def test_given_cells_of_pattern_are_read_and_written() -> None:
    game = read("pattern", "6:1/1/1/1/1/1/1/1/1/1/1/1,aBzH")
    assert game.given is not None
    cells = [cell for row in game.given for cell in row]
    assert {at: cell for at, cell in enumerate(cells) if cell >= 0} == {0: 0, 2: 1, 35: 1}
    assert round_trip(game, "pattern") == game
    assert text_of(game._replace(given=None), "pattern") == f"6x6:{'/'.join('1' * 12)}\n"


def test_keywords_of_non_are_read() -> None:
    text = (
        'catalogue "no 1"\ntitle \'Two\'\nby A. Person\ncopyright "&copy; 2000"\nlicense MIT\n'
        'level 4\nwidth 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\ngoal 10\n01\nsaved "1???"\n'
    )
    reading = parse(text.encode(), "file", "non")
    puzzle = clues_of(reading)
    assert dict(puzzle.notes) == {
        "catalogue": "no 1", "title": "Two", "by": "A. Person", "copyright": "© 2000",
        "license": "MIT", "level": "4",
    }  # fmt: skip
    assert reading.notes == ("file:6: the keyword 'level' is unknown; it is kept",)
    assert puzzle.given == ((1, -1), (-1, -1))
    same_line = text.replace("goal 10\n01\n", "goal 1001\n")
    assert read("non", same_line).goal == ((1, 0), (0, 1))
    own_lines = text.replace("goal 10\n01\n", "goal\n10\n01\n")
    assert read("non", own_lines).goal == ((1, 0), (0, 1))
    assert "level" in text_of(puzzle, "non")


def test_notes_that_non_cannot_name_are_written_with_a_prefix(heart: Clues) -> None:
    puzzle = heart._replace(notes=(("rows", "a"), ("2nd", "b"), ("a note", "c"), ("by", "me")))
    renamed = (("x-rows", "a"), ("x-2nd", "b"), ("a-note", "c"), ("by", "me"))
    assert round_trip(puzzle, "non") == puzzle._replace(notes=renamed)


def test_colours_of_non_are_read() -> None:
    text = (
        "color a #ff0000\ncolor b #00ff00\nwidth 2\nheight 1\nrows\n1a,1b\ncolumns\n1a\n1b\n"
        "goal ab\n"
    )
    puzzle = read("non", text)
    assert [colour.rgb for colour in puzzle.palette] == ["#ffffff", "#ff0000", "#00ff00"]
    assert puzzle.rows == (((1, 1), (1, 2)),)
    assert puzzle.goal == ((1, 2),)


@pytest.mark.parametrize("blocks", [("1", ""), ("1a", "color a #ff0000\n")])
def test_background_is_written_or_reported_as_lost(blocks: tuple[str, str]) -> None:
    clue, colours = blocks
    size = f"color background #112233\n{colours}width 2\nheight 1\n"
    puzzle = read("non", f"{size}rows\n{clue}\ncolumns\n{clue}\n0\n")
    for name in NAMES:
        if FORMATS[name].colours:
            assert render(puzzle, name).lost == ()
            assert_same_puzzle(round_trip(puzzle, name), puzzle)
        elif FORMATS[name].writes:
            lost = f"the format {name} cannot hold the colours, which are left out"
            assert render(puzzle, name).lost == (lost,)


def test_colours_of_g_are_read() -> None:
    text = "Two\n#d\n  r:&  red  cervena\n 0:   white bila\n 1:* black\n:\n2 1r\n:\n1\n1\n1r\n:\n"
    puzzle = read("g", text)
    assert puzzle.palette[0] == WHITE
    assert [colour.mark for colour in puzzle.palette[1:]] == ["*", "&"]
    assert puzzle.rows == (((2, 1), (1, 2)),)
    assert puzzle.title == "Two"


XML = """<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "http://example.org/pbn-0.3.dtd">
<puzzleset><puzzle type="grid" defaultcolor="black"><title>One &amp; two</title>
<author>A</author><color name="white" char=".">fff</color><color name="black" char="X">000</color>
<clues type="columns"><line><count>1</count></line><line></line></clues>
<clues type="rows"><line><count>1</count></line><line/></clues>
<solution type="goal"><image>
|X.|
|..|
</image></solution></puzzle></puzzleset>
"""


def test_webpbn_is_read_from_clues_or_from_the_goal() -> None:
    puzzle = read("webpbn", XML)
    assert (puzzle.rows, puzzle.columns) == (PLAIN.rows, PLAIN.columns)
    assert puzzle.goal == ((1, 0), (0, 0))
    assert puzzle.notes == (("title", "One & two"), ("by", "A"))
    goal_only = XML[: XML.index("<clues")] + XML[XML.index("<solution") :]
    assert read("webpbn", goal_only).rows == PLAIN.rows


SEVERAL = XML.replace("</puzzleset>", XML[XML.index("<puzzle ") :].replace("One &amp; two", "B"))


@pytest.mark.parametrize("problem", ["B", "2"])
def test_puzzle_of_a_webpbn_file_is_chosen_by_title_or_number(problem: str) -> None:
    reading = parse(SEVERAL.encode(), "file", "webpbn", problem=problem)
    assert clues_of(reading).title == "B" and reading.notes == ()


def test_choosing_a_puzzle_implies_a_format_of_several_puzzles() -> None:
    text = SEVERAL.replace("<author>A</author>", "<description>\nrows first\n</description>")
    assert module_of("non").looks_like(text)
    assert clues_of(parse(text.encode(), "file", problem="B")).title == "B"
    with pytest.raises(InputError, match=r"holds one puzzle; do not choose a problem$"):
        parse(b"1\n\n1\n", "file", problem="B")


def test_the_puzzles_of_a_webpbn_file_are_listed() -> None:
    reading = parse(SEVERAL.encode(), "file", "webpbn")
    assert clues_of(reading).title == "One & two"
    assert reading.notes[0].endswith("choose with --problem: 1 (One & two), 2 (B)")
    with pytest.raises(InputError, match="file has no puzzle '3'; there are 1"):
        parse(SEVERAL.encode(), "file", "webpbn", problem="3")


ONE = "width 1\nheight 1\nrows\n1\ncolumns\n1\n"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("data", [b"", b"  \n\t\n", b"\xff\xfe\0\0", b"\0" * 10])
def test_empty_and_binary_files_are_rejected(name: str, data: bytes) -> None:
    with pytest.raises(PuzzleError, match=r"is empty|not text|UTF-16"):
        parse(data, "file", name)


@pytest.mark.parametrize("empty", ["[0]", "0", "[]", '""'])
def test_an_empty_clue_in_json_needs_no_colour(empty: str) -> None:
    blue = '[[1, "blue"]]'
    puzzle = read("json", f'{{"rows": [{blue}, {empty}], "columns": [{blue}, {empty}]}}')
    assert (puzzle.rows, puzzle.columns) == (PLAIN.rows, PLAIN.columns)
    assert [colour.rgb for colour in puzzle.palette] == ["#ffffff", "#0000ff"]


@pytest.mark.parametrize("notes", ['[["a"]]', '[["a", 1]]', '"ab"', '["ab"]', "[1]"])
def test_notes_that_are_not_pairs_are_rejected(notes: str) -> None:
    with pytest.raises(PuzzleError, match="notes must be"):
        read("json", f'{{"rows": [[1]], "columns": [[1]], "notes": {notes}}}')


@pytest.mark.parametrize("title", [":x", "# x", ": :x", " \t#\n: x", ":", "\n", "3 hearts"])
def test_title_written_to_g_is_not_read_as_a_section_or_size(heart: Clues, title: str) -> None:
    whole = heart._replace(notes=(("title", title),))
    again = round_trip(whole, "g")
    assert (again.rows, again.columns) == (heart.rows, heart.columns)
    assert again.title == (title if title[0] == "3" else "x" if "x" in title else "")
    assert not render(whole, "g").data[:1].isdigit()


ESCAPE = "\x1b[31mred"
CONTROLS = {
    "non": f'title "{ESCAPE}"\n{ONE}',
    "g": f"{ESCAPE}\n:\n1\n:\n1\n:\n",
    "webpbn": "<puzzle><title>\x9b31m</title>"
    "<clues type='rows'><line><count>1</count></line></clues>"
    "<clues type='columns'><line><count>1</count></line></clues></puzzle>",
}


@pytest.mark.parametrize("name", CONTROLS)
def test_control_characters_in_a_title_are_refused(name: str) -> None:
    with pytest.raises(
        PuzzleError, match="file: the note 'title' has the control character"
    ) as raised:
        read(name, CONTROLS[name])
    assert str(raised.value).isprintable()


@pytest.mark.parametrize(
    ("notes", "palette", "message"),
    [
        ({"title": "\ud800"}, "black", r"the note 'title' has the control character '\\ud800'"),
        ({"title": "a\nb"}, "black", r"the note 'title' has the control character '\\n'"),
        ({"description": "a\n\tb"}, "black", ""),
        ({"description": "a\x07"}, "black", r"the note 'description' has the control"),
        ({"\x1b": ""}, "black", r"the note '\\x1b' has the control character"),
        ({}, "\x1b", r"a colour has the control character '\\x1b'"),
        ({}, "\ud800", r"a colour has the control character '\\ud800'"),
    ],
)
def test_json_rejects_control_characters(notes: dict[str, str], palette: str, message: str) -> None:
    colours = [("white", "#fff", "."), (palette, "#000", "#")]
    data = {
        "rows": [[1]],
        "columns": [[1]],
        "notes": notes,
        "palette": [dict(zip(("name", "rgb", "mark"), each, strict=True)) for each in colours],
    }
    if not message:
        assert read("json", json.dumps(data)).notes == tuple(notes.items())
        return
    with pytest.raises(PuzzleError, match=message) as raised:
        read("json", json.dumps(data))
    assert str(raised.value).isprintable()


@pytest.mark.parametrize("name", NAMES)
def test_numbers_of_thousands_of_digits_give_a_short_error(name: str) -> None:
    written = text_of(from_grid(((1, 0), (0, 1))), name)
    with pytest.raises(PuzzleError) as raised:
        read(name, written.replace("1", "9" * 5000))
    assert len(str(raised.value)) < 300
    if name in ("nin", "mk", "g", "webpbn", "text"):
        again = read(name, written.replace("1", "0" * 5000 + "7"))
        assert again.rows[0] == ((7, 1),)


def test_title_that_is_not_valid_text_is_written_anyway(heart: Clues) -> None:
    whole = heart._replace(notes=(("title", "\udcff"),))
    for name in ("non", "json", "webpbn", "g"):
        assert_same_puzzle(round_trip(whole, name), heart)


def test_gno_title_has_priority_over_name_and_description() -> None:
    sections = {
        "Description": "a cat",
        "Title": "Cat",
        "Name": "cat.1",
        "Rows": "1",
        "Columns": "1",
    }
    texts = [f"{heading}:\n{text}\n" for heading, text in sections.items()]
    found = read("gno", "\n".join(texts))
    assert found.title == "Cat"
    assert set(found.notes) == {("title", "Cat"), ("name", "cat.1"), ("description", "a cat")}
    assert read("gno", "\n".join([texts[0], *texts[3:]])).title == "a cat"


def test_webpbn_keeps_colours_of_equal_names_apart(random_nonogram: Callable[..., Clues]) -> None:
    puzzle = random_nonogram(4, 3)
    names = ("a", "a 2", "a", "a")
    palette = tuple(
        colour._replace(name=name) for colour, name in zip(puzzle.palette, names, strict=True)
    )
    assert_same_puzzle(round_trip(puzzle._replace(palette=palette), "webpbn"), puzzle)
