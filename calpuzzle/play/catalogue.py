"""The shipped puzzles as a catalogue: their descriptions, searches by similarity and by pieces, and
a page with their pictures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations
from math import prod
from typing import NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import plural, shown
from calpuzzle.draw.board import WIDTH, puzzle_scene
from calpuzzle.draw.gallery import Card, cards_scene, page
from calpuzzle.draw.scene import Scene
from calpuzzle.formats import shipped
from calpuzzle.puzzle.dates.names import SHORTEST, languages, numbers
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lattice import LINES
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.polyominoes import polyominoes
from calpuzzle.puzzle.shapes import Shape, from_drawing, orientations
from calpuzzle.results.known import read

LETTERS = {piece.name: piece.shape for size in (3, 4, 5) for piece in polyominoes(size)}
"""The free polyominoes by their usual letters (Golomb's) and their size."""
OTHER_LETTERS = {"V3": "L3", "Z4": "S4", "J4": "L4", "J5": "L5", "S5": "N5", "Q5": "P5"}
"""Other letters in use, mostly for mirror images."""
GREEK = {1: "mono", 2: "do", 3: "tro", 4: "tetro", 5: "pento", 6: "hexo", 7: "hepto", 8: "octo"}
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
          "eleven", "twelve")  # fmt: skip
TITLE = "Which board is mine?"
PIECES_WIDTH = 336.0  # the width of the pieces if many boards are in one picture

PROPERTY = re.compile(
    r"\b(?P<high>[0-9]+) ?[x×] ?(?P<wide>[0-9]+)\b"
    rf"|(?P<number>[0-9]+|{'|'.join(NUMBER_WORDS[1:])}) (?P<kind>pieces?|\w+mino(?:es)?)\b"
    r"|(?P<groups>month(?:s)?(?:[ -]|, | and )days?\b)(?![ -]weekday|,? and weekday)"
    r"|[^\s,;]+"
)
"""One property in a search text."""

CongruenceKey = tuple[Shape, ...]
"""A key that is equal for congruent pieces."""


class CatalogueEntry(NamedTuple):
    """A shipped puzzle, its description, and its total number of solutions, if known."""

    model: Model
    words: str
    total: int | None

    def row(self) -> dict[str, str | int | None]:
        """Return the puzzle as a row of a table; a puzzle without groups has no dates."""
        model = self.model
        return {
            "name": model.name,
            "cells": len(model.board.cells),
            "pieces": sum(piece.most for piece in model.pieces),
            "dates": prod(model.shape) if model.groups else None,
            "solutions": self.total,
            "title": model.title,
            "words": self.words,
        }


def catalogue() -> list[CatalogueEntry]:
    """Return all shipped puzzles, the default one first."""
    known = read()
    found = []
    for name in shipped.names():
        model = shipped.model(name)
        total = known[name].total if name in known else None
        found.append(CatalogueEntry(model, in_words(model), total))
    return found


def in_words(model: Model) -> str:
    """Return a description of the board, the pieces and the positions of the labels."""
    board = model.board
    if board.bare:
        return f"{plural(len(board.cells), 'cell')}; {_number(len(model.pieces))} pieces"
    sizes = [max(axis) - min(axis) + 1 for axis in zip(*board.cells, strict=True)]
    if model.lattice != SQUARES:
        number = len(board.cells) - len(board.optional)
        head = f"{number} {model.lattice.name}"
    else:
        head = f"{'x'.join(map(str, sizes))}, {plural(len(board.cells), 'cell')}"
    parts = [head, pieces_in_words(model)]
    parts += [", ".join(_where(model, group) for group in model.groups)] * bool(model.groups)
    return "; ".join(parts)


def pieces_in_words(model: Model) -> str:
    """Return a description of the pieces, such as `two pentominoes (P, U) and a 2x3 block`."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for piece in model.pieces:
        words, letter = _piece_words(model, piece)
        kinds.setdefault(words, []).extend([letter] * piece.most)
    parts = []
    for (singular, plural_words), letters in kinds.items():
        named = f" ({', '.join(sorted(letters))})" if all(letters) else ""
        parts.append(
            (f"a {singular}" if len(letters) == 1 else f"{_number(len(letters))} {plural_words}")
            + named
        )
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def _piece_words(model: Model, piece: Piece) -> tuple[tuple[str, str], str]:
    """Return the singular and the plural of the words for a piece, and its usual letter or ""."""
    shape, flat = piece.shape, model.board.dimensions == 2
    if model.lattice.drawn == LINES:
        # Points that a stick passes through are cells too, but do not add to its length.
        shape = tuple(cell for cell in shape if sum(cell) % 2)
    size = len(shape)
    if model.lattice == SQUARES and flat:
        height, width = (1 + max(axis) for axis in zip(*shape, strict=True))
        if height * width == size > 4 and min(height, width) > 1:
            block = f"{min(height, width)}x{max(height, width)} block"
            return (block, f"{block}s"), ""
        if size in GREEK:
            letter = (
                "" if len(piece.sides) > 1 or piece.colours else _letters().get(_kind(shape), "")
            )
            return (f"{GREEK[size]}mino", f"{GREEK[size]}minoes"), letter
    many = "cubes" if model.lattice == SQUARES else model.lattice.name
    return (f"piece of {size} {many}", f"pieces of {size} {many}"), ""


@cache
def _letters() -> dict[CongruenceKey, str]:
    """Return the letters of free tetrominoes and pentominoes."""
    return {_kind(shape): name[0] for name, shape in LETTERS.items() if len(shape) > 3}


def _where(model: Model, group: Group) -> str:
    """Return a phrase with the number of rows or of columns that contain the labels of a group,
    whichever is smaller, such as `months in two rows`."""
    at, spots = model.board.at, model.lattice.spots(model.board.at.values())
    rows, columns = (len({spots[at[label]][k] for label in group.printed}) for k in (-2, -1))
    number, line = min((rows, "row"), (columns, "column"))
    many = f"{line}s" if number > 1 else line
    return f"{group.name}s in {_number(number)} {many}"


def _number(number: int) -> str:
    return NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else str(number)


def like(
    text: str, entries: Iterable[CatalogueEntry] | None = None
) -> list[tuple[CatalogueEntry, str]]:
    """Return the puzzles most similar to `text`, and what each matches, in words.

    `text` is either rows of a board as on a photo, separated by line ends, `/` or `|`, in any known
    language; or properties: a size such as 8x7, either way round, `month-day`, `weekday`, a number
    of pieces or of a kind of them (`8 pieces`, `seven pentominoes`), and words of the name, the
    title or the description. Raises InputError if nothing matches.
    """
    all_entries = list(entries or catalogue())
    rows = [[_meanings(word) for word in row.split()] for row in re.split(r"[\n/|]+", text)]
    rows = [row for row in rows if any(row)]
    labels = {
        label
        for entry in all_entries
        for row in _rows(entry.model)
        for meanings in row
        for label in meanings
    }
    words = [meanings for row in rows for meanings in row if meanings]
    read = sum(bool(meanings & labels) for meanings in words)
    drawn = (
        len(words) > 2
        and 2 * read > len(words)
        and all(any(meanings & labels for meanings in row) for row in rows)
    )
    found = [
        (_as_typed(entry, rows) if drawn else _described(entry, text), entry)
        for entry in all_entries
    ]
    most = max((hits for (hits, _), _ in found), default=0)
    if not most:
        raise InputError(
            f"no shipped puzzle is like {shown(text)}; try a size such as 8x7, weekday, "
            "7 pentominoes, or the rows of the board, separated by /"
        )
    return [(entry, how) for (hits, how), entry in found if hits == most]


def _meanings(word: str) -> frozenset[object]:
    """Return the word as a label, and the months and weekdays that it can name. Return an empty set
    for a word of punctuation only."""
    plain = word.casefold().strip(".,;:#-_")
    named = {
        (kind, number)
        for kind, letters in SHORTEST.items()
        for language in languages()
        for number in numbers(language, kind, plain, letters)
        if not (len(plain) == 1 and plain.isascii())  # X is a mark, not the tenth month
    }
    return frozenset({plain, *named}) if plain else frozenset()


@cache
def _rows(model: Model) -> list[list[frozenset[object]]]:
    """Return the meanings of the labels of the board, row by row."""
    rows: dict[int, list[tuple[int, str]]] = {}
    spots = model.lattice.spots(model.board.at.values())
    for label, cell in model.board.at.items():
        row, column = spots[cell][-2:]
        rows.setdefault(row, []).append((column, label))
    return [[_meanings(label) for _, label in sorted(rows[row])] for row in sorted(rows)]


def _as_typed(
    entry: CatalogueEntry, rows: Sequence[Sequence[frozenset[object]]]
) -> tuple[float, str]:
    """Return how well the typed rows match rows of the board, and a phrase with the number of rows
    that match. Whole rows count twice. A word that is not a label of the board matches any one
    label or none, and slightly lowers the result. A row is ignored if at least half of its words
    are not labels of the board."""
    board_rows = _rows(entry.model)
    known = {label for row in board_rows for meanings in row for label in meanings}
    hits, equal = 0.0, 0
    for row in rows:
        wild = sum(not meanings & known for meanings in row)
        if 2 * wild >= len(row):
            continue
        found = max((_matched(row, board_row, known) for board_row in board_rows), default=0)
        hits += found - wild / 100 if found else 0
        equal += found > 0
    return hits, f"{equal} of {plural(len(rows), 'row')} as typed"


def _matched(
    row: Sequence[frozenset[object]], board_row: Sequence[frozenset[object]], known: set[object]
) -> int:
    """Return 2 if a typed row is a whole row of a board, 1 if it is a part of one, else 0. A word
    that is not `known` on the board stands for one label or for none."""
    best = 0
    for start in range(len(board_row)):
        ends = {start}
        for meanings in row:
            stepped = {
                k + 1
                for k in ends
                if k < len(board_row) and (meanings & board_row[k] or not meanings & known)
            }
            ends = stepped if meanings & known else ends | stepped
        if ends:
            best = max(best, 1 + (start == 0 and len(board_row) in ends))
    return best


def _described(entry: CatalogueEntry, text: str) -> tuple[int, str]:
    """Return how many of the properties in `text` a puzzle has, and which."""
    has: list[str] = []
    lacks: list[str] = []
    for found in PROPERTY.finditer(text.casefold()):
        if found[0] not in ("a", "and", "of", "the", "with") and re.search(r"\w", found[0]):
            (has if _has(entry, found) else lacks).append(found[0])
    without = f", but not {', '.join(lacks)}" if lacks else ""
    return len(has), f"has {', '.join(has)}{without}"


def _has(entry: CatalogueEntry, wish: re.Match[str]) -> bool:
    model = entry.model
    names = {group.name for group in model.groups}
    text = f"{model.name} {model.title} {entry.words} {' '.join(names)}".casefold()
    if wish["high"]:
        sides = permutations((wish["high"], wish["wide"]))
        return any(re.search(rf"\b{a}x{b}\b", text) for a, b in sides)
    if wish["number"]:
        word = wish["number"]
        number = int(word) if word.isdecimal() else NUMBER_WORDS.index(word)
        counts = Counter(many for piece in model.pieces for many in _kind_names(model, piece))
        return (
            counts[re.sub("e?s$", "", wish["kind"]) if "mino" in wish["kind"] else "piece"]
            == number
        )
    if wish["groups"]:
        return names == {"month", "day"}
    return wish[0] in text


def _kind_names(model: Model, piece: Piece) -> list[str]:
    """Return the names under which a piece is counted, each once for every copy."""
    own_words = [] if model.board.bare else [_piece_words(model, piece)[0][0]]
    return ["piece", *own_words] * piece.most


def with_pieces(
    text: str, entries: Iterable[CatalogueEntry] | None = None
) -> list[tuple[CatalogueEntry, int]]:
    """Return the puzzles that share the most pieces with `text`, and the number of these pieces.
    Puzzles with the fewest other pieces come first. A piece is a letter and its size (`L4`, `U5`; a
    letter alone is a pentomino), a block (`2x3`), or a drawing with its rows separated by `|`:
    `##|#.`.

    Raises InputError for a word in any other form, and if no puzzle has any of the pieces.
    """
    wanted = Counter(_kind(_drawn(word)) for word in text.split())
    found = []
    for entry in entries or catalogue():
        present = Counter(_kinds(entry.model))
        found.append((sum((present & wanted).values()), sum(present.values()), entry))
    most = max((common for common, *_ in found), default=0)
    if not most:
        raise InputError(f"no shipped puzzle has a piece of {shown(text)}")
    best = sorted((each for each in found if each[0] == most), key=lambda each: each[1])
    return [(entry, common) for common, _, entry in best]


def _kinds(model: Model) -> Iterable[CongruenceKey]:
    flat = model.lattice == SQUARES and model.board.dimensions == 2 and not model.board.colours
    for piece in model.pieces if flat else ():
        for side in piece.sides[:1]:
            yield from [_kind(side)] * piece.most


def _kind(shape: Shape) -> CongruenceKey:
    return orientations(shape, True, True)


def _drawn(word: str) -> Shape:
    """Return the shape that a word names."""
    name = word.upper()
    name = name if len(name) > 1 else f"{name}5"
    name = OTHER_LETTERS.get(name, name)
    block = re.fullmatch("([1-9])[Xx]([1-9])", word)
    rows = [int(block[2]) * "#"] * int(block[1]) if block else word.split("|")
    drawn = from_drawing(rows) if not set("".join(rows)) - set("#.") else ()
    shape = LETTERS.get(name, drawn)
    if not shape:
        raise InputError(
            f"{shown(word)} is not a piece; write a letter and a size such as L4 or U5, a block "
            "such as 2x3, or a drawing such as '##|#.'"
        )
    return shape


def gallery(entries: Iterable[CatalogueEntry] | None = None) -> str:
    """Return an HTML page with the picture, the name and the description of each puzzle."""
    return page(TITLE, (_card(entry, WIDTH) for entry in entries or catalogue()))


def catalogue_scene(entries: Iterable[CatalogueEntry] | None = None) -> Scene:
    """Return one picture of the puzzles, each with its name, and its pieces below the board."""
    return cards_scene(TITLE, (_card(entry, PIECES_WIDTH) for entry in entries or catalogue()))


def _card(entry: CatalogueEntry, width: float) -> Card:
    """Return the card of a puzzle; its rows of pieces may be as wide as `width`."""
    model = entry.model
    known = "" if entry.total is None else f"{plural(entry.total, 'solution')} in all"
    about = [model.title, entry.words, known]
    return Card(model.name, tuple(filter(None, about)), puzzle_scene(model, width))
