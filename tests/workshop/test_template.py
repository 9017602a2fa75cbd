"""Templates of new calendars, in several sizes and languages."""

from __future__ import annotations

import pytest
from shipped import model as shipped

from calpuzzle.base.errors import InputError
from calpuzzle.formats import toml
from calpuzzle.puzzle.balance import imbalances, impossible_instances
from calpuzzle.puzzle.dates.parsing import labels_of
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.workshop.template import template, template_text

# Labels of unknown meaning are interpreted by their position, with a warning.
pytestmark = [
    pytest.mark.filterwarnings("ignore:the meaning of th(is|ese) "),
    pytest.mark.filterwarnings("ignore:labels moved so that more dates can be solved"),
]


def read_back(model: Model) -> Model:
    text = template_text(model)
    found = toml.read(text, f"{model.name}.toml")
    assert found == model and imbalances(Lowering(found)) == []
    return found


@pytest.mark.parametrize(
    ("size", "week", "like"),
    [
        ("7x7", None, "month-day-7x7"),
        ("8x7", "Sun", "weekday-8x7"),
        ("8x7", "Mon", "weekday-8x7-monday"),
    ],
)
def test_usual_templates_equal_the_shipped_boards(size: str, week: str | None, like: str) -> None:
    model = read_back(template(size, week is not None, week_starts=week))
    assert (model.board, model.groups) == (shipped(like).board, shipped(like).groups)
    assert model.pieces == shipped(like).pieces


@pytest.mark.parametrize("size", ["7x7", "6x9", "4x12", "6x8", "8x6", "11x4", "15x3"])
def test_template_accepts_any_size_that_fits_the_labels(size: str) -> None:
    columns = int(size.partition("x")[2])
    model = read_back(template(size))
    assert len(model.board.cells) == 43 and model.board.width == columns
    assert f"{model.board.height}x{columns}" == size


@pytest.mark.parametrize("size", ["7x8", "7x9", "6x10"])
def test_no_date_leaves_a_cell_that_no_piece_covers(size: str) -> None:
    assert impossible_instances(Lowering(read_back(template(size, True)))) == []


def test_template_has_labels_in_the_given_language() -> None:
    model = read_back(template("8x7", True, "de", "Mon"))
    assert model.groups[2].labels == ("Mo", "Di", "Mi", "Do", "Fr", "Sa", "So")
    assert model.groups[0].labels[2] == "Mär"
    assert labels_of(model, "2026-11-20") == ("Nov", "20", "Fr")
    # A month and a weekday with the same abbreviation, and names of several words.
    model = read_back(template("8x7", True, "es"))
    assert "mar" in model.groups[0].labels and "martes" in model.groups[2].labels
    model = read_back(template("8x7", True, "vi"))
    assert labels_of(model, "2026-11-20")[1] == "20"
    # Babel has no data for the country that is most likely for "no".
    assert read_back(template("8x7", True, "no")).groups[2].labels[0] == "man"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("8by7",), "'8by7' is not the size of a board; write rows x columns, such as 8x7"),
        (("9x7",), "43 labels, without weekdays, in 7 columns take 7 rows, not 9; use 7x7"),
        (("7x7", True), "50 labels, with weekdays, in 7 columns take 8 rows, not 7; use 8x7"),
        (("7x7", False, None, "Mon"), "without weekdays no day comes first"),
        (("8x7", True, None, "Mo"), "there is no weekday Mo"),
        (("8x7", True, "xx"), "'xx' is not a known language"),
        (
            ("8x7", True, None, None, "cubes"),
            "there is no lattice cubes; there are hexagons, squares, triangles$",
        ),
    ],
)
def test_invalid_arguments_are_rejected(words: tuple[str, bool, str | None], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        template(*words)
