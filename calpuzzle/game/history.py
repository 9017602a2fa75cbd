"""Steps that can be undone and done again: the history of a game, of whatever its steps are."""

from __future__ import annotations

from typing import Generic, TypeVar

Step = TypeVar("Step")


class History(Generic[Step]):
    """The steps that were done, `past`, and those undone since, `future`; the newest are last."""

    def __init__(self) -> None:
        self.past: list[Step] = []
        self.future: list[Step] = []

    def note(self, step: Step) -> None:
        """Note a new step; what was undone is forgotten."""
        self.past.append(step)
        self.future.clear()

    def undone(self) -> Step | None:
        """The last step, which is now undone; None where there is none."""
        return _moved(self.past, self.future)

    def redone(self) -> Step | None:
        """The step undone last, which is now done again; None where there is none."""
        return _moved(self.future, self.past)


def _moved(steps: list[Step], others: list[Step]) -> Step | None:
    if not steps:
        return None
    others.append(steps.pop())
    return others[-1]
