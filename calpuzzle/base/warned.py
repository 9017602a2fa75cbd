"""Warnings that point to a line of the caller's program, not of this package."""

from __future__ import annotations

import os
import sys
import warnings


class FormatWarning(UserWarning):
    """A warning that something in a file was not understood, or was ignored."""


_HERE = os.path.dirname(os.path.dirname(__file__)) + os.sep


def warn(message: str, category: type[Warning] = UserWarning) -> None:
    """Issue a warning that points to the innermost calling line outside this package. If there is
    none, it points to the outermost calling line."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_HERE):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, category, stacklevel=level)
