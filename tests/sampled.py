"""Properties that Hypothesis tests: with few examples in the default run, and with many in the slow
tests, which begin with the same examples."""

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
    """Return a decorator that passes drawn values to a test, in addition to its fixtures."""
    slow = pytest.param(many, marks=pytest.mark.slow)

    def decorator(test: Callable[..., None]) -> Callable[..., None]:
        def run_property(examples: int, **fixtures: Any) -> None:
            @seed(crc32(test.__name__.encode()))
            @settings(max_examples=examples, derandomize=False, database=None)
            @given(**drawn)
            def check(**own: Any) -> None:
                test(**fixtures, **own)

            check()

        own = inspect.signature(test).parameters
        parameters = [inspect.Parameter("examples", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
        parameters += [parameter for name, parameter in own.items() if name not in drawn]
        wrapped: Any = update_wrapper(run_property, test)
        wrapped.__signature__ = inspect.Signature(parameters)
        marked: Callable[..., None] = pytest.mark.parametrize("examples", [few, slow])(wrapped)
        return marked

    return decorator
