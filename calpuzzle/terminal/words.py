"""Hints and checks of a nonogram in the words of the page, as js/nonogramadvice.js says them.

The facts are those of nonogram/hints.py and game/nonogram.py.
"""

from __future__ import annotations

from calpuzzle.game.nonogram import Verdict
from calpuzzle.nonogram.explain import ContradictionError
from calpuzzle.nonogram.hints import Hint, hint
from calpuzzle.nonogram.puzzle import Clues, Masks, clue_text
from calpuzzle.play.texts import Texts, listed

NAMED = 3  # lines that a sentence names


def hint_or_none(clues: Clues, masks: Masks) -> Hint | None:
    """The next step, or None where something that is filled in is wrong."""
    try:
        return hint(clues, masks)
    except ContradictionError:
        return None


class NonogramWords:
    """What is said of a nonogram, in one language."""

    def __init__(self, clues: Clues, texts: Texts) -> None:
        self.clues = clues
        self.texts = texts

    def look(self, found: Hint) -> str:
        """Where to look."""
        say = self.texts.say
        if found.kind == "line":
            clue = clue_text(self.clues, self.clues.line(found.line))
            return say("nonogram.hint.line", line=f"{self._line(found.line)}: {clue}")
        if found.kind == "probe":
            value = self._value(found.colour)
            return say("nonogram.hint.probe", cell=self._cell(found.cell), value=value)
        return say("nonogram.hint.search")

    def why(self, found: Hint) -> str:
        """What is settled there and why, or that nothing is."""
        say = self.texts.say
        if found.kind == "line":
            key = "nonogram.hint.only" if found.fillings == 1 else "nonogram.hint.all"
            line, count = _begun(self._line(found.line)), found.fillings
            return say(key, n=len(found.settles), count=count, line=line)
        settled = [
            say("nonogram.hint.cell", cell=self._cell(place), value=self._value(colour))
            for place, colour in self._settled(found)
        ]
        if found.kind == "probe":
            cell, value = self._cell(found.cell), self._value(found.colour)
            line = self._line(found.line)
            settled.insert(0, say("nonogram.hint.refuted", cell=cell, value=value, line=line))
        if settled:
            return " ".join(map(_begun, settled))
        if found.kind == "done":
            return say("nonogram.hint.done")
        key = "nonogram.hint.choice" if found.several else "nonogram.hint.stuck"
        return say(key, cell=_begun(self._cell(found.cell)))

    def check(self, said: Verdict) -> str:
        """How the grid stands."""
        say, number = self.texts.say, len(said.lines)
        if said.stands == "never":
            return say("nonogram.never")
        if said.stands != "lines":
            return say(f"nonogram.check.{said.stands}")
        if number > NAMED:
            return say("nonogram.check.many", n=number)
        names = listed(map(self._line, said.lines))
        return _begun(say("nonogram.check.lines", n=number, lines=names))

    def _settled(self, found: Hint) -> list[tuple[int, int]]:
        width = self.clues.width
        return [(row * width + column, colour) for row, column, colour in found.settles]

    def _line(self, number: int) -> str:
        if number < self.clues.height:
            return self.texts.say("nonogram.row", row=number + 1)
        return self.texts.say("nonogram.column", column=number - self.clues.height + 1)

    def _cell(self, cell: int) -> str:
        row, column = divmod(cell, self.clues.width)
        return self.texts.say("place.cell", row=row + 1, column=column + 1)

    def _value(self, colour: int) -> str:
        if colour == 0:
            return self.texts.say("nonogram.empty")
        several = self.clues.colours > 1
        return self.clues.palette[colour].name if several else self.texts.say("nonogram.filled")


def _begun(text: str) -> str:
    """A text as a sentence begins."""
    return text[:1].upper() + text[1:]
