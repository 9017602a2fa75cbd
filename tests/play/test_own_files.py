"""Files of custom puzzles: the page reads them as Python does, and counts their solutions."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

import pytest
import shipped
from conformance import typed_boards
from play.positions import exposed
from playing import PageOf, count_words, expect, link_of, packed, settled
from random_nonograms import random_nonogram

import calpuzzle as cp
from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.base.texts import language_tags
from calpuzzle.formats import clue_lines, non, toml
from calpuzzle.nonogram.clues import Clues
from calpuzzle.play import data as play_data
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.polyominoes import FAMILIES, polyominoes

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
VECTORS = [
    json.loads(line)
    for line in (ROOT / "tests/conformance/puzzle_files.jsonl").read_text("utf-8").splitlines()
]
BOARDS = {
    f"{make.__name__} {seed}": make(seed)
    for make in (
        typed_boards.text,
        typed_boards.latticed,
        typed_boards.labelled,
        typed_boards.several,
    )
    for seed in range(16)
}
FILES = {
    path.name: path.read_text("utf-8")
    for folder in ("calpuzzle/puzzles", "examples/puzzles")
    for path in sorted((ROOT / folder).rglob("*.toml"))
}
BOARDS["own names of groups"] = re.sub(
    "(?m)^(month|day|weekday) =", r"my-\1 =", FILES["weekday-8x7.toml"].replace("Mon", "Mo")
)
CORRUPTED = 200
LEFT_OUT = ("counts", "difficulties", "challenges", "name")


def corrupted(seed: int) -> str:
    """Return a puzzle file with one or two characters inserted, removed or replaced."""
    rng = random.Random(seed)
    text = rng.choice([text for text in (*BOARDS.values(), *FILES.values()) if len(text) < 3000])
    for _ in range(rng.randint(1, 2)):
        at = rng.randrange(len(text))
        put = rng.choice(["", rng.choice("#.?ab \"'=\n[]{},-0123|\\_"), rng.choice(text)])
        text = text[:at] + put + text[at + rng.randrange(2) :]
    return text


def data_by_python(text: str) -> dict[str, Any] | None:
    """Return the data of a file without the counts of dates; None if the file is invalid."""
    try:
        return data_of(Lowering(toml.read(text, "own")))
    except InputError:
        return None


def data_of(lowered: Lowering) -> dict[str, Any]:
    data = json.loads(json.dumps(play_data.pieces_data(lowered))) | {"title": lowered.model.title}
    return {key: value for key, value in data.items() if key not in LEFT_OUT}


@pytest.fixture
def without_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the counts, which the page lacks for puzzles that it reads itself."""
    monkeypatch.setattr(play_data, "_diagram", lambda lowered, disk: None)


def data_by_page(page: Page, module: str, name: str, texts: list[str]) -> list[dict[str, Any]]:
    """Return the data that the page reads from each text, or its `fault`."""
    script = f"""([texts, tags]) => {{
        const read = {exposed(module, name)};
        // Return a single text, because the transfer of so many lists takes long.
        return JSON.stringify(texts.map((text) => {{
            try {{ return read(text, tags); }}
            catch (fault) {{ return {{ fault: fault.values ? fault.message : String(fault) }}; }}
        }}));
    }}"""
    found: list[dict[str, Any]] = json.loads(
        page.evaluate(script, [texts, sorted(language_tags())])
    )
    return found


@pytest.mark.usefixtures("without_counts")
@pytest.mark.parametrize("part", shipped.few((4, 1), 4))
def test_files_are_read_as_python_reads_them(blank: Page, part: int) -> None:
    texts = [
        *[*BOARDS.values()][::part],
        *[*FILES.values()][::part],
        *(line["text"] for line in VECTORS),
        *map(corrupted, range(CORRUPTED // part)),
    ]
    expected = [data_by_python(text) for text in texts]
    assert 100 < part * expected.count(None) < part * len(texts) - 100
    found = data_by_page(blank, "puzzlefile.js", "puzzleDataOf", texts)
    for text, own, data in zip(texts, expected, found, strict=True):
        if own is None:
            assert data.get("fault", "none").startswith("own.fault."), text
        else:
            assert {k: v for k, v in data.items() if k not in LEFT_OUT} == own, text


def test_faults_in_files_match_the_conformance_vectors(blank: Page) -> None:
    found = data_by_page(blank, "puzzlefile.js", "puzzleDataOf", [line["text"] for line in VECTORS])
    for line, data in zip(VECTORS, found, strict=True):
        assert data.get("fault") == line.get("fault"), line["text"]
        assert (data_by_python(line["text"]) is None) == ("fault" in line), line["text"]


def test_piece_families_match_python(blank: Page) -> None:
    # Families of pieces that are not turned over contain mirror images too.
    script = f"""() => {{
        const family = {exposed("polyominoes.js", "familyOf")};
        const all = {exposed("lattices.js", "LATTICES")};
        return Object.fromEntries(Object.values(all).flatMap((lattice) => (
            lattice.families.map((name, k) => [name, family(lattice, k + 1, true)]))));
    }}"""
    assert blank.evaluate(script) == {
        name: [
            [piece.name, [list(cell) for cell in piece.shape]]
            for piece in polyominoes(cells, True, lattice)
        ]
        for name, (lattice, cells) in FAMILIES.items()
    }


def test_pieces_of_families_are_found_by_their_names(blank: Page) -> None:
    script = f"""() => {{
        const cellsOf = {exposed("ownform.js", "pieceNamed")};
        const family = {exposed("polyominoes.js", "familyOf")};
        const lattices = Object.values({exposed("lattices.js", "LATTICES")});
        const isFound = (lattice, [name, cells]) => (
            cellsOf({{ lattice: lattice.name }}, name).join(";") === cells.join(";"));
        return lattices.flatMap((lattice) => lattice.families.flatMap((_, k) => (
            family(lattice, k + 1, true).filter((own) => !isFound(lattice, own)))));
    }}"""
    assert blank.evaluate(script) == []


def nonogram_data_by_python(text: str) -> dict[str, Any] | None:
    reader = non if non.looks_like(text) else clue_lines
    try:
        clues = reader.read(text, "own").content
    except PuzzleError:
        return None
    assert isinstance(clues, Clues)
    data: dict[str, Any] = json.loads(json.dumps(play_data.nonogram_data(clues, "own")))
    data["title"] = clues.title
    del data["name"]
    return data


def coloured(number: int) -> str:
    """Return the clues of one row in which each cell has a different colour."""
    blocks = [f"1{letter}" for letter in ascii_lowercase[:number]]
    return "\n".join([f"width {number}", "height 1", "rows", ",".join(blocks), "columns", *blocks])


def test_nonograms_are_read_as_python_reads_them(blank: Page) -> None:
    puzzles = [random_nonogram(seed, colours) for seed in range(8) for colours in (1, 3)]
    texts = [non.write(own) for own in puzzles]
    texts += [clue_lines.write(own) for own in puzzles if own.colours == 1]
    texts += [
        (ROOT / "examples/puzzles/cat.non").read_text("utf-8"),
        "# of\n1 1\n0\n\n1\n0\n1\n",
        'width 2\nheight 1\ncolor a #f00\nrows\n1a,1\n\ncolumns\n1a\n1\ngiven "a?"\n',
        "width 1\nheight 3\nrows\n\n1\n\n\ncolumns\n1\n",
        'title "A &amp; B &lt;&#x27;&quot;"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n',
        "1\n",
        "1\n\n1\n\n1\n",
        "1 x\n\n1\n",
        "2a 1\n\n1\n1\n0\n1\n",
        "1\n&\n1\n",
        "2 0\n\n1\n",
        "width 2\nheight 1\nrows\n1\ncolumns\n1\n",
        "width 0\nheight 1\nrows\n1\ncolumns\n1\n",
        "width 2\nwidth 2\nheight 1\nrows\n1\ncolumns\n1\n1\n",
        "width 1\nheight 1\nrows\n1\nrows\n1\ncolumns\n1\n",
        'width 1\nheight 1\nrows\n1\ncolumns\n1\ngiven "x"\n',
        "height 1\nrows\n1\ncolumns\n1\n",
        coloured(15),
        coloured(16),
    ]
    found = data_by_page(blank, "nonogramfile.js", "nonogramDataOf", texts)
    expected = [nonogram_data_by_python(text) for text in texts]
    assert expected.count(None) == 12
    for text, own, data in zip(texts, expected, found, strict=True):
        if own is None:
            assert ".fault." in data.get("fault", ""), text
        else:
            assert data == own, text


@pytest.mark.parametrize("name", shipped.few([*BOARDS][::9], *[*BOARDS][::18]))
def test_board_from_a_link_is_counted_as_python_counts_it(page_of: PageOf, name: str) -> None:
    puzzle = cp.loads(BOARDS[name], name="own")
    date = [group.labels[0] for group in puzzle.groups]
    link = f"#own={packed(BOARDS[name])}" + (f"&date={','.join(date)}" if date else "")
    page = page_of("domino-2x3", link, stored={"calpuzzle:settings": '{"left": "count"}'})
    count = puzzle.count(" ".join(date)) if date else puzzle.count()
    expect(page.locator("#left-answer")).to_have_text(re.compile(f"^{count_words(count)}"))
    if count:
        for _ in range(5):
            settled(page).keyboard.press("h")
        (placed,) = re.findall("with=([^&]*)", link_of(page))
        assert puzzle.count(" ".join(date), placed=page.evaluate("decodeURIComponent", placed)) > 0


def squares(side: int, pieces: str) -> str:
    rows = f"{'#' * side}\n" * side
    return f"frame = '''\n{rows}'''\n[pieces]\nI = {pieces}\n"


def lines(drawing: str) -> str:
    return f"board = '. .'\n[pieces]\nI = '''\n{drawing}'''\n"


ROWS = "1,2\n" * 900


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("domino-2x3", squares(200, "{ shape = '##', count = 20000 }")),
        ("domino-2x3", squares(160, "{ shape = '##', count = 12800 }")),
        ("domino-2x3", squares(3, f'"""\n{ROWS.replace("1,2", "#" * 280)}"""')),
        ("domino-2x3", lines("#\n" * 130_000)),
        ("domino-2x3", "segments = [200, 200]\n[pieces]\nI = '00-'\n"),
        ("cat.non", f"width 900\nheight 900\nrows\n{ROWS}columns\n{ROWS}"),
    ],
    ids=["cells", "freezing", "piece", "lines", "sticks", "nonogram"],
)
def test_boards_too_large_for_the_page_are_rejected(page_of: PageOf, page: str, text: str) -> None:
    opened = page_of(page, f"#own={packed(text)}")
    expect(opened.locator("#notice-text")).to_contain_text(re.compile("too large|drawing"))
    expect(opened.locator("#title")).not_to_have_text("Own board")
