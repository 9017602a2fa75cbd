"""Custom puzzles on the page: files are read as Python reads them, boards are made in a form, and
counts of solutions are compared with Python's."""

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


def count_words(count: int) -> str:
    if not count:
        return "no solution left"
    return f"{count:,} solution{'' if count == 1 else 's'} left"


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


def open_own_dialog(page: Page) -> None:
    page.locator(".top-button").nth(-2).click()
    page.get_by_role("button", name="A board of your own").click()


def test_board_is_made_counted_and_shared(page_of: PageOf) -> None:
    page = page_of("domino-2x3", stored={"calpuzzle:settings": '{"left": "count"}'})
    open_own_dialog(page)
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
    # The form was stored just before the page changed. If the browser lost it, the dialog shows
    # the file at once and has no such button.
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
    # The link contains the whole board, and works on the page of any other puzzle.
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


def test_dropped_and_chosen_files_open_and_can_be_left(page_of: PageOf, tmp_path: Path) -> None:
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
    open_own_dialog(page)
    expect(page.locator("#own-text")).to_have_value(re.compile('^title = "mine"\nframe'))
    page.get_by_role("button", name="Play it").click()
    page.wait_for_selector("dialog.own", state="hidden")
    open_own_dialog(page)
    page.set_input_files("dialog.own input[type=file]", tmp_path / "shelf.toml")
    title = toml.read(text, "shelf").title
    page.locator("#title", has_text=title).wait_for()
    open_own_dialog(page)
    page.get_by_role("button", name="Back to").click()
    page.locator("#title", has_text=shipped.model("dray").title).wait_for()


def test_clues_are_typed_on_the_page_of_a_nonogram(page_of: PageOf) -> None:
    page = page_of("cat.non")
    open_own_dialog(page)
    page.locator("#own-rows-clues").fill("1\n2\n\n")
    page.locator("#own-columns-clues").fill("2\n1")
    page.get_by_role("button", name="Play it").last.click()
    page.locator("#title", has_text="Own board").wait_for()
    expect(page.locator("#g-grid [data-cell]")).to_have_count(4)
    open_own_dialog(page)
    page.get_by_role("button", name="Make a board").click()
    page.locator("#own-rows-clues").fill("1\nx")
    page.locator("#own-columns-clues").fill("1")
    page.get_by_role("button", name="Play it").last.click()
    expect(page.locator(".own-words")).to_have_text("Line 2 cannot be read.")


def test_calendar_is_typed_and_its_pieces_are_chosen(page_of: PageOf) -> None:
    model = shipped.model("dray")
    page = page_of("domino-2x3", stored={"calpuzzle:settings": '{"left": "count"}'})
    open_own_dialog(page)
    page.locator("#own-rows").fill("\n".join(tokens(model)))
    # The form starts the week on Monday, but each label means the same day.
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


def test_invalid_rows_are_reported_and_valid_ones_stored(page_of: PageOf) -> None:
    page = page_of("domino-2x3")
    open_own_dialog(page)
    for rows, message in TYPED:
        page.locator("#own-rows").fill(rows)
        expect(page.locator(".own-words")).to_have_text(message)
        expect(page.get_by_role("button", name="Play it")).to_be_disabled()
        page.get_by_role("button", name="Column +").click()
        page.get_by_role("button", name="Row −").click()
    page.locator("#own-rows").fill(". A\n. #")
    # The rows are stored, and the next visit begins with them.
    reload(page)
    open_own_dialog(page)
    expect(page.locator("#own-rows")).to_have_value(". A\n. #")


def test_focus_stays_on_the_control_that_was_pressed(page_of: PageOf) -> None:
    page = page_of("domino-2x3")
    open_own_dialog(page)
    page.get_by_role("button", name="F5, one more").focus()
    for times in (1, 2):
        page.keyboard.press("Enter")
        pressed = page.get_by_role("button", name=f"F5 ×{times}, one more")
        expect(pressed).to_be_focused()
    for name in ("Row +", "Add each once"):
        page.get_by_role("button", name=name).focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=name)).to_be_focused()
    chosen = page.get_by_role("button", name=re.compile("^F5 ×3, one less"))
    chosen.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^F5 ×2, one less"))).to_be_focused()
    flip = page.get_by_label("Pieces may be turned over")
    flip.focus()
    page.keyboard.press("Space")
    expect(flip).to_be_focused()


@pytest.mark.parametrize("lattice", ["hexagons", "triangles"])
def test_boards_of_hexagons_and_triangles_are_made(page_of: PageOf, lattice: str) -> None:
    page = page_of("domino-2x3", stored={"calpuzzle:settings": '{"left": "count"}'})
    open_own_dialog(page)
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


def test_random_pieces_are_offered_only_without_groups(page_of: PageOf) -> None:
    page = page_of("domino-2x3")
    open_own_dialog(page)
    at_random = page.get_by_role("button", name="At random")
    expect(at_random).to_be_visible()
    page.locator("#own-rows").fill("A B\nC D")
    groups = page.get_by_label(re.compile("name: A B C"))
    groups.fill("one: A B")
    expect(at_random).to_be_hidden()
    groups.fill("")
    expect(at_random).to_be_visible()


def test_faults_in_groups_are_reported_below_the_field(page_of: PageOf) -> None:
    page = page_of("domino-2x3")
    open_own_dialog(page)
    page.locator("#own-rows").fill("A B\nC D")
    groups = page.get_by_label(re.compile("name: A B C"))
    groups.fill("one: A B\none: C D")
    expect(page.locator(".own-words")).to_have_text("one occurs twice.")
    # The message does not cover the field.
    field, words = (own.bounding_box() for own in (groups, page.locator(".own-words")))
    assert field and words and field["y"] + field["height"] <= words["y"] + 1


def test_dropped_picture_is_rejected(page_of: PageOf) -> None:
    page = page_of("domino-2x3")
    script = DROP.replace("[text]", "[new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])]")
    page.evaluate(script, ["picture.png", ""])
    expect(page.locator("#notice-text")).to_have_text(
        "That file is not text, so it is not a puzzle."
    )
