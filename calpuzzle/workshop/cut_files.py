"""Cut files: this module checks the options, plans the parts of a puzzle, and returns the file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import ExitStack
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypedDict, Unpack

from calpuzzle.base.errors import InputError
from calpuzzle.base.extras import importing
from calpuzzle.base.given import check_kind, whole_number
from calpuzzle.base.wording import plural, unknown
from calpuzzle.draw.cells import printed_sides
from calpuzzle.draw.fonts import chosen
from calpuzzle.puzzle.lattices import SPHERES
from calpuzzle.puzzle.lowering import Lowered, check_puzzle
from calpuzzle.results.solution import Solution
from calpuzzle.workshop.cut_settings import LEGIBLE, kind_of, settings
from calpuzzle.workshop.naming import renamed

if TYPE_CHECKING:
    from calpuzzle.puzzle.model import Model
    from calpuzzle.workshop.cut_plan import Part
    from calpuzzle.workshop.nesting import Sheet

CutFormat = Literal["svg", "dxf", "pdf", "png", "scad", "stl", "3mf"]
Profile = Literal["laser", "printer", "paper"]

DEFAULT_PROFILES: dict[str, Profile] = {
    "svg": "laser",
    "dxf": "laser",
    "pdf": "paper",
    "png": "laser",
    "scad": "printer",
    "stl": "printer",
    "3mf": "printer",
}
"""The file types, each with its default profile."""

SOLID = ("scad", "stl", "3mf")
MAX_COPIES = 100
LETTERLESS = ("png", "stl", "3mf")
"""The file types that cannot contain text."""
NEEDS = {
    "dxf": ("ezdxf",),
    "stl": ("manifold3d",),
    "3mf": ("manifold3d",),
}
"""The additional packages of a file type; fpdf2 is checked for when a document is created."""


FLAT_SETTINGS = (
    "thickness", "base", "frame", "kerf", "line", "depth", "labels", "font", "language",
    "week_starts", "notch", "engrave"
)  # fmt: skip
"""The options that have no effect on solid puzzles. If names are engraved, `labels`, `font` and
`depth` are exceptions."""


class Measures(TypedDict, total=False):
    """The fields of calpuzzle.workshop.cut_settings.Settings, for type checkers."""

    cell: float
    thickness: float
    base: float
    frame: float
    kerf: float
    clearance: float
    radius: float
    line: float
    depth: float
    notch: float
    gap: float
    sheet: tuple[float, float]
    labels: Literal["outlines", "text", "none"]
    names: bool
    font: str
    engrave: Sequence[str]


def cut(
    puzzle: Lowered,
    form: CutFormat,
    *,
    profile: Profile | None = None,
    coupon: bool = False,
    language: str | None = None,
    week_starts: str | None = None,
    paper: str | None = None,
    copies: int = 1,
    solution: Solution | None = None,
    exploded: bool = False,
    **measures: Unpack[Measures],
) -> bytes:
    """Return a file from which the board and the pieces of a puzzle can be made.

    The same call returns the same bytes.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    form : {"svg", "dxf", "pdf", "png", "scad", "stl", "3mf"}
        The file type. Puzzles in space need one of the last three. So do pieces with two sides of
        different shapes; both shapes must have a full row of cells at an edge, and these
        rows must have the same length. ``"png"`` is a preview.
    profile : {"laser", "printer", "paper"}, optional
        The default dimensions. By default those of the file type.
    coupon : bool, default False
        Return a bar to test the clearance instead.
    language : str, optional
        The language of months and weekdays, such as ``"de"``.
    week_starts : str, optional
        The first day of the week, such as ``"Mon"``.
    paper : {"a4", "a3", "letter"}, optional
        The paper of a PDF, or of sheets of the profile ``"paper"``. By default A4.
    copies : int, default 1
        The number of copies of all parts.
    solution : Solution, optional
        For a solid puzzle, place the pieces as in this solution.
    exploded : bool, default False
        With `solution`, add each step of its disassembly.
    **measures : object
        Fields of `calpuzzle.workshop.cut_settings.Settings`, which override the profile. Lengths
        are in millimetres.

    Returns
    -------
    bytes

    Raises
    ------
    InputError
        If the puzzle cannot be cut, or the dimensions are impossible.
    CannotDoError
        If the solution does not come apart.
    MissingExtraError
        If the extra `workshop` is not installed.

    Examples
    --------
    >>> cp.cut(cp.load("dray"), "svg", cell=15.0, kerf=0.12)[:4]
    b'<svg'
    """
    names, placed = (language, week_starts), (solution, exploded)
    return cutting(puzzle, form, measures, profile, coupon, names, paper, copies, placed).data()


class Cutting(NamedTuple):
    """A job for a cutter or printer: the parts on their sheets, and the title of the file."""

    form: CutFormat
    title: str
    paper: str
    sheets: Sequence[Sheet]
    cell: float
    least: tuple[str, float] | None
    """The text with the smallest letters, and the height of its capitals in millimetres."""

    @property
    def warning(self) -> str:
        """Return a warning if letters are too small to be read, else an empty text."""
        enough = LEGIBLE[self.form in SOLID]
        if self.least is None or self.least[1] >= enough:
            return ""
        text, high = self.least
        cell = math.ceil(self.cell * enough / high)
        return (
            f"the letters of {text} are {high:.1f} mm high, and letters below {enough} mm are hard "
            f"to read; a cell of {cell} mm makes them large enough"
        )

    def data(self, number: int | None = None) -> bytes:
        """Return the file of all sheets, or of sheet `number` alone; sheets are numbered from 0."""
        chosen = self.sheets if number is None else self.sheets[number : number + 1]
        return _written(self.form, chosen, self.title, self.paper)

    def __str__(self) -> str:
        parts = [part for sheet in self.sheets for part in sheet.parts]
        width, height = (max(sheet[side] for sheet in self.sheets) for side in (0, 1))
        size = f"{plural(len(self.sheets), 'sheet')} of {width:.6g} x {height:.6g} mm"
        path = sum(part.outline.length for part in parts) / 1000
        cuts = "" if self.form in SOLID else f", {path:.1f} m of cutting"
        return f"{size}, {plural(len(parts), 'part')}{cuts}"


def cutting(
    puzzle: Lowered,
    form: CutFormat,
    measures: Measures,
    profile: Profile | None = None,
    coupon: bool = False,
    names: tuple[str | None, str | None] = (None, None),
    paper: str | None = None,
    copies: int = 1,
    assembled: tuple[Solution | None, bool] = (None, False),
) -> Cutting:
    """Return the job whose file `cut` returns; `cut` documents the arguments. `names` are
    `language` and `week_starts`; `assembled` are `solution` and `exploded`."""
    language, week_starts = names
    solution, exploded = assembled
    if whole_number(copies, "copies", 1) > MAX_COPIES:
        raise InputError(f"{copies} copies are more than {MAX_COPIES}, the maximum")
    check_puzzle(puzzle)
    check_kind(form, str, "form must be a type of file")
    if form not in DEFAULT_PROFILES:
        raise InputError(unknown("type of file", form, DEFAULT_PROFILES))
    profile = profile or DEFAULT_PROFILES[form]
    paged = profile == "paper" and "sheet" not in measures
    if paper is not None and form != "pdf" and not paged:
        if profile == "paper":
            raise InputError(f"paper {paper} and a sheet size exclude each other; omit one of them")
        raise InputError(
            f"paper {paper} applies only to a pdf or to the profile paper; "
            "give a sheet size instead"
        )
    if measures.get("labels") == "text" and form in LETTERLESS:
        raise InputError(
            f"{form.upper()} cannot contain text; write the labels as outlines, or omit them"
        )
    wanted = "engrave is a list of texts, addresses and names of SVG files"
    words: Any = measures.get("engrave", ())
    check_kind(words, (list, tuple), wanted)
    for word in words:
        check_kind(word, str, wanted)
    asked: dict[str, Any] = {**measures, "language": language, "week_starts": week_starts}
    if solution or exploded:
        _check_assembled(puzzle, solution, form, coupon, asked, copies)
    if idle := _options_without_effect(puzzle.model, asked, form, coupon):
        raise InputError(idle)
    paper = paper or "a4"
    model = renamed(puzzle.model, language, week_starts)
    with importing("shapely", "cutting", "shapely", "workshop"):
        from calpuzzle.workshop.nesting import sheets
    with importing("matplotlib", "cutting", "matplotlib", "workshop"):
        from calpuzzle.workshop import cut_plan
    # The coupon has square windows, whatever the puzzle.
    narrow = 1.0 if coupon else model.lattice.inner
    resolved = settings(profile, {**measures}, form in SOLID, narrow)
    resolved = resolved._replace(font=resolved.font and chosen(resolved.font))
    title = model.heading + (": fit test" if coupon else "")
    if solution:
        from calpuzzle.workshop.assembled import assembly_sheets

        made = assembly_sheets(solution, exploded, resolved)
        return Cutting(form, title, paper, made, resolved.cell, None)
    parts = cut_plan.coupon(resolved) if coupon else cut_plan.plan(model, resolved, form in SOLID)
    if paged:
        resolved = resolved._replace(sheet=_pages(parts, resolved.gap, paper))
    made = sheets(parts * copies, resolved.sheet, resolved.gap)
    flat = not coupon and model.board.dimensions == 2
    least = cut_plan.smallest(model, resolved) if flat else None
    return Cutting(form, title, paper, made, resolved.cell, least)


def check_solid(model: Model, form: str) -> None:
    """Raise InputError for a puzzle whose board is not in space, and for a file type without
    height."""
    if model.board.dimensions != 3:
        raise InputError(
            f"the board of {model.name} is flat, so it cannot be assembled; cut its pieces instead"
        )
    if form not in SOLID:
        raise InputError(f"an assembled solid can be written as {', '.join(SOLID)} only")


def _check_assembled(
    puzzle: Lowered,
    solution: Solution | None,
    form: str,
    coupon: bool,
    asked: dict[str, Any],
    copies: int,
) -> None:
    """Raise InputError if no solution is passed, if it is of another puzzle, or if the puzzle, the
    file type or another argument cannot be combined with a solution."""
    if solution is None:
        raise InputError("exploded needs a solution; give one")
    check_solid(puzzle.model, form)
    if solution.model != puzzle.model:
        raise InputError(f"the solution is of {solution.model.name}, not of {puzzle.model.name}")
    given = {"sheet": asked.get("sheet"), "copies": copies > 1, "coupon": coupon}
    if idle := [name for name, value in given.items() if value]:
        why = "an assembled solution is written once, on a sheet that fits it"
        raise InputError([f"{name} has no effect: {why}" for name in idle])


def _options_without_effect(
    model: Model, asked: dict[str, Any], form: str, coupon: bool
) -> list[str]:
    """Return the arguments that would have no effect, with the reason, one sentence each."""
    why: dict[str, str] = {}
    omitted = "it applies only to the {0}, and the {0} is omitted"
    if form not in SOLID:
        flat = f"{form.upper()} files are flat"
        why |= {"thickness": flat, "depth": flat}
        if asked.get("base"):
            why["base"] = f"{flat}; a base of 0 leaves it out"
    if asked.get("base") == 0:
        lines = ("line", "language", "week_starts")
        bare = not any(any(printed_sides(piece)[0].values()) for piece in model.pieces)
        bare_options = () if asked.get("names") or not bare else ("labels", "font")
        why |= dict.fromkeys((*lines, *bare_options), omitted.format("base"))
    if asked.get("labels") == "none":
        texts = ("names", "language", "week_starts")
        why |= dict.fromkeys((*texts, "font"), "no text is engraved without labels")
    if asked.get("labels") == "text":
        why["font"] = "the program that opens the file chooses the font"
    if any(kind_of(word) == "text" for word in asked.get("engrave", ())):
        why.pop("font", None)
    if asked.get("frame") == 0:
        why |= dict.fromkeys(("notch", "engrave"), omitted.format("frame"))
    if model.board.dimensions == 3 and not coupon:
        balls = model.lattice == SPHERES
        lettered = ("labels", "font", "depth") if asked.get("names") and not balls else ()
        plates = "it applies only to flat parts, and this puzzle is solid"
        why |= dict.fromkeys((option for option in FLAT_SETTINGS if option not in lettered), plates)
        if balls:
            why["names"] = "no name is engraved on balls"
    elif not coupon and len({len(piece.sides) for piece in model.pieces} | {1}) > 1:
        why |= {"names": "no name is engraved on pieces with two sides"}
    if coupon:
        why |= dict.fromkeys(
            ("base", "frame", "line", "names", "notch", "engrave", "language", "week_starts"),
            "a coupon is a bar with windows",
        )
    given = [name for name, value in asked.items() if value is not None and value is not False]
    return [f"{name} has no effect: {why[name]}" for name in given if name in why]


def _pages(parts: Sequence[Part], gap: float, paper: str) -> tuple[float, float]:
    """Return the size of the sheets: the room on one page, or more if the largest part needs more.
    A PDF spreads larger sheets over several pages."""
    from calpuzzle.workshop.pdf_file import room_of

    boxes = [part.outline.bounds for part in parts]
    # With a gap on both sides.
    needed = [max(box[k + 2] - box[k] for box in boxes) + 2 * gap for k in (0, 1)]
    width, height = room_of(paper)
    return max(width, needed[0]), max(height, needed[1])


def _written(form: str, placed: Sequence[Sheet], title: str, paper: str) -> bytes:
    """Return the file, from the module that writes its type."""
    with ExitStack() as stack:
        for package in NEEDS.get(form, ()):
            stack.enter_context(importing(package, form.upper(), package, "workshop"))
        # A module's name cannot begin with a digit.
        module = import_module(f"calpuzzle.workshop.{form.replace('3', 'three')}_file")
    written: bytes = module.file_bytes(placed, title, *([paper] if form == "pdf" else []))
    return written
