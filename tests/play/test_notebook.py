"""The widget for notebooks: its position, the page in its frame, and the example notebook."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import calpuzzle as cp
from calpuzzle.base.errors import DateError, InputError
from calpuzzle.play.joiner import ASSETS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Frame, Page

pytestmark = pytest.mark.long

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "play.ipynb"
PLACED = "J4@5,5:4 I4@3,6:2"

MISSING = """
import sys
sys.modules["anywidget"] = None
import calpuzzle as cp
try:
    cp.load("dray").play()
except cp.CannotDoError as error:
    print(error)
"""

TINY = """
<!DOCTYPE html><title>A page</title>
<script>
  const show = () => { document.title = location.hash; };
  addEventListener("hashchange", show);
  show();
</script>
"""

SHOWN = """
async ([source, page, position]) => {
    const home = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const { default: widget } = await import(home);
    const values = { page, position };
    const heard = new Map();
    window.saved = 0;
    window.model = {
        get: (name) => values[name],
        set: (name, value) => { values[name] = value; },
        save_changes: () => { window.saved += 1; },
        on: (name, call) => heard.set(name, call),
        off: (name) => heard.delete(name),
        told: (value) => { values.position = value; heard.get("change:position")?.(); },
        listeners: () => heard.size,
    };
    document.body.replaceChildren();
    window.leave = widget.render({ model: window.model, el: document.body });
}
"""


@pytest.fixture(autouse=True)
def with_anywidget() -> None:
    pytest.importorskip("anywidget", reason="anywidget is not installed")


def test_position_of_a_widget_contains_date_and_placements(dray: cp.Puzzle) -> None:
    puzzle = dray
    game = puzzle.play("Sat Jan 1", PLACED)
    assert game.position == "#puzzle=dray&date=Jan,1,Sat&with=J4@5,5:4+I4@3,6:2"
    assert (game.date, game.placed) == (("Jan", "1", "Sat"), PLACED)
    assert puzzle.count(game.date, game.placed) == 1
    game.position = puzzle.link("2026-11-20")
    assert (game.date, game.placed) == (("Nov", "20", "Fri"), "")
    game = puzzle.play()
    assert (game.position, game.date, game.placed) == ("#puzzle=dray", (), "")
    puzzle = cp.load("domino-2x3")
    assert puzzle.play().date == () and puzzle.play().page == puzzle.page()
    nonogram = cp.loads("1\n\n1\n", name="one.txt")
    assert nonogram.play().page == nonogram.page() and nonogram.play().position == ""
    with pytest.raises(InputError, match="sticks has only cell numbers"):
        cp.load("sticks").play()
    with pytest.raises(DateError, match="32 is not a label"):
        dray.play("Jan 32")
    with pytest.raises(InputError, match="there is no piece X"):
        dray.play("today", "X@1,1:1")


def test_error_names_the_extra_if_it_is_missing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", MISSING], capture_output=True, text=True, check=True
    )
    assert done.stdout == (
        "playing in a notebook needs anywidget, which is not installed: "
        "pip install 'calpuzzle[notebook]', or ./scripts/setup-env all in a clone\n"
    )


def test_example_notebook_runs() -> None:
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    notebook = nbformat.read(EXAMPLE, as_version=4)
    nbclient.NotebookClient(notebook, kernel_name="python3", timeout=120).execute()
    shown = [
        output["data"]
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if output.output_type == "execute_result"
    ]
    assert sum("application/vnd.jupyter.widget-view+json" in data for data in shown) == 2
    texts = [data["text/plain"] for data in shown]
    assert texts[1] == "(('Nov', '20', 'Fri'), '', 39)"
    assert texts[2].startswith("'#puzzle=dray&date=Nov,20,Fri&with=I4@")
    assert 0 < int(texts[3]) < 39
    assert texts[4] == "['#puzzle=dray&date=Nov,20,Fri']"


def test_example_notebook_is_stored_without_outputs() -> None:
    cells = json.loads(EXAMPLE.read_text(encoding="utf-8"))["cells"]
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in cells)


@pytest.fixture
def notebook(browser: Browser) -> Iterator[Page]:
    """Yield an empty page, in which tests render widgets."""
    page = browser.new_page()
    yield page
    page.close()


def framed(notebook: Page, page: str, position: str) -> Frame:
    """Render a widget with a page at a position, and return its frame."""
    source = (ASSETS / "widget.js").read_text(encoding="utf-8")
    notebook.evaluate(SHOWN, [source, page, position])
    notebook.wait_for_function("() => document.querySelector('iframe').contentDocument.title")
    return notebook.frames[-1]


def test_position_is_synchronised_between_page_and_python(notebook: Page) -> None:
    frame = framed(notebook, TINY, "#puzzle=x&date=1")
    assert frame.title() == "#puzzle=x&date=1"
    notebook.evaluate("() => window.model.told('#second')")
    frame.wait_for_function("() => document.title === '#second'")
    assert notebook.evaluate("() => window.saved") == 0
    moves = (
        "history.replaceState(null, '', '#moved')",
        "history.pushState(null, '', '#opened')",
        "location.hash = '#again'",
    )
    for saved, move in enumerate(moves, 1):
        frame.evaluate(move)
        place = move.split("'")[-2]
        notebook.wait_for_function("(at) => window.model.get('position') === at", arg=place)
        assert notebook.evaluate("() => window.saved") == saved
    # A closed widget has no listeners.
    notebook.evaluate("() => window.leave()")
    assert notebook.evaluate("() => window.model.listeners()") == 0


def test_puzzle_is_played_in_the_frame(notebook: Page) -> None:
    puzzle = cp.load("dray")
    # The page also works in a frame without an origin, where it cannot store anything.
    frame = framed(notebook, puzzle.page(), "#date=2026-11-20")
    position = puzzle.link("2026-11-20")
    notebook.wait_for_function("(link) => window.model.get('position') === link", arg=position)
    further = puzzle.link("2026-11-20", "J4@1,0:3 I4@2,6:2")
    notebook.evaluate("(link) => window.model.told(link)", further)
    frame.locator('[data-tool="reset"]:enabled').click()
    notebook.wait_for_function("(link) => window.model.get('position') === link", arg=position)
    frame.locator('[data-tool="undo"]:enabled').click()
    notebook.wait_for_function("(link) => window.model.get('position') === link", arg=further)
