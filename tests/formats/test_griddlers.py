"""Formats: round trips, the same puzzle in each, and what readers say of bad files."""

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.formats import MAX_BYTES, NAMES, decode, dump, for_path, load, named
from calpuzzle.griddler.puzzle import BLACK, WHITE, Colour, Clues, black, from_grid

BLACK_ONLY = [name for name in NAMES if not named(name).COLOURS]


def through(puzzle: Clues, name: str) -> Clues:
    form = named(name)
    text, _ = dump(puzzle, form)
    return decode(text.encode(), form, "file").puzzle


def same_cells(a, b):
    assert (a.rows, a.columns) == (b.rows, b.columns)
    assert [colour.rgb for colour in a.palette] == [colour.rgb for colour in b.palette]


@pytest.mark.parametrize("name", NAMES)
def test_round_trips_of_random_puzzles(random_griddler, name):
    for seed in range(150):
        colours = 1 if name in BLACK_ONLY else 1 + seed % 3
        puzzle = random_griddler(seed, colours)
        rng = random.Random(seed)
        given = tuple(tuple(rng.choice((-1, cell)) for cell in row) for row in puzzle.goal)
        notes = (("title", 'a "b" <c> & d é'), ("by", "someone"), ("copyright", "# none: 1"))
        whole = puzzle._replace(given=given, notes=notes)
        back = through(whole, name)
        same_cells(back, puzzle)
        form = named(name)
        assert back.goal == (puzzle.goal if "goal" in form.KEEPS else None)
        assert back.given == (given if "given" in form.KEEPS else None)
        if name in ("non", "json", "webpbn"):
            assert back.notes == notes
        if name == "g":
            assert back.notes == notes[:1]
        assert through(back, name) == back


@pytest.mark.parametrize("name", NAMES)
def test_files_of_other_people_go_through_each_format(nonograms, name):
    for path in sorted(nonograms.iterdir()):
        puzzle = load(str(path)).puzzle
        if puzzle.colours > 1 and not named(name).COLOURS:
            with pytest.raises(InputError, match=r"knows black only, and the puzzle has.* red"):
                dump(puzzle, named(name))
            continue
        same_cells(through(puzzle, name), puzzle)


def test_what_a_format_cannot_hold_is_said(heart):
    whole = heart._replace(notes=(("title", "Heart"),), given=heart.goal)
    _, lost = dump(whole, named("mk"))
    assert len(lost) == 3
    assert all("left out" in sentence for sentence in lost)
    assert dump(heart, named("json"))[1] == []


def read(name: str, text: str) -> Clues:
    return decode(text.encode(), named(name), "file").puzzle


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
        ("cwd", "2\n2\n1\n0\n\n1\n0\n"),
        ("g", "Title\n:\n1\n\n:\n1\n0\n:\n"),
        ("text", "1\n0\n\n1\n0\n"),
        ("text", "# comment\n\n1\n0\n\n\n1\n0\n\n"),
        ("json", '{"rows": [[1], []], "columns": [[1], [0]]}'),
    ],
)
def test_zero_and_a_blank_line_are_both_an_empty_line(name, text):
    puzzle = read(name, text)
    assert (puzzle.rows, puzzle.columns) == (PLAIN.rows, PLAIN.columns)


def test_sizes_come_in_each_formats_own_order():
    wide = Clues((black([1, 1]),), (black([1]), black([]), black([1])))
    assert read("nin", "3 1\n1 1\n1\n0\n1\n").rows == wide.rows
    assert read("mk", "1 3\n1 1\n#\n1\n0\n1\n").columns == wide.columns
    assert read("cwd", "1\n3\n1,1\n\n1\n0\n1\n").columns == wide.columns
    assert dump(wide, named("nin"))[0].startswith("3 1\n")
    assert dump(wide, named("mk"))[0].startswith("1 3\n")
    assert dump(wide, named("cwd"))[0].startswith("1\n3\n")


def test_all_keywords_of_non():
    text = (
        'catalogue "no 1"\ntitle \'Two\'\nby A. Person\ncopyright "&copy; 2000"\nlicense MIT\n'
        'level 4\nwidth 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\ngoal 10\n01\nsaved "1???"\n'
    )
    reading = decode(text.encode(), named("non"), "file")
    puzzle = reading.puzzle
    assert dict(puzzle.notes) == {
        "catalogue": "no 1", "title": "Two", "by": "A. Person", "copyright": "© 2000",
        "license": "MIT", "level": "4",
    }  # fmt: skip
    assert reading.warnings == ("file, line 6: the keyword 'level' is unknown; it is kept",)
    assert puzzle.given == ((1, -1), (-1, -1))
    same_line = text.replace("goal 10\n01\n", "goal 1001\n")
    assert read("non", same_line).goal == ((1, 0), (0, 1))
    own_lines = text.replace("goal 10\n01\n", "goal\n10\n01\n")
    assert read("non", own_lines).goal == ((1, 0), (0, 1))
    assert "level" in dump(puzzle, named("non"))[0]


def test_colours_of_non():
    text = (
        "color a #ff0000\ncolor b #00ff00\nwidth 2\nheight 1\nrows\n1a,1b\ncolumns\n1a\n1b\n"
        "goal ab\n"
    )
    puzzle = read("non", text)
    assert [colour.rgb for colour in puzzle.palette] == ["#ffffff", "#ff0000", "#00ff00"]
    assert puzzle.rows == (((1, 1), (1, 2)),)
    assert puzzle.goal == ((1, 2),)


def test_colours_of_g():
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


def test_webpbn():
    puzzle = read("webpbn", XML)
    assert (puzzle.rows, puzzle.columns) == (PLAIN.rows, PLAIN.columns)
    assert puzzle.goal == ((1, 0), (0, 0))
    assert puzzle.notes == (("title", "One & two"), ("by", "A"))
    goal_only = XML[: XML.index("<clues")] + XML[XML.index("<solution") :]
    assert read("webpbn", goal_only).rows == PLAIN.rows


ENTITY = '<!DOCTYPE puzzleset [<!ENTITY a "1">]>'


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("non", "width 2\nheight 2\nrows\n1\nx\n", "line 5: .*'x'|section rows has|no section"),
        ("non", "width 2\nheight 2\nrows\n1\n1\n", "no section columns"),
        ("non", "width 2\nheight 2\nrows\n1\ncolumns\n1\n1\n", "rows has 1 clue, and .* 2"),
        ("non", "width 2\nrows\n1\ncolumns\n1\n1\n", "no height"),
        ("non", "width -2\n", "line 1: '-2' is negative"),
        ("non", "width 99999999999\n", "line 1: the number .* too large"),
        ("non", "width 1001\n", "line 1: the width is 1001, but it must be from 1 to 1000"),
        ("non", "width 2\nwidth 2\n", "line 2: the width is given twice"),
        (
            "non",
            "width 1\nheight 1\nrows\n1\ncolumns\n1\ngoal 11\n",
            "line 7: the goal has 2 cells",
        ),
        ("non", "width 1\nheight 1\nrows\n1\ncolumns\n1\ngoal z\n", "character 'z'"),
        ("non", "width 1\nheight 1\nrows\n-1\ncolumns\n1\n", "line 4: '-1' is negative"),
        ("non", "width 1\nheight 1\nrows\n1,0\ncolumns\n1\n", "block of 0"),
        ("nin", "2\n1\n", "line 1: the first line must be the width and the height"),
        ("nin", "2 2\n1\n1\n1\n", "ends after 1 of 2 column clues"),
        ("nin", "2 2\n1\n1\n1\n1\n1\n", "line 6: there is more behind the last clue"),
        ("nin", "2 x\n", "line 1: 'x' is no number"),
        ("nin", "0 2\n", "line 1: the width is 0"),
        ("mk", "1 1\n1\n1\n1\n", "line 3: here the line # must part"),
        ("mk", "1 1\n1\n", "ends before the line #"),
        ("cwd", "1\n", "ends before the width"),
        ("cwd", "1\n1\n1\n1\n1\n", "line 4: here a blank line must part"),
        ("g", "nothing\n", "0 of the 2 lines"),
        ("g", "#t\n:\n1\n:\n1\n:\n", "line 1: this is a triddler"),
        ("g", ":\n1q\n:\n1\n:\n", "line 2: the colour 'q' is not declared"),
        ("g", "#d\n r:&  nocolour\n:\n1\n:\n1\n:\n", "line 2: the colour 'nocolour' is not known"),
        ("text", "1\n1\n", "a blank line must part"),
        ("text", "1\n\n1\n\n1\n", "line 5: a second blank line"),
        ("text", "1 a\n\n1\n", "line 1: 'a' is no number"),
        ("json", "{", "line 1: this is no sound JSON"),
        ("json", "[]", "a puzzle is a JSON object"),
        ("json", '{"rows": [[1]]}', "columns must be a list"),
        ("json", '{"rows": [[1.5]], "columns": [[1]]}', "no number"),
        ("json", '{"rows": [[true]], "columns": [[1]]}', "no number"),
        ("json", '{"rows": [[-1]], "columns": [[1]]}', "block of -1"),
        ("json", '{"rows": [[1]], "columns": [[1]], "width": 2}', "width and the number of col"),
        ("json", "[" * 100000, "too large"),
        ("webpbn", "<puzzleset>", "line 1: this is no sound XML"),
        ("webpbn", "<a/>", "no element puzzle"),
        ("webpbn", ENTITY + "<puzzleset/>", "XML entities are refused"),
        ("webpbn", "<puzzleset>&b;</puzzleset>", "no sound XML|entities"),
        ("webpbn", "<a>" * 40, "nested too deeply"),
        ("webpbn", '<puzzle type="triddler"/>', "is no grid"),
        ("webpbn", "<puzzle/>", "no clues"),
        ("webpbn", XML.replace("<count>1", "<count>one", 1), "line 5: 'one' is no number"),
        ("webpbn", XML.replace("<count>1", '<count color="q">1', 1), "line 5: the colour 'q'"),
        ("webpbn", XML.replace("|X.|", "|Xz|"), "character 'z'"),
        ("webpbn", XML.replace("|X.|", "|X|"), "not of one length"),
    ],
)
def test_faults_name_the_file_and_what_is_wrong(name, text, words):
    with pytest.raises(PuzzleError, match=words) as caught:
        read(name, text)
    assert str(caught.value).startswith("file")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("data", [b"", b"  \n\t\n", b"\xff\xfe\0\0", b"\0" * 10])
def test_empty_and_binary_files(name, data):
    with pytest.raises(PuzzleError):
        decode(data, named(name), "file")


def test_huge_files_are_refused():
    with pytest.raises(PuzzleError, match="larger than 16 MiB"):
        decode(b"1" * (MAX_BYTES + 1), named("text"), "file")


def samples() -> list[tuple[str, bytes]]:
    colourful = from_grid(
        ((1, 2, 0), (0, 1, 1), (2, 0, 0)), (WHITE, BLACK, Colour("red", "#d02020", "r"))
    )
    plain = from_grid(((1, 0, 1), (0, 1, 1)))
    whole = plain._replace(given=((1, -1, -1), (-1, -1, 1)), notes=(("title", "T"),))
    found = [(name, dump(whole, named(name))[0].encode()) for name in NAMES]
    found += [(n, dump(colourful, named(n))[0].encode()) for n in NAMES if n not in BLACK_ONLY]
    return [*found, ("webpbn", XML.encode())]


@settings(max_examples=1500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(samples()), st.data())
def test_spoilt_files_raise_only_what_is_documented(sample, data):
    name, content = sample
    spoilt = bytearray(content)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(spoilt)))
        kind = data.draw(st.sampled_from(("cut", "insert", "drop", "double", "swap")))
        if kind == "cut":
            del spoilt[at:]
        elif kind == "insert":
            spoilt[at:at] = data.draw(
                st.one_of(
                    st.binary(min_size=1, max_size=6),
                    st.sampled_from((b"99999999999", b"-1", b"\n\n", b"0", b"#", b":", b'"', b"<")),
                )
            )
        elif kind == "drop":
            del spoilt[at : at + data.draw(st.integers(1, 12))]
        elif kind == "double":
            spoilt[at:at] = spoilt[at : at + 20]
        elif at < len(spoilt):
            spoilt[at] = data.draw(st.integers(0, 255))
    check_reading(name, bytes(spoilt))


@settings(max_examples=600, deadline=None)
@given(st.sampled_from(NAMES), st.one_of(st.binary(max_size=60), st.text(max_size=60)))
def test_any_bytes_raise_only_what_is_documented(name, content):
    check_reading(name, content.encode() if isinstance(content, str) else content)


def check_reading(name: str, content: bytes) -> None:
    try:
        puzzle = decode(content, named(name), "file").puzzle
    except PuzzleError as error:
        assert all(fault.startswith("file") for fault in error.faults)
        return
    assert 1 <= puzzle.height <= 1000 and 1 <= puzzle.width <= 1000
    text, _ = dump(puzzle, named(name))
    same_cells(decode(text.encode(), named(name), "file").puzzle, puzzle)


def test_the_registry(tmp_path):
    assert for_path("a/b.NON").NAME == "non"
    assert for_path("a/b.xyz") is None
    with pytest.raises(InputError, match=r"did you mean webpbn\?"):
        named("webpb")
    with pytest.raises(InputError, match=r"cannot read .*: no such file"):
        load(str(tmp_path / "none.non"))
    with pytest.raises(InputError, match="is a directory"):
        load(str(tmp_path), "non")
    with pytest.raises(InputError, match="no suffix that tells"):
        load(str(tmp_path / "puzzle"))


def test_json_is_json(heart):
    data = json.loads(dump(heart, named("json"))[0])
    assert data["rows"][0] == [2, 2]
    assert data["goal"][0] == ".##.##."


def test_a_note_that_stands_twice_is_kept_twice(heart):
    whole = heart._replace(notes=(("note", "one"), ("title", "Heart"), ("note", "two")))
    for name in ("json", "non", "webpbn"):
        read = decode(dump(whole, named(name))[0].encode(), named(name), "a file").puzzle
        assert [text for key, text in read.notes if key == "note"] == ["one", "two"]


@pytest.mark.parametrize("notes", ['[["a"]]', '[["a", 1]]', '"ab"', '["ab"]', "[1]", "{}"])
def test_notes_that_are_no_pairs(notes):
    text = f'{{"rows": [[1]], "columns": [[1]], "notes": {notes}}}'
    if notes == "{}":
        assert decode(text.encode(), named("json"), "x").puzzle.notes == ()
        return
    with pytest.raises(PuzzleError, match="notes must be"):
        decode(text.encode(), named("json"), "x")


def test_what_is_left_out_is_said_in_a_sentence(heart):
    _, lost = dump(heart._replace(notes=(("by", "me"),), given=heart.goal), named("nin"))
    assert [sentence.partition("hold the ")[2] for sentence in lost] == [
        "goal, which is left out",
        "given cells, which are left out",
        "notes, which are left out",
    ]


def test_blank_lines_round_a_section_of_non_are_not_clues():
    text = "width 1\nheight 3\nrows\n\n1\n\n1\n\ncolumns\n1,1\n"
    assert decode(text.encode(), named("non"), "x").puzzle.rows == (((1, 1),), (), ((1, 1),))


@pytest.mark.parametrize("title", [":x", "# x", ": :x", " \t#\n: x", ":", "\n"])
def test_a_title_does_not_begin_a_section_of_g(heart, title):
    written = dump(heart._replace(notes=(("title", title),)), named("g"))[0]
    read = decode(written.encode(), named("g"), "x").puzzle
    assert (read.rows, read.columns) == (heart.rows, heart.columns)
    assert read.title == ("x" if "x" in title else "")
