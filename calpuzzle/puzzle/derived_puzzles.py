"""Puzzles derived from a lowered one: what remains after some placements, or the same placements
without shapes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from calpuzzle.base.errors import InputError
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, CellIndices, Model, Piece


def bare(lowered: Lowering) -> Model:
    """Return the puzzle reduced to bare placements, for formats that store nothing else.

    Its cells are numbered in the order of the board. Its pieces have only bare placements; each
    group becomes a piece.
    """
    model, cover = lowered.model, lowered.cover
    number = {cell: k for k, cell in enumerate(model.board.cells)}
    placements_of: list[list[CellIndices]] = [[] for _ in range(lowered.first)]
    for option in cover.options:
        cells = [number[lowered.cells[item - lowered.first]] for item in option[1:]]
        placements_of[option[0]].append(tuple(sorted(cells)))
    pieces = [
        Piece(name, least=least, most=most, placements=tuple(sorted(placements)))
        for name, placements, (least, most) in zip(
            lowered.leading_items, placements_of, cover.bounds, strict=False
        )
    ]
    return Model(
        model.name,
        Board(tuple((k,) for k in range(len(number))), optional=model.board.optional),
        tuple(pieces),
        title=model.title,
        source=model.source,
        interchangeable=False,
    )


def residual(lowered: Lowering, placed: Options) -> Model:
    """Return the puzzle that remains after the options `placed` are placed.

    The placed pieces are removed, with the cells under them. The labels that the options leave open
    become the only ones of their groups. The remaining cells keep their coordinates; cells that
    have only numbers are renumbered. Raises InputError if no cell remains, or no label for a group.
    """
    model, cover = lowered.model, lowered.cover
    used = Counter(cover.options[option][0] for option in placed)
    fixed = {lowered.label_of[option] for option in placed if lowered.class_of(option) < 0}
    covered = {
        cell
        for option in placed
        if lowered.class_of(option) >= 0
        for cell in lowered.cells_of(option)
    }
    board = model.board
    remaining = [k for k, cell in enumerate(board.cells) if cell not in covered]
    number = {old: new for new, old in enumerate(remaining)}
    groups = []
    gone = {board.labels[k] for k in range(len(board.labels)) if k not in number}
    for group in model.groups:
        if group.unlisted_sets:
            group = _remaining_sets(
                group, [k for k in group.printed if (group.name, k) in fixed], gone
            )
        else:
            chosen = [label for label in group.labels if (group.name, label) in fixed]
            opened = group.opened
            group = group.only([k for k in chosen or group.labels if gone.isdisjoint(opened[k])])
        if not group.labels:
            raise InputError(
                f"the placed pieces cover every cell that the group {group.name} can leave open"
            )
        groups.append(group)
    pieces = _without(lowered, used, number)
    if not remaining:
        raise InputError(f"the placed pieces cover every cell of {model.name}, so none remains")
    smaller = Board(
        tuple((number[k],) if board.bare else board.cells[k] for k in remaining),
        tuple(board.labels[k] for k in remaining if board.labels),
        tuple(board.colours[k] for k in remaining if board.colours),
        frozenset(number[k] for k in board.optional if k in number),
    )
    return model._replace(board=smaller, pieces=pieces, groups=tuple(groups))


def _remaining_sets(group: Group, chosen: list[str], gone: set[str]) -> Group:
    """Return the group with `chosen` as its only set. If no label is chosen, return it with the
    sets that contain none of the labels `gone`."""
    printed = [label for label in chosen or group.printed if label not in gone]
    least, most = group.sizes
    if chosen and not least <= len(printed) <= most:
        raise InputError(f"place all labels of the group {group.name} that stay open, or none")
    if chosen:
        least = most = len(printed)
    if least > len(printed):
        return Group(group.name, ())
    return Group.several(group.name, printed, least, min(most, len(printed)))


def _without(
    lowered: Lowering, used: Mapping[int, int], number: Mapping[int, int]
) -> tuple[Piece, ...]:
    """Return the pieces that remain after `used[c]` pieces of each class `c` are placed.

    `number` maps the old number of each remaining cell to the new one, for bare placements.
    """
    class_of = lowered.piece_class
    bounds = {piece.name: [piece.least, piece.most] for piece in lowered.model.pieces}
    for index, times in used.items():
        members = [bounds[name] for name, found in class_of.items() if found == index]
        for _ in range(times if members else 0):
            # Use up required copies first, so that the remaining bounds can still be met.
            one = next(filter(min, members), None) or next(pair for pair in members if pair[1])
            one[:] = max(one[0] - 1, 0), one[1] - 1
    return tuple(
        piece._replace(
            least=bounds[piece.name][0],
            most=bounds[piece.name][1],
            placements=tuple(
                tuple(number[k] for k in cells)
                for cells in piece.placements
                if number.keys() >= {*cells}
            ),
        )
        for piece in lowered.model.pieces
        if bounds[piece.name][1]
    )
