"""Properties tested by hypothesis: with few examples in the default run, and many in the slow
tests, which begin with the same few."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import update_wrapper
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given, seed, settings
from hypothesis.strategies import SearchStrategy


def sampled(
    few: int, many: int, **drawn: SearchStrategy[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a test what is drawn by these strategies, beside its fixtures."""
    slow = pytest.param(many, marks=pytest.mark.slow)

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        def each(examples: int, **fixtures: Any) -> None:
            @seed(crc32(test.__name__.encode()))
            @settings(max_examples=examples, derandomize=False, database=None)
            @given(**drawn)
            def property_of(**own: Any) -> None:
                test(**fixtures, **own)

            property_of()

        own = inspect.signature(test).parameters
        kept = [inspect.Parameter("examples", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
        kept += [parameter for name, parameter in own.items() if name not in drawn]
        found: Any = update_wrapper(each, test)
        found.__signature__ = inspect.Signature(kept)
        marked: Callable[..., None] = pytest.mark.parametrize("examples", [few, slow])(found)
        return marked

    return decorated
