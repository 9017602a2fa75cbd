"""What a caller is told where an extra is missing, broken, or interrupted while it is loaded."""

from __future__ import annotations

import pytest

import calpuzzle as cp
from calpuzzle.base.errors import MissingExtraError
from calpuzzle.base.extras import importing


def test_a_missing_one():
    with (
        pytest.raises(MissingExtraError, match=r"it needs a pie, .* 'calpuzzle\[pie\]'; eat cake"),
        importing("no_such_module", "it", "a pie", "pie", "eat cake"),
    ):
        import no_such_module  # noqa: F401


def test_one_that_cannot_be_loaded():
    with (
        pytest.raises(cp.CannotDoError, match="it needs a pie, which cannot be loaded: burnt"),
        importing("json", "it", "a pie", "pie"),
    ):
        raise ImportError("burnt")


def test_ctrl_c_while_one_is_loaded():
    # ortools, for one, raises this where the signal comes while its core is initialized.
    with pytest.raises(KeyboardInterrupt), importing("json", "it", "a pie", "pie"):
        raise ImportError("initialization failed") from KeyboardInterrupt()
