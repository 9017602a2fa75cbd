"""The sentences of hints and checks of a nonogram, in any language.

The facts are those of nonogram/hints.py and game/nonogram.py, the texts those of calpuzzle/lang.
Used by the command line; the page's implementation is play/assets/js/ui/nonogramadvice.js.
"""

from __future__ import annotations

from calpuzzle.base.texts import Texts, begun
from calpuzzle.game.nonogram import Verdict, verdict
from calpuzzle.nonogram.hints import Hint
from calpuzzle.nonogram.puzzle import Clues, Masks, line_text

NAMED = 3  # lines that a sentence names


def filled(clues: Clues, masks: Masks, found: Hint) -> Masks:
    """Return the cells with what a hint settles."""
    settled = {row * clues.width + column: 1 << colour for row, column, colour in found.settles}
    return [settled.get(cell, mask) for cell, mask in enumerate(masks)]


class NonogramWords:
    """The sentences on a nonogram, in one language."""

    def __init__(self, clues: Clues, texts: Texts) -> None:
        self.clues = clues
        self.texts = texts

    def look(self, found: Hint) -> str:
        """Return where to look."""
        say = self.texts.say
        if found.kind == "line":
            return say("nonogram.hint.line", line=f"{self._line(found.line)}: {self._clue(found)}")
        if found.kind == "probe":
            value = self._value(found.colour)
            return say("nonogram.hint.probe", cell=self._cell(found.cell), value=value)
        return say(f"nonogram.hint.{found.kind}")

    def why(self, found: Hint) -> str:
        """Return what is settled there and why, or that nothing is."""
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
        """Return the line of a hint, before it and after."""
        own = self.clues.cells_of(found.line)
        states = (masks, filled(self.clues, masks, found))
        before, after = (line_text(self.clues, (state[k] for k in own)) for state in states)
        return self.texts.say("command.line", before=before, after=after)

    def wrong(self, masks: Masks) -> str:
        """Return what is said of a grid that no solution agrees with."""
        found = verdict(self.clues, masks)
        first = "" if found.stands == "never" else f"{self.texts.say('nonogram.hint.wrong')} "
        return first + self.check(found)

    def check(self, said: Verdict) -> str:
        """Return how the grid stands, and how many cells of it are wrong."""
        cells = self.texts.say("nonogram.check.cells", n=len(said.wrong)) if said.wrong else ""
        return f"{self._stands(said)} {cells}".strip()

    def _stands(self, said: Verdict) -> str:
        say, number = self.texts.say, len(said.lines)
        if said.stands == "never":
            return say("nonogram.never")
        if said.stands != "lines":
            return say(f"nonogram.check.{said.stands}")
        if number > NAMED:
            return say("nonogram.check.many", n=number)
        names = self.texts.listed([self._line(line) for line in said.lines])
        return begun(say("nonogram.check.lines", n=number, lines=names))

    def _line(self, number: int) -> str:
        if number < self.clues.height:
            return self.texts.say("nonogram.row", row=number + 1)
        return self.texts.say("nonogram.column", column=number - self.clues.height + 1)

    def _clue(self, found: Hint) -> str:
        """The clue of a line, with colours where there are several."""
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
