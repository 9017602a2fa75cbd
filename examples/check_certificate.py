"""Verify a certificate of calpuzzle against a puzzle file. Shares no code with calpuzzle.

    python check_certificate.py PUZZLE.toml CERTIFICATE

Print the proved counts and exit with 0. Exit with 1 if the certificate does not prove them, and
with 2 if a file cannot be read or the puzzle file uses a feature that is not implemented here.

Why the counts are proved: A solution is a set of placements. Exactly one of them covers each cell;
at most one covers a cell `?`, and none covers an open label. At least `min` and at most `max`
pieces of each class are placed. A state is a set of cells to cover and, for each class, the number
of remaining pieces. Its solutions are the ways to complete it to a solution of the puzzle. Choose a
cell of the state: each completion either covers it by exactly one of the placements that fit, or,
if the cell is a `?`, leaves it empty. Each of these choices leads to a child, and the number of
solutions of the state is the sum over its children. A state without cells has one solution if all
remaining pieces may be left out, else none.

A line of the certificate only chooses the cell of a state. The children are derived here, from the
puzzle file. Each is resolved by the lines that follow, or by an equal state whose lines have all
been verified. A child has fewer cells than its parent, so no argument is circular. What must be
trusted is this file, Python, and Python's reader of TOML.
"""

import os
import sys
import tomllib
import zlib
from collections.abc import Iterator
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

MOTIONS = {"move": (False, False), "turn": (True, False), "all": (True, True)}
MOVES = {"turn": bool, "flip": bool, "motions": str}
PUZZLE = {"title": str, "source": str, "interchangeable": bool, "pieces": dict, **MOVES}
BOARD = {"board": str, "groups": dict, "week_starts": str, **PUZZLE}
FRAME = {"frame": str, "colours": bool, **PUZZLE}
BOUNDS = {"count": int, "min": int, "max": int}
TEXTS = {"shape": str, "colour": str, "name": str, "together": str}
PIECE = {"sides": list, **TEXTS, **BOUNDS, **MOVES}
MAX_CELLS = 500  # because each cell may add a call to Python's stack
MAX_PIECES = 1_000_000  # of one class


def need(condition: object, fault: str) -> None:
    if not condition:
        raise ValueError(fault)


def known(table: dict[str, Any], keys: dict[str, type]) -> dict[str, Any]:
    """Return the table if it has only these keys, with values of exactly these types."""
    for key, value in table.items():
        need(type(value) is keys.get(key), f"the key {key!a} is not implemented here, or its value")
    return table


def text(value: Any) -> str:
    """Return the value if it is a text in which all characters are visible, except blanks and line
    ends."""
    need(type(value) is str and value.replace("\n", "").isprintable(), f"no text: {value!a:.60}")
    return str(value)


def rows_of(drawing: Any) -> list[str]:
    rows = text(drawing).rstrip().lstrip("\n").split("\n")
    need(all(map(str.strip, rows)), "layers and empty rows are not implemented here")
    return rows


def drawn(drawing: Any) -> dict[Any, str]:
    """Return the cells (row, column) of a drawing, each with its character."""
    rows = enumerate(rows_of(drawing))
    cells = {(y, x): c for y, row in rows for x, c in enumerate(row) if c not in ". "}
    need(cells, "a drawing has no cells")
    return cells


def motions(table: dict[str, Any], usual: tuple[bool, bool]) -> tuple[bool, bool]:
    """Return whether a table lets pieces be (turned, flipped); `usual` has the default values."""
    need(not table.keys() & {"turn", "flip"} or "motions" not in table, "motions with turn or flip")
    need(table.get("motions", "all") in MOTIONS, "motions is not move, turn or all")
    turn, flip = MOTIONS.get(table.get("motions", ""), usual)
    return table.get("turn", turn), table.get("flip", flip)


def shown(sides: Any, may: tuple[bool, bool], colours: bool) -> frozenset[Any]:
    """Return all shapes of a piece, as sorted pairs (cell, colour); the first cell is at 0, 0."""
    found = set()
    for side in sides:
        for cells in [side, {(y, -x): c for (y, x), c in side.items()}][: 1 + may[1]]:
            for _ in range(4):
                cells = {(x, -y): c for (y, x), c in cells.items()} if may[0] else cells
                top, left = min(cells)
                shape = [((y - top, x - left), c * colours) for (y, x), c in cells.items()]
                found.add(tuple(sorted(shape)))
    return frozenset(found)


class Puzzle:
    """A puzzle, whose states are numbers.

    A state has a bit for each cell that is still to be covered. Above these bits it has a field for
    each class of pieces, with the number of remaining pieces. `board` has the bits of all cells,
    `optional` those of the cells `?`, and `full` is the state before any piece is placed. `on` has,
    for each cell, the options that cover it: (the bits of their cells, the field of the class, the
    number to subtract from a state). `fields` has the field of each class and its greatest value in
    a solution. `groups` maps the labels of each group to their cells. `numbers` maps the word of a
    cell to its number. `kept` maps the words of numbered states to (state, number of solutions);
    the number is -1 until it is known."""

    def __init__(self, table: dict[str, Any]) -> None:
        rows = [row.split() for row in rows_of(table["board"])] if "board" in table else []
        usual = motions(known(table, BOARD if rows else FRAME), (True, True))
        need("pieces" in table and (rows or "frame" in table), "no pieces, board or frame")
        need(len(set(map(len, rows))) < 2, "a row of the board has more tokens than another")
        board = {(y, x): c for y, row in enumerate(rows) for x, c in enumerate(row) if c != "#"}
        board = board if rows else drawn(table["frame"])
        number = {cell: k for k, cell in enumerate(sorted(board))}
        need(0 < len(board) <= MAX_CELLS, f"the board has no cells, or more than {MAX_CELLS}")
        at = {c: number[cell] for cell, c in board.items() if rows and c != "."}
        labelled = sum(c != "." for c in board.values())
        need(not rows or len(at) == labelled, "a label occurs twice on the board")
        groups = [text(labels).split() for labels in table.get("groups", {}).values()]
        labels = [label for group in groups for label in group]
        need(all(groups) and len({*labels}) == len(labels), "a group is empty or has a label twice")
        need(at.keys() >= {*labels}, "a group has a label that is not on the board")
        self.groups = [{label: at[label] for label in group} for group in groups]
        free = {cell for cell, mark in board.items() if mark == "?" and not rows}
        colours = table.get("colours", False)
        self.optional = sum(1 << number[cell] for cell in free)
        marks = {cell: mark * colours * (cell not in free) for cell, mark in board.items()}
        classes: dict[Any, Any] = {}
        for name, value in table["pieces"].items():
            own = known(value if type(value) is dict else {"shape": value}, PIECE)
            need(("shape" in own) != ("sides" in own), f"piece {name!a} has no shape, or two")
            need("count" not in own or not own.keys() & {"min", "max"}, "count with min or max")
            drawings = own.get("sides", [own.get("shape")])
            used = {c for drawing in drawings for c in text(drawing)}
            need(used <= {*"#.\n"} if rows else "?" not in used, f"{name!a} has other characters")
            least = own.get("min", 0 if "max" in own else own.get("count", 1))
            most = own.get("max", own.get("count", 1))
            need(drawings and 0 <= least <= most > 0, f"piece {name!a} has no side, or no count")
            shapes = shown(map(drawn, drawings), motions(own, usual), colours)
            key = shapes if table.get("interchangeable", rows) else name
            fewest, many, _ = classes.get(key, (0, 0, shapes))
            classes[key] = fewest + least, many + most, shapes
        need(classes, "there are no pieces")
        self.board = self.full = (1 << len(board)) - 1
        self.numbers = {b"%d" % k: k for k in number.values()}
        self.on = [list[tuple[int, int, int]]() for _ in board]
        self.fields, shift = list[tuple[int, int]](), len(board)
        for least, most, forms in classes.values():
            need(most <= MAX_PIECES, f"more than {MAX_PIECES} pieces are not implemented here")
            field = (1 << most.bit_length()) - 1 << shift
            self.fields.append((field, most - least << shift))
            self.full |= most << shift
            placed = [
                [((y + a, x + b), c) for (a, b), c in s] for s, (y, x) in product(forms, board)
            ]
            fit = [way for way in placed if all(marks.get(cell) == c for cell, c in way)]
            for cells in sorted(sorted(number[cell] for cell, _ in way) for way in fit):
                for k in cells:
                    mask = sum(1 << cell for cell in cells)
                    self.on[k].append((mask, field, mask + (1 << shift)))
            shift += most.bit_length()

    def solutions(self, state: int, lines: Iterator[bytes]) -> int:
        """Return the number of solutions of a state, as proved by the next `lines`."""
        if not state & self.board:
            return int(all(state & field <= most for field, most in self.fields))
        first, *words = next(lines, b"")[:-1].split(b" ")
        at = self.numbers.get(first, -1)
        need(at >= 0 and state >> at & 1, f"{first!a:.60} is no cell that is to be covered")
        on, cell = self.on[at], 1 << at
        children = [state - take for mask, f, take in on if state & mask == mask and state & f]
        children += [state - cell] if self.optional & cell else []
        need(len(words) == len(children), f"the cell {at} has {len(children)} children here")
        total, coming = 0, []
        for word, child in zip(words, children, strict=True):
            if word in (b".", b":", b"!"):
                need(
                    (word == b"!") != (child & self.board > 0),
                    "! must mark exactly the states without cells",
                )
                number = b"%d" % len(self.kept) if word == b":" else b""
                coming.append((child, number))
                if number:
                    self.kept[number] = child, -1
            else:
                there, count = self.kept.get(word, (-1, -1))
                need(there == child and count >= 0, f"{word!a:.60} is another state, or none")
                total += count
        for child, number in coming:
            total += (count := self.solutions(child, lines))
            if number:
                self.kept[number] = child, count
        return total

    def dates(self, data: bytes) -> list[tuple[int, list[str]]]:
        """Return the number of solutions and the labels of each date of a certificate."""
        need(data[-14:] == b"\nend %08x\n" % zlib.crc32(data[:-13]), "the checksum does not match")
        self.kept: dict[bytes, tuple[int, int]] = {}
        lines = iter(BytesIO(data[:-13]))
        need(next(lines) == b"calpuzzle certificate 1\n", "this is not such a certificate")
        number, found = next(lines, b""), dict[int, tuple[int, list[str]]]()
        for line in lines:
            mark, *words = line[:-1].decode().split(" ")
            need(mark == "=" and len(words) == 1 + len(self.groups), "a date is expected")
            claimed, *labels = words
            cells = [group.get(label) for group, label in zip(self.groups, labels, strict=True)]
            need(None not in cells, f"a group has no such label: {labels!a:.200}")
            root = self.full - sum(1 << k for k in cells if k is not None)
            need(root not in found, f"a date is repeated: {labels!a:.200}")
            found[root] = self.solutions(root, lines), labels
            need(str(found[root][0]) == claimed, f"{labels!a:.200} has {found[root][0]} solutions")
        need(found and number == b"dates %d\n" % len(found), f"there are {len(found)} dates")
        return list(found.values())


def main() -> int:
    try:
        need(len(sys.argv) == 3, "usage: check_certificate.py PUZZLE.toml CERTIFICATE")
        puzzle = Puzzle(tomllib.loads(Path(sys.argv[1]).read_bytes().decode()))
        data = Path(sys.argv[2]).read_bytes()
    except OSError as fault:
        print(f"refused: cannot read {fault.filename}: {fault.strerror}", file=sys.stderr)
        return 2
    except (ValueError, RecursionError) as fault:
        print(f"refused: {fault}", file=sys.stderr)
        return 2
    try:
        for count, labels in puzzle.dates(data):
            print(count, *labels, flush=True)
    except BrokenPipeError:  # the reader, such as `| head`, has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except ValueError as fault:
        print(f"not verified: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
