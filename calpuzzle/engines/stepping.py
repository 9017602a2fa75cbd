"""Finding a solution by its number with an engine that can only count.

The solutions that contain each candidate option are counted in turn."""

from __future__ import annotations

from calpuzzle.engines import Engine, Run
from calpuzzle.puzzle.cover import Cover, Options


def nth_by_counting(engine: Engine, cover: Cover, placed: Options, index: int, run: Run) -> Options:
    """Return the options that complete `placed` to solution `index`.

    Solutions are numbered from 0 in lexicographic order. The Cover must be a flat board without
    optional cells. Raises IndexError if there are not that many solutions.
    """
    chosen = placed
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
            raise IndexError("there are fewer solutions")
    if index:
        raise IndexError("there are fewer solutions")
    return tuple(sorted({*chosen} - {*placed}))
