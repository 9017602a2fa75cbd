"""calpuzzle: every solution of every date of a calendar puzzle, and of any pieces in any frame.

>>> import calpuzzle as cp
>>> p = cp.load("dray")
>>> p.count("2022-01-01")
54

`load` gives a `Puzzle`, with `count`, `solve` and `counts`, a `Nonogram` or a `Cover`; `table`
gives the pandas table. The public names stand in __init__.pyi, one line each, for readers, type
checkers and this module alike: they are imported at first use, so that a command does not load what
it does not need, and can answer Ctrl-C early.
"""

RENAMED = {"Griddler": "Nonogram"}
"""Public names that have changed: each works for one release more, with a DeprecationWarning."""


def _homes() -> dict[str, str]:
    """The module of each public name: lines such as `from calpuzzle.api import load as load`."""
    found = {}
    with open(__file__ + "i", encoding="utf-8") as stream:
        for line in stream:
            words = line.split()
            if words[:1] == ["from"]:
                found[words[-1]] = words[1]
    return found


def __getattr__(name: str) -> object:
    homes = _homes()
    if name == "__all__":
        return list(homes)
    if name in RENAMED:
        import warnings

        message = f"calpuzzle.{name} is now calpuzzle.{RENAMED[name]}"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        name = RENAMED[name]
    if name not in homes:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(homes[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_homes()})
