"""Docstrings of the public API: their sections match the signatures, and their examples run."""

from __future__ import annotations

import doctest
import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest

import calpuzzle as cp

SECTION = re.compile(r"^([A-Z]\w+)\n-+\n(.*?)(?=^[A-Z]\w+\n-+\n|\Z)", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"^(\*{0,2}\w+(?:, \w+)*) : ", re.MULTILINE)


def exported() -> Iterator[Any]:
    """Yield each exported function, class and public method, as a parameter with its name as id."""
    for name in vars(cp)["__all__"]:
        thing = getattr(cp, name)
        if not callable(thing):
            continue
        yield pytest.param(thing, id=name)
        for own in dir(thing) if inspect.isclass(thing) else ():
            member = inspect.getattr_static(thing, own)
            method = getattr(member, "__func__", member)
            public = not own.startswith("_") and inspect.isfunction(method)
            if public and (own in vars(thing) or method.__module__.startswith("calpuzzle.api")):
                yield pytest.param(method, id=f"{name}.{own}")


def sections(thing: Any) -> dict[str, str]:
    return dict(SECTION.findall(inspect.getdoc(thing) or ""))


def parameters(thing: Any) -> list[str]:
    """Return the names of the parameters of a function, or of the constructor of a class."""
    stars: dict[Any, str] = {
        inspect.Parameter.VAR_POSITIONAL: "*",
        inspect.Parameter.VAR_KEYWORD: "**",
    }
    return [
        stars.get(own.kind, "") + name
        for name, own in inspect.signature(thing).parameters.items()
        if name not in ("self", "cls")
    ]


@pytest.mark.parametrize("thing", [*exported()])
def test_docstring_sections_agree_with_the_signature(thing: Any) -> None:
    if inspect.isclass(thing) and issubclass(thing, Exception) and "__init__" not in vars(thing):
        assert inspect.getdoc(thing)
        return
    found = sections(thing)
    documented = ", ".join(NAME.findall(found.get("Parameters", ""))).split(", ")
    assert [name for name in documented if name] == parameters(thing)
    if inspect.isclass(thing):
        return
    returned = thing.__annotations__["return"]
    assert bool({"Returns", "Yields"} & {*found}) == (returned not in (None, "None"))
    assert "Examples" in found


@pytest.mark.parametrize("thing", [*exported()])
def test_docstring_examples_run(thing: Any) -> None:
    runner = doctest.DocTestRunner(verbose=False)
    text = inspect.getdoc(thing) or ""
    if thing in (cp.cut, cp.booklet):
        pytest.importorskip("shapely")
        pytest.importorskip("fpdf")
    example = doctest.DocTestParser().get_doctest(text, {"cp": cp}, str(thing), None, None)
    assert runner.run(example).failed == 0
