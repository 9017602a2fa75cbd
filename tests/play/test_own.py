"""Puzzles of one's own on the page: files are read as Python reads them, boards are made there, and
what the page says of them is what Python says."""

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
from playing import PageOf, expect, link_of, packed, reload, settled
from random_nonograms import random_nonogram

import calpuzzle as cp
from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.base.texts import language_tags
from calpuzzle.formats import clue_lines, non, toml
from calpuzzle.formats.toml_text import tokens
from calpuzzle.nonogram.clues import Clues
from calpuzzle.play import data as made
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
SPOILT = 200
LEFT_OUT = ("counts", "difficulties", "challenges", "name")


def spoilt(seed: int) -> str:
    """A file with a few characters put in, taken out or exchanged."""
    rng = random.Random(seed)
    text = rng.choice([text for text in (*BOARDS.values(), *FILES.values()) if len(text) < 3000])
    for _ in range(rng.randint(1, 2)):
        at = rng.randrange(len(text))
        put = rng.choice(["", rng.choice("#.?ab \"'=\n[]{},-0123|\\_"), rng.choice(text)])
        text = text[:at] + put + text[at + rng.randrange(2) :]
    return text


def of_python(text: str) -> dict[str, Any] | None:
    """The data of a file but for the counts of dates; None where it is refused."""
    try:
        return data_of(Lowering(toml.read(text, "own")))
    except InputError:
        return None


def data_of(lowered: Lowering) -> dict[str, Any]:
    data = json.loads(json.dumps(made.pieces_data(lowered))) | {"title": lowered.model.title}
    return {key: value for key, value in data.items() if key not in LEFT_OUT}


@pytest.fixture
def uncounted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is told no counts of puzzles that it reads itself."""
    monkeypatch.setattr(made, "_diagram", lambda lowered, disk: None)


def of_page(page: Page, module: str, name: str, texts: list[str]) -> list[dict[str, Any]]:
    """What a reader of the page makes of each text: its data, or its `fault`."""
    script = f"""([texts, tags]) => {{
        const read = {exposed(module, name)};
        // As one text: to hand over so many lists takes long.
        return JSON.stringify(texts.map((text) => {{
            try {{ return read(text, tags); }}
            catch (fault) {{ return {{ fault: fault.values ? fault.message : String(fault) }}; }}
        }}));
    }}"""
    found: list[dict[str, Any]] = json.loads(
        page.evaluate(script, [texts, sorted(language_tags())])
    )
    return found


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize("part", shipped.few((4, 1), 4))
def test_files_are_read_as_python_reads_them(blank: Page, part: int) -> None:
    texts = [
        *[*BOARDS.values()][::part],
        *[*FILES.values()][::part],
        *(line["text"] for line in VECTORS),
        *map(spoilt, range(SPOILT // part)),
    ]
    expected = [of_python(text) for text in texts]
    assert 100 < part * expected.count(None) < part * len(texts) - 100
    found = of_page(blank, "puzzlefile.js", "puzzleDataOf", texts)
    for text, own, data in zip(texts, expected, found, strict=True):
        if own is None:
            assert data.get("fault", "none").startswith("own.fault."), text
        else:
            assert {k: v for k, v in data.items() if k not in LEFT_OUT} == own, text


def test_what_is_wrong_is_said(blank: Page) -> None:
    found = of_page(blank, "puzzlefile.js", "puzzleDataOf", [line["text"] for line in VECTORS])
    for line, data in zip(VECTORS, found, strict=True):
        assert data.get("fault") == line.get("fault"), line["text"]
        assert (of_python(line["text"]) is None) == ("fault" in line), line["text"]


def test_families_have_pythons_pieces_and_names(blank: Page) -> None:
    # Those that are not turned over are all free ones, and mirror images.
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


def test_pieces_are_found_by_their_names(blank: Page) -> None:
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


def nonogram_of_python(text: str) -> dict[str, Any] | None:
    reader = non if non.looks_like(text) else clue_lines
    try:
        clues = reader.read(text, "own").content
    except PuzzleError:
        return None
    assert isinstance(clues, Clues)
    data: dict[str, Any] = json.loads(json.dumps(made.nonogram_data(clues, "own")))
    data["title"] = clues.title
    del data["name"]
    return data


def coloured(number: int) -> str:
    """A row of so many cells, each of another colour."""
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
    found = of_page(blank, "nonogramfile.js", "nonogramDataOf", texts)
    expected = [nonogram_of_python(text) for text in texts]
    assert expected.count(None) == 12
    for text, own, data in zip(texts, expected, found, strict=True):
        if own is None:
            assert ".fault." in data.get("fault", ""), text
        else:
            assert data == own, text


def count_words(count: int) -> str:
    if not count:
        return "no solution left"
    return f"{count:,} solution{'' if count == 1 else 's'} left"


@pytest.mark.parametrize("name", shipped.few([*BOARDS][::9], *[*BOARDS][::18]))
def test_a_link_holds_a_board_and_counts_it_as_python_does(page_of: PageOf, name: str) -> None:
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
def test_what_no_page_can_play_is_refused(page_of: PageOf, page: str, text: str) -> None:
    opened = page_of(page, f"#own={packed(text)}")
    expect(opened.locator("#notice-text")).to_contain_text(re.compile("too large|drawing"))
    expect(opened.locator("#title")).not_to_have_text("Own board")


def own_dialog(page: Page) -> None:
    page.locator(".top-button").nth(-2).click()
    page.get_by_role("button", name="A board of your own").click()


def test_a_board_is_made_counted_and_shared(page_of: PageOf) -> None:
    page = page_of("domino-2x3", stored={"calpuzzle:settings": '{"left": "count"}'})
    own_dialog(page)
    words = page.locator(".own-words")
    expect(words).to_have_text("Choose pieces.")
    page.get_by_role("button", name="Row −").click()
    page.locator("#own-rows").fill("A B . .\n. . . C\n. . . .")
    page.locator("#own-groups").fill("one: A B C")
    page.locator("#own-family").select_option("3")
    page.get_by_role("button", name="I3, one more").click()
    for _ in range(2):
        page.get_by_role("button", name=re.compile("^L3.*one more")).click()
    expect(words).to_have_text("The pieces cover 9 cells; 11 are to be covered.")
    page.locator(".own-board polygon").last.click()
    page.locator(".own-board polygon").nth(8).click()
    expect(page.locator("#own-rows")).to_have_value("A B . .\n. . . C\n# . . #")
    page.get_by_role("button", name="Play it").click()
    page.locator("#title", has_text="Own board").wait_for()
    settled(page).locator(".top-button").nth(-2).click()
    settled(page).get_by_role("button", name="A board of your own").click()
    # A browser may lose what a page keeps just before another one comes: then the file is shown.
    if (button := page.get_by_role("button", name="Show as a file")).count():
        button.click()
    puzzle = cp.loads(page.locator("#own-text").input_value(), name="own")
    page.keyboard.press("Escape")
    for label in "ABC":
        page.click("#date-button")
        page.get_by_label(label, exact=True).check()
        page.get_by_role("button", name="Show it").click()
        wanted = re.compile(f"^{count_words(puzzle.count(label))}")
        expect(page.locator("#left-answer")).to_have_text(wanted)
    # The link holds all of it, for a page of any other puzzle.
    page.keyboard.press("h")
    other = page_of("soma", link_of(page))
    other.locator("#title", has_text="Own board").wait_for()
    expect(other.locator(".label", has_text=re.compile("."))).to_have_text(["A", "B", "C"])
    reload(other)
    other.locator("#title", has_text="Own board").wait_for()


DROP = """([name, text]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], name));
    const event = { dataTransfer, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new DragEvent("drop", event));
}"""


def test_a_file_is_dropped_or_chosen_and_one_goes_back(page_of: PageOf, tmp_path: Path) -> None:
    text = FILES["shelf.toml"]
    page = page_of("dray")
    page.evaluate(DROP, ["x.toml", f"tittle = 'x'\n{text}"])
    page.locator("#notice", has_text="is not a key of a puzzle file").wait_for()
    expect(page.locator("#title")).not_to_have_text("x")
    page.evaluate(DROP, ["cat.non", "width 1\nheight 1\nrows\n1\ncolumns\n1\n"])
    page.locator("#notice", has_text="cannot play nonograms").wait_for()
    page.evaluate(DROP, ["mine.toml", "frame = '###'\n[pieces]\nI = '###'\n"])
    page.locator("#title", has_text="mine").wait_for()
    expect(page.locator(".place")).to_have_count(1)
    (tmp_path / "shelf.toml").write_text(text, encoding="utf-8")
    own_dialog(page)
    expect(page.locator("#own-text")).to_have_value(re.compile('^title = "mine"\nframe'))
    page.get_by_role("button", name="Play it").click()
    page.wait_for_selector("dialog.own", state="hidden")
    own_dialog(page)
    page.set_input_files("dialog.own input[type=file]", tmp_path / "shelf.toml")
    title = toml.read(text, "shelf").title
    page.locator("#title", has_text=title).wait_for()
    own_dialog(page)
    page.get_by_role("button", name="Back to").click()
    page.locator("#title", has_text=shipped.model("dray").title).wait_for()


def test_clues_are_typed_on_the_page_of_a_nonogram(page_of: PageOf) -> None:
    page = page_of("cat.non")
    own_dialog(page)
    page.locator("#own-rows-clues").fill("1\n2\n\n")
    page.locator("#own-columns-clues").fill("2\n1")
    page.get_by_role("button", name="Play it").last.click()
    page.locator("#title", has_text="Own board").wait_for()
    expect(page.locator("#g-grid [data-cell]")).to_have_count(4)
    own_dialog(page)
    page.get_by_role("button", name="Make a board").click()
    page.locator("#own-rows-clues").fill("1\nx")
    page.locator("#own-columns-clues").fill("1")
    page.get_by_role("button", name="Play it").last.click()
    expect(page.locator(".own-words")).to_have_text("Line 2 cannot be read.")


def test_a_calendar_is_typed_and_its_pieces_are_chosen(page_of: PageOf) -> None:
    model = shipped.model("dray")
    page = page_of("domino-2x3", stored={"calpuzzle:settings": '{"left": "count"}'})
    own_dialog(page)
    page.locator("#own-rows").fill("\n".join(tokens(model)))
    # Weeks begin on Monday; which label is which day is the same.
    groups = [f"{own.name}: {' '.join(own.labels)}" for own in model.groups[:2]]
    groups.append("weekday: Mon Tue Wed Thu Fri Sat Sun")
    expect(page.locator("#own-groups")).to_have_value(re.compile("\n".join(groups)))
    page.get_by_label("Pieces may be turned over").uncheck()
    for piece in model.pieces:
        page.locator("#own-family").select_option(str(len(piece.shape)))
        page.get_by_role("button", name=f"{piece.name}, one more").click()
    page.get_by_role("button", name="Play it").click()
    page.locator("#date-button", has_text="Friday 20 November").wait_for()
    count = cp.load("dray").count("Fri 20 Nov")
    page.locator("#left-answer", has_text=count_words(count)).wait_for()


TYPED = (
    ("", "The board has no cells."),
    ("# #", "The board has no cells."),
    (". .\n.", "All rows must have the same number of places: row 2 has 1, the first 2."),
    (". .\n\n. .\n. .", "The layers of the board do not all have the same number of rows."),
    ('A" A"', 'A" occurs twice.'),
    (". " * 5000, "That is too large for a page."),
    ("a\\n .\n. .", "Choose pieces."),
    ("\u0007 .", "Line 2 is not valid in a puzzle file."),
)


def test_what_is_typed_may_be_anything(page_of: PageOf) -> None:
    page = page_of("domino-2x3")
    own_dialog(page)
    for rows, said in TYPED:
        page.locator("#own-rows").fill(rows)
        expect(page.locator(".own-words")).to_have_text(said)
        expect(page.get_by_role("button", name="Play it")).to_be_disabled()
        page.get_by_role("button", name="Column +").click()
        page.get_by_role("button", name="Row −").click()
    page.locator("#own-rows").fill(". A\n. #")
    # It is kept, and the next visit begins with it.
    reload(page)
    own_dialog(page)
    expect(page.locator("#own-rows")).to_have_value(". A\n. #")


@pytest.mark.parametrize("lattice", ["hexagons", "triangles"])
def test_hexagons_and_triangles_are_made_too(page_of: PageOf, lattice: str) -> None:
    page = page_of("domino-2x3", stored={"calpuzzle:settings": '{"left": "count"}'})
    own_dialog(page)
    page.locator("#own-lattice").select_option(lattice)
    page.locator("#own-rows").fill(". . . .\n. . . .\n. . . #")
    page.locator("#own-family").select_option("3")
    page.get_by_role("button", name="Add each once").click()
    page.locator("#own-family").select_option("2")
    page.locator(".own-piece[aria-label*=more]").click()
    page.get_by_role("button", name="Show as a file").click()
    text = page.locator("#own-text").input_value()
    page.get_by_role("button", name="Play it").click()
    puzzle = cp.loads(text, name="own")
    page.locator("#title", has_text="Own board").wait_for()
    words = re.compile(f"^{count_words(puzzle.count())}")
    expect(page.locator("#left-answer")).to_have_text(words)


def test_what_is_wrong_with_groups_is_said_in_words_of_the_form(page_of: PageOf) -> None:
    page = page_of("domino-2x3")
    own_dialog(page)
    page.locator("#own-rows").fill("A B\nC D")
    groups = page.get_by_label(re.compile("name: A B C"))
    groups.fill("one: A B\none: C D")
    expect(page.locator(".own-words")).to_have_text("one occurs twice.")
    # What is said covers nothing of the field that is typed into.
    field, words = (own.bounding_box() for own in (groups, page.locator(".own-words")))
    assert field and words and field["y"] + field["height"] <= words["y"] + 1


def test_a_picture_that_is_dropped_is_no_puzzle(page_of: PageOf) -> None:
    page = page_of("domino-2x3")
    script = DROP.replace("[text]", "[new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])]")
    page.evaluate(script, ["picture.png", ""])
    expect(page.locator("#notice-text")).to_have_text(
        "That file is not text, so it is not a puzzle."
    )
