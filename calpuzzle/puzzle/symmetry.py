"""The symmetries of a fitting puzzle, and which solutions are the same up to them.

A symmetry is a motion of the frame onto itself, with its colours and its optional locations, that
maps the ways of each piece onto the ways of a piece (the same, or one that it changes places
with, as the two chiral pieces of the Soma cube under a mirror). Of solutions that are the same up
to symmetry, the one kept is the least as a tuple of option numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.fit.geometry import Matrix, Point, moved, signed_permutations
from calpuzzle.fit.lower import Lowered
from calpuzzle.fit.model import Fitting, Way
from calpuzzle.base.text import plural

MAX_DIMENSIONS = 5
Options = tuple[int, ...]


class Symmetry(NamedTuple):
    """`options[k]` is the option that option k becomes; `mirror` whether it is a mirror image."""

    options: tuple[int, ...]
    mirror: bool


def symmetries(puzzle: Fitting, lowered: Lowered, mirrors: bool = True) -> tuple[Symmetry, ...]:
    """All symmetries, the identity first; without `mirrors` only those that a turn can do.

    Raises InputError where the puzzle has no points, or too many dimensions.
    """
    points = [location.point for location in puzzle.locations]
    known = [point for point in points if point is not None]
    if len(known) < len(points):
        raise InputError(
            f"{puzzle.name} has no coordinates, so that its symmetries are not known; "
            "leave --unique out"
        )
    if not known:
        return (Symmetry(tuple(range(len(lowered.options))), False),)
    if len(known[0]) > MAX_DIMENSIONS:
        raise InputError(f"--unique handles frames of up to {MAX_DIMENSIONS} dimensions")
    number = {option: k for k, option in enumerate(lowered.options)}
    found: dict[tuple[int, ...], bool] = {}
    for matrix, sign in sorted(
        signed_permutations(len(known[0])), key=lambda entry: (entry[1] < 0, entry[0])
    ):
        if sign < 0 and not mirrors:
            continue
        places = _places(puzzle, known, matrix)
        options = _options(puzzle, lowered, number, places) if places else None
        if options is not None:
            found.setdefault(options, sign < 0)
    identity = tuple(range(len(lowered.options)))
    ordered = sorted(found.items(), key=lambda entry: (entry[0] != identity, entry[1]))
    return tuple(Symmetry(options, mirror) for options, mirror in ordered)


def _places(puzzle: Fitting, points: list[Point], matrix: Matrix) -> list[int] | None:
    """Where the motion takes each location, or None where the frame is not mapped onto itself."""
    images = [moved(matrix, point) for point in points]
    axes = range(len(points[0]))
    shift = [min(p[k] for p in points) - min(p[k] for p in images) for k in axes]
    number = {point: k for k, point in enumerate(points)}
    places = []
    for location, image in zip(puzzle.locations, images, strict=True):
        at = number.get(tuple(x + d for x, d in zip(image, shift, strict=True)))
        if at is None or puzzle.locations[at]._replace(point=None) != location._replace(point=None):
            return None
        places.append(at)
    return places


def _options(
    puzzle: Fitting,
    lowered: Lowered,
    number: dict[tuple[int, Way], int],
    places: list[int],
) -> tuple[int, ...] | None:
    """Where each option goes when the locations go to `places`, or None where one goes nowhere."""
    owners: dict[tuple[tuple[Way, ...], int, int], list[int]] = {}
    for index, piece in enumerate(puzzle.pieces):
        owners.setdefault((piece.ways, piece.least, piece.most), []).append(index)
    target: dict[int, int] = {}
    for (ways, least, most), indices in owners.items():
        image = tuple(sorted(tuple(sorted(places[k] for k in way)) for way in ways))
        onto = owners.get((image, least, most), [])
        if len(onto) != len(indices):
            return None
        target.update(zip(indices, onto, strict=True))
    return tuple(
        number[target[index], tuple(sorted(places[k] for k in way))]
        for index, way in lowered.options
    )


def unique(solutions: Iterable[Options], group: tuple[Symmetry, ...]) -> Iterator[Options]:
    """Of the solutions one of each class: that which no symmetry makes less."""
    maps = [symmetry.options for symmetry in group[1:]]
    for solution in solutions:
        for options in maps:
            if tuple(sorted([options[k] for k in solution])) < solution:
                break
        else:
            yield solution


def described(group: tuple[Symmetry, ...]) -> str:
    """The symmetries in words, such as `8 symmetries (4 turns, 4 mirror images)`."""
    mirrors = sum(symmetry.mirror for symmetry in group)
    if len(group) == 1:
        return "symmetry, of which the puzzle has none"
    turns = len(group) - mirrors
    parts = [f"{plural(turns, 'turn')} (with none at all)"]
    if mirrors:
        parts.append(plural(mirrors, "mirror image"))
    return f"{plural(len(group), 'symmetry', 'symmetries')}: {', '.join(parts)}"
