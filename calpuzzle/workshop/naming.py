"""Names of months and weekdays, for headings, and for boards in another language or with another
first weekday.

Boards have abbreviated names, but weekdays are in full if an abbreviation is also that of a month.
Languages other than English need Babel (the extra `languages`). A board whose weekdays begin with
another day is another puzzle, with other counts.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.base.extras import importing
from calpuzzle.base.given import check_kind
from calpuzzle.base.texts import FALLBACK, Texts, tag_of
from calpuzzle.base.wording import is_right_to_left, shown, unknown
from calpuzzle.puzzle.dates.labels import WEEKDAYS, week_start
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lattice import Cell, Lattice
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.shapes import normal

if TYPE_CHECKING:
    from babel.core import Locale


def renamed(model: Model, language: str | None = None, week_starts: str | None = None) -> Model:
    """Return the puzzle with its months and weekdays in a language (`de`, `pt_BR`), and with
    `week_starts` (`Mon` to `Sun`) as its first weekday. If the new language is read in the opposite
    direction, the puzzle is mirrored, which changes no count. Raise InputError for a puzzle that is
    not a calendar, for an unknown language or weekday, and for `week_starts` without weekdays."""
    if not language and not week_starts:
        return model
    if not model.is_calendar:
        raise InputError(f"{model.name} is not a calendar, so it has no names of months to change")
    if week_starts and week_starts not in WEEKDAYS:
        raise InputError(unknown("weekday", week_starts, WEEKDAYS))
    if week_starts and all(group.name != "weekday" for group in model.groups):
        raise InputError(f"{model.name} has no weekdays, so no day comes first")
    months, weekdays = distinct(language) if language else ((), ())
    first = WEEKDAYS.index(week_starts) if week_starts else week_start(model)
    new: dict[str, str] = {}
    groups = []
    for group in model.groups:
        labels = group.labels
        if group.name == "month" and months:
            labels = months
        elif group.name == "weekday":
            old = week_start(model)
            from_monday = weekdays or tuple(labels[(k - old) % 7] for k in range(7))
            labels = tuple(from_monday[(k + first) % 7] for k in range(7))
        new |= zip(group.labels, labels, strict=True)
        groups.append(Group(group.name, labels))
    board = model.board._replace(
        labels=tuple(new.get(label, label) for label in model.board.labels)
    )
    if any(group.name == "weekday" for group in groups):
        model = model._replace(week_starts=WEEKDAYS[first])
    found = model._replace(board=board, groups=tuple(groups))
    before, after = (_is_right_to_left(each) for each in (model, found))
    return mirrored(found) if before != after else found


def _is_right_to_left(model: Model) -> bool:
    """Return whether the names are in a script that is read from right to left."""
    return is_right_to_left("".join(label for group in model.groups for label in group.labels))


def mirrored(model: Model) -> Model:
    """Return the mirror image of a puzzle: its board and its pieces, left and right exchanged."""
    old = model.board
    cells, order = _mirrored(old.cells, model.lattice)
    board = old._replace(
        cells=cells,
        labels=tuple(old.labels[k] for k in order) if old.labels else (),
        colours=tuple(old.colours[k] for k in order) if old.colours else (),
        optional=frozenset(order.index(k) for k in old.optional),
    )
    pieces = tuple(_mirrored_piece(piece, model.lattice) for piece in model.pieces)
    return model._replace(board=board, pieces=pieces)


def _mirrored(cells: tuple[Cell, ...], lattice: Lattice) -> tuple[tuple[Cell, ...], list[int]]:
    """Return the mirror image of cells, sorted, and for each image the index of its original."""
    images = lattice.image(lattice.mirror(len(cells[0])), cells)
    assert images is not None  # on each lattice that can have labels, `mirror` maps cells to cells
    order = sorted(range(len(cells)), key=images.__getitem__)
    return normal(images, lattice), order


def _mirrored_piece(piece: Piece, lattice: Lattice) -> Piece:
    found = [_mirrored(side, lattice) for side in piece.sides]
    colours = [
        tuple(old[k] for k in order)
        for old, (_, order) in zip(piece.colours, found, strict=bool(piece.colours))
    ]
    return piece._replace(sides=tuple(side for side, _ in found), colours=tuple(colours))


class Names(NamedTuple):
    """The months, and the weekdays from Monday on."""

    months: tuple[str, ...]
    weekdays: tuple[str, ...]


ENGLISH = Names(
    (
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ),
    ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
)  # fmt: skip
SHORT_NAMES = Names(*(tuple(name[:3] for name in names) for names in ENGLISH))


def short(language: str | None = None) -> Names:
    """Return the abbreviated names: three letters in English, otherwise the abbreviations of Babel.
    Raise as `headings` does."""
    return _names(language, "abbreviated") if language else SHORT_NAMES


def distinct(language: str | None) -> Names:
    """Return the names for a board. They are abbreviated, but weekdays are in full if one of their
    abbreviations is also that of a month, as in Spanish (mar). Blanks, which separate the labels of
    a file, are replaced by hyphens."""
    names = short(language)
    weekdays = names.weekdays
    if {*weekdays} & {*names.months}:
        weekdays = headings(language).weekdays
    months, weekdays = (
        tuple("-".join(name.split()) for name in words) for words in (names.months, weekdays)
    )
    return Names(months, weekdays)


def headings(language: str | None = None) -> Names:
    """Return the names in full, in English or in a language that Babel knows. Raise InputError for
    an unknown one, and MissingExtraError without Babel."""
    return _names(language, "wide") if language else ENGLISH


def month_of(year: int, month: int, language: str | None = None) -> str:
    """Return a month and its year as text in a language: January 2027, 2027年1月. Raise as
    `headings` does."""
    if not language:
        return f"{ENGLISH.months[month - 1]} {year}"
    locale = _locale(language)
    from babel.dates import format_skeleton

    return format_skeleton("yMMMM", datetime.date(year, month, 1), locale=locale)


def usual_start(language: str | None) -> str:
    """Return the day on which the week starts, `Mon` to `Sun`, in the country that a language code
    names (`pt_BR`), or else in the country with the most speakers of the language. Without a
    language, return `Sun`, as for English. Raise as `headings` does."""
    if not language:
        return "Sun"
    locale = _locale(language)
    from babel.core import Locale, UnknownLocaleError, get_global

    likely = get_global("likely_subtags").get(str(locale), str(locale))
    try:
        return WEEKDAYS[Locale.parse(likely).first_week_day]
    except UnknownLocaleError:  # Babel has no data for the country that is likely for `no`
        return WEEKDAYS[locale.first_week_day]


def number_in(language: str | None, number: int) -> str:
    """Return a number as text, as a language writes it. Raise as `headings` does."""
    if tag := tag_of(language or FALLBACK):
        return Texts(tag).formatted(number)
    locale = _locale(language or FALLBACK)
    from babel.numbers import format_decimal

    return str(format_decimal(number, locale=locale))


def _names(language: str, form: str) -> Names:
    locale = _locale(language)
    months, days = (names["stand-alone"][form] for names in (locale.months, locale.days))
    return Names(
        tuple(str(months[k]).rstrip(".") for k in range(1, 13)),
        tuple(str(days[k]).rstrip(".") for k in range(7)),
    )


def _locale(language: str) -> Locale:
    check_kind(language, str, "a language must be a code such as de or pt_BR")
    with importing("babel", "names in another language", "babel", "languages"):
        from babel import localedata
        from babel.core import Locale, UnknownLocaleError
    # When Babel (2.18) resolves the data of a language, it modifies data that languages share.
    localedata._cache.clear()
    try:
        return Locale.parse(language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        raise InputError(
            f"{shown(language)} is not a known language; write its code, such as de or pt_BR"
        ) from None
