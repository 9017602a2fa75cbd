"""The sentences of hints and checks of a nonogram, in any language.

nonogram/hints.py and game/nonogram.py compute the facts, and calpuzzle/lang has the texts. The
command line uses this module; the page has its own in js/ui/nonogramadvice.js.
"""

from __future__ import annotations

from calpuzzle.base.texts import Texts, begun
from calpuzzle.game.nonogram import Verdict, verdict
from calpuzzle.nonogram.hints import Hint
from calpuzzle.nonogram.puzzle import Clues, Masks, line_text

NAMED = 3  # lines that a sentence names


def filled(clues: Clues, masks: Masks, found: Hint) -> Masks:
    """Return the masks with the cells filled in that a hint settles."""
    settled = {row * clues.width + column: 1 << colour for row, column, colour in found.settles}
    return [settled.get(cell, mask) for cell, mask in enumerate(masks)]


class NonogramWords:
    """The sentences on a nonogram, in one language."""

    def __init__(self, clues: Clues, texts: Texts) -> None:
        self.clues = clues
        self.texts = texts

    def look(self, found: Hint) -> str:
        """Return the sentence on where to look."""
        say = self.texts.say
        if found.kind == "line":
            return say("nonogram.hint.line", line=f"{self._line(found.line)}: {self._clue(found)}")
        if found.kind == "probe":
            value = self._value(found.colour)
            return say("nonogram.hint.probe", cell=self._cell(found.cell), value=value)
        return say(f"nonogram.hint.{found.kind}")

    def why(self, found: Hint) -> str:
        """Return the sentence on which cell is settled and why, or that none is."""
        say = self.texts.say
        if found.kind == "line":
            key = "nonogram.hint.only" if found.fillings == 1 else "nonogram.hint.all"
            line, count = self._line(found.line), found.fillings
            return begun(say(key, n=len(found.settles), count=count, line=line))
        settled = ""
        if found.settles:
            row, column, colour = found.settles[0]
            cell, value = self._cell(row * self.clues.width + column), self._value(colour)
            settled = begun(say("nonogram.hint.cell", cell=cell, value=value))
        cell = self._cell(found.cell)
        if found.kind != "probe":
            return settled or begun(say(f"nonogram.hint.{found.kind}", cell=cell))
        value, line = self._value(found.colour), self._line(found.line)
        refuted = begun(say("nonogram.hint.refuted", cell=cell, value=value, line=line))
        return f"{refuted} {settled}".strip()

    def line(self, found: Hint, masks: Masks) -> str:
        """Return the drawing of a hint's line before and after the hint."""
        cells = self.clues.cells_of(found.line)
        states = (masks, filled(self.clues, masks, found))
        before, after = (line_text(self.clues, (state[k] for k in cells)) for state in states)
        return self.texts.say("command.line", before=before, after=after)

    def wrong(self, masks: Masks) -> str:
        """Return the sentences on a grid with which no solution agrees."""
        found = verdict(self.clues, masks)
        first = "" if found.stands == "never" else f"{self.texts.say('nonogram.hint.wrong')} "
        return first + self.check(found)

    def check(self, found: Verdict) -> str:
        """Return the sentences on the state of the grid and the number of wrong cells."""
        cells = self.texts.say("nonogram.check.cells", n=len(found.wrong)) if found.wrong else ""
        return f"{self._state(found)} {cells}".strip()

    def _state(self, found: Verdict) -> str:
        say, number = self.texts.say, len(found.lines)
        if found.stands == "never":
            return say("nonogram.never")
        if found.stands != "lines":
            return say(f"nonogram.check.{found.stands}")
        if number > NAMED:
            return say("nonogram.check.many", n=number)
        names = self.texts.listed([self._line(line) for line in found.lines])
        return begun(say("nonogram.check.lines", n=number, lines=names))

    def _line(self, number: int) -> str:
        if number < self.clues.height:
            return self.texts.say("nonogram.row", row=number + 1)
        return self.texts.say("nonogram.column", column=number - self.clues.height + 1)

    def _clue(self, found: Hint) -> str:
        """Return the clue of a hint's line, with the colours' names if there are several."""
        blocks = self.clues.line(found.line)
        if self.clues.colours == 1:
            return " ".join(str(length) for length, _ in blocks) or "0"
        names = (f"{length} {self.clues.palette[colour].name}" for length, colour in blocks)
        return ", ".join(names) or "0"

    def _cell(self, cell: int) -> str:
        row, column = divmod(cell, self.clues.width)
        return self.texts.say("place.cell", row=row + 1, column=column + 1)

    def _value(self, colour: int) -> str:
        if colour == 0:
            return self.texts.say("nonogram.empty")
        several = self.clues.colours > 1
        return self.clues.palette[colour].name if several else self.texts.say("nonogram.filled")
