"""A solution by its number, found by counting what each option leaves: for engines that can only
count."""

from __future__ import annotations

from calpuzzle.engines import Engine, Run
from calpuzzle.puzzle.cover import Cover, Options


def stepped(engine: Engine, cover: Cover, laid: Options, index: int, run: Run) -> Options:
    """Return what completes the options `laid` of a flat board to the solution of that number, in
    lexicographic order. Raises IndexError where there are not so many."""
    chosen = laid
    covered = {item for k in chosen for item in cover.options[k]}
    for cell in range(cover.pieces, len(cover.primary)):
        if cell in covered:
            continue
        for k, option in enumerate(cover.options):
            if option[1] != cell or not covered.isdisjoint(option[1:]):
                continue
            number = engine.count(cover, (*chosen, k), run)
            if index < number:
                chosen = (*chosen, k)
                covered.update(option)
                break
            index -= number
        else:
            raise IndexError("there are not so many solutions")
    if index:
        raise IndexError("there are not so many solutions")
    return tuple(sorted({*chosen} - {*laid}))
