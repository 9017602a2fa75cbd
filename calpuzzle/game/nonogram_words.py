"""The sentences of hints and checks of a nonogram, in any language.

nonogram/nonogram_hints.py and game/nonogram_game.py compute the facts, and calpuzzle/lang has the
texts. The command line uses this module; the page has its own in js/ui/nonogramadvice.js."""

from __future__ import annotations

from calpuzzle.base.texts import Texts, capitalised
from calpuzzle.game.nonogram_game import Verdict, verdict
from calpuzzle.nonogram.clues import Clues, Masks, line_text
from calpuzzle.nonogram.nonogram_hints import NonogramHint

NAMED = 3  # a sentence names at most this many lines; for more, it states only their number


def filled(clues: Clues, masks: Masks, found: NonogramHint) -> Masks:
    """Return the masks after the cells that a hint settles are filled in."""
    settled = {row * clues.width + column: 1 << colour for row, column, colour in found.settles}
    return [settled.get(cell, mask) for cell, mask in enumerate(masks)]


class NonogramWords:
    """The sentences about a nonogram, in one language."""

    def __init__(self, clues: Clues, texts: Texts) -> None:
        self.clues = clues
        self.texts = texts

    def look(self, found: NonogramHint) -> str:
        """Return the sentence that states where to look."""
        translate = self.texts.translate
        if found.kind == "line":
            return translate(
                "nonogram.hint.line", line=f"{self._line(found.line)}: {self._clue(found)}"
            )
        if found.kind == "probe":
            value = self._value(found.colour)
            return translate("nonogram.hint.probe", cell=self._cell(found.cell), value=value)
        return translate(f"nonogram.hint.{found.kind}")

    def why(self, found: NonogramHint) -> str:
        """Return the sentences on what the hint settles or refutes, or why it settles nothing."""
        translate = self.texts.translate
        if found.kind == "line":
            key = "nonogram.hint.only" if found.fillings == 1 else "nonogram.hint.all"
            line, count = self._line(found.line), found.fillings
            return capitalised(translate(key, n=len(found.settles), count=count, line=line))
        settled = ""
        if found.settles:
            row, column, colour = found.settles[0]
            cell, value = self._cell(row * self.clues.width + column), self._value(colour)
            settled = capitalised(translate("nonogram.hint.cell", cell=cell, value=value))
        cell = self._cell(found.cell)
        if found.kind != "probe":
            return settled or capitalised(translate(f"nonogram.hint.{found.kind}", cell=cell))
        value, line = self._value(found.colour), self._line(found.line)
        refuted = capitalised(translate("nonogram.hint.refuted", cell=cell, value=value, line=line))
        return f"{refuted} {settled}".strip()

    def line(self, found: NonogramHint, masks: Masks) -> str:
        """Return the drawing of a hint's line before and after the hint."""
        cells = self.clues.cells_of(found.line)
        states = (masks, filled(self.clues, masks, found))
        before, after = (line_text(self.clues, (state[k] for k in cells)) for state in states)
        return self.texts.translate("command.line", before=before, after=after)

    def wrong(self, masks: Masks) -> str:
        """Return the sentences about a grid that agrees with no solution."""
        found = verdict(self.clues, masks)
        first = "" if found.state == "never" else f"{self.texts.translate('nonogram.hint.wrong')} "
        return first + self.check(found)

    def check(self, found: Verdict) -> str:
        """Return the sentences about the state of the grid and the number of wrong cells."""
        cells = (
            self.texts.translate("nonogram.check.cells", n=len(found.wrong)) if found.wrong else ""
        )
        return f"{self._state(found)} {cells}".strip()

    def _state(self, found: Verdict) -> str:
        translate, number = self.texts.translate, len(found.lines)
        if found.state == "never":
            return translate("nonogram.never")
        if found.state != "lines":
            return translate(f"nonogram.check.{found.state}")
        if number > NAMED:
            return translate("nonogram.check.many", n=number)
        names = self.texts.listed([self._line(line) for line in found.lines])
        return capitalised(translate("nonogram.check.lines", n=number, lines=names))

    def _line(self, number: int) -> str:
        if number < self.clues.height:
            return self.texts.translate("nonogram.row", row=number + 1)
        return self.texts.translate("nonogram.column", column=number - self.clues.height + 1)

    def _clue(self, found: NonogramHint) -> str:
        """Return the clue of a hint's line, with the colours' names if there are several."""
        blocks = self.clues.line(found.line)
        if self.clues.colours == 1:
            return " ".join(str(length) for length, _ in blocks) or "0"
        names = (f"{length} {self.clues.palette[colour].name}" for length, colour in blocks)
        return ", ".join(names) or "0"

    def _cell(self, cell: int) -> str:
        row, column = divmod(cell, self.clues.width)
        return self.texts.translate("place.cell", row=row + 1, column=column + 1)

    def _value(self, colour: int) -> str:
        if colour == 0:
            return self.texts.translate("nonogram.empty")
        several = self.clues.colours > 1
        return (
            self.clues.palette[colour].name if several else self.texts.translate("nonogram.filled")
        )
