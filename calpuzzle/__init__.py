"""calpuzzle: every solution of every date of a calendar puzzle, and of any pieces in any frame.

>>> import calpuzzle as cp
>>> p = cp.load("dray")
>>> p.count("2022-01-01")
54

`load` returns a `Puzzle` (with `count`, `solve` and `counts`), a `Nonogram` or a `Cover`; `table`
returns a pandas table. Public names are imported at first use, so that a command does not load
what it does not need, and can react to Ctrl-C early. Type checkers read them in __init__.pyi.
"""

_MODULES = {
    "_version": ["__version__"],
    "api": ["load", "loads", "names"],
    "api.cover_handle": ["Cover"],
    "api.nonogram_handle": ["Nonogram"],
    "api.plots": ["heatmap"],
    "api.puzzle": ["Puzzle"],
    "api.solutions": ["Solutions"],
    "base.errors": ["CannotDoError", "DateError", "InputError", "PuzzleError"],
    "base.stop": ["StoppedError"],
    "base.warned": ["FormatWarning"],
    "nonogram.clues": ["Clues"],
    "puzzle.group": ["Group"],
    "puzzle.model": ["Board", "Model", "Piece", "board"],
    "results.solution": ["Solution"],
    "results.summary": ["compare"],
    "results.tables": ["table"],
    "workshop.booklet_pages": ["booklet"],
    "workshop.cut_files": ["cut"],
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}
__all__ = list(_MODULE_OF)


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
