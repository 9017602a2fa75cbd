"""Verifies a certificate of calpuzzle against a puzzle file; it shares nothing with calpuzzle.

    python check_certificate.py PUZZLE.toml CERTIFICATE

Prints the verified counts; ends with 1 where one is not proved, or the puzzle has no flat squares.
"""

import sys
import tomllib
import zlib
from collections.abc import Iterator
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

MOTIONS = {"move": (False, False), "turn": (True, False), "all": (True, True)}
PUZZLE = {"title", "source", "week_starts", "interchangeable", "colours", "groups", "pieces"}
PIECE = {"shape", "sides", "count", "min", "max", "colour", "name"}


def need(condition: object, fault: str) -> None:
    if not condition:
        raise ValueError(fault)


def drawn(text: str) -> dict[Any, str]:
    """The cells (row, column) of a drawing, each with its character."""
    rows = text.rstrip().lstrip("\n").splitlines()
    need(all(map(str.strip, rows)), "this checker knows no layers, apart by blank lines")
    return {(y, x): c for y, row in enumerate(rows) for x, c in enumerate(row) if c not in ". \t"}


def motions(table: Any, keys: set[str], usual: tuple[bool, bool]) -> tuple[bool, bool]:
    """What a table with these keys says that pieces may do: (turn, flip)."""
    unknown = table.keys() - keys - {"turn", "flip", "motions"}
    need(not unknown, f"this checker does not know what {' '.join(sorted(unknown))} means")
    turn, flip = MOTIONS.get(table.get("motions"), usual)
    return table.get("turn", turn), table.get("flip", flip)


def shown(sides: Any, may: tuple[bool, bool], colours: bool) -> frozenset[Any]:
    """All shapes that a piece can show: sorted (cell, colour), moved so that the first is 0, 0."""
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
    """A state is a number: a bit for each cell left, and above a field of bits for each class of
    pieces, how many are left. `full` is the whole board; `on` has the options of each cell: (cells,
    field, what it takes from a state); `fields` the field of each class, and its most at the end;
    `kept` the numbered states, each with its solutions, which are -1 until they are known."""

    def __init__(self, table: Any) -> None:
        usual = motions(table, PUZZLE | {"board", "frame"}, (True, True))
        rows = [line.split() for line in table.get("board", "").splitlines() if line.strip()]
        board = {(y, x): c for y, row in enumerate(rows) for x, c in enumerate(row) if c != "#"}
        board = board or drawn(table["frame"])
        number = {cell: k for k, cell in enumerate(sorted(board))}
        at = {label: number[cell] for cell, label in board.items()}
        groups = table.get("groups", {}).values()
        self.groups = [{label: at[label] for label in text.split()} for text in groups]
        free = {cell for cell, mark in board.items() if mark == "?" and not rows}
        colours = table.get("colours", False)
        self.optional = sum(1 << number[cell] for cell in free)
        marks = {cell: mark * colours * (cell not in free) for cell, mark in board.items()}
        classes: dict[Any, Any] = {}
        for name, value in table["pieces"].items():
            own = value if isinstance(value, dict) else {"shape": value}
            sides = [drawn(text) for text in own.get("sides") or [own["shape"]]]
            shapes = shown(sides, motions(own, PIECE, usual), colours)
            key = shapes if table.get("interchangeable", rows) else name
            least, most, _ = classes.get(key, (0, 0, shapes))
            least += own.get("min", 0 if "max" in own else own.get("count", 1))
            classes[key] = least, most + own.get("max", own.get("count", 1)), shapes
        self.board = self.full = (1 << len(board)) - 1
        self.on = [list[tuple[int, int, int]]() for _ in board]
        self.fields, self.kept, shift = list[Any](), list[Any](), len(board)
        for least, most, forms in classes.values():
            field = (1 << most.bit_length()) - 1 << shift
            self.fields.append((field, most - least << shift))
            self.full |= most << shift
            laid = [[((y + a, x + b), c) for (a, b), c in s] for s, (y, x) in product(forms, board)]
            fit = [way for way in laid if all(marks.get(cell) == c for cell, c in way)]
            for cells in sorted(sorted(number[cell] for cell, _ in way) for way in fit):
                for k in cells:
                    mask = sum(1 << cell for cell in cells)
                    self.on[k].append((mask, field, mask + (1 << shift)))
            shift += most.bit_length()

    def solutions(self, state: int, lines: Iterator[bytes]) -> int:
        """The solutions of a state, by the lines that follow."""
        if not state & self.board:
            return all(state & field <= most for field, most in self.fields)
        first, *words = next(lines, b"").split() or [b""]
        at = int(first[:4])
        need(state & self.board & 1 << at, f"the cell {at} is not to be covered")
        on, cell = self.on[at], 1 << at
        children = [state - take for mask, f, take in on if state & mask == mask and state & f]
        children += [state - cell] if self.optional & cell else []
        need(len(words) == len(children), f"the cell {at} has {len(children)} children here")
        total, coming = 0, []
        for word, child in zip(words, children, strict=True):
            if word in (b".", b":", b"!"):
                need((word == b"!") != (child & self.board > 0), "a board is full, or is not")
                coming.append((child, len(self.kept) if word == b":" else -1))
                self.kept += [(child, -1)] if word == b":" else []
            else:
                there, count = self.kept[int(word)]
                need(there == child and count >= 0, f"the state {int(word)} is another one")
                total += count
        for child, number in coming:
            total += (count := self.solutions(child, lines))
            if number >= 0:
                self.kept[number] = child, count
        return total

    def dates(self, lines: Iterator[bytes]) -> Iterator[tuple[int, list[str]]]:
        """Yield the solutions of each date, and its labels. Raises ValueError."""
        head = (next(lines, b"") + next(lines, b"")).decode().split()
        need(head[:-1] == ["calpuzzle", "certificate", "1", "dates"], "this is no such certificate")
        roots = set()
        for line in lines:
            mark, claimed, *labels = line.decode().split()
            need(mark == "=" and len(labels) == len(self.groups), "a date is expected")
            cells = [group[label] for group, label in zip(self.groups, labels, strict=True)]
            roots.add(root := self.full - sum(1 << k for k in cells))
            count = self.solutions(root, lines)
            need(str(count) == claimed, f"{' '.join(labels)} has {count} solutions, not {claimed}")
            yield count, labels
        need(head[-1] == str(len(roots)), f"there are {len(roots)} dates, not {head[-1]}")


if __name__ == "__main__":
    try:
        need(len(sys.argv) == 3, "usage: check_certificate.py PUZZLE.toml CERTIFICATE")
        puzzle = Puzzle(tomllib.loads(Path(sys.argv[1]).read_text("utf-8")))
        data = Path(sys.argv[2]).read_bytes()
        need(data[-13:] == b"end %08x\n" % zlib.crc32(data[:-13]), "the checksum is another one")
        for count, labels in puzzle.dates(BytesIO(data[:-13])):
            print(count, *labels)
    except (ValueError, LookupError, OSError) as fault:
        sys.exit(f"not verified: {fault}")
