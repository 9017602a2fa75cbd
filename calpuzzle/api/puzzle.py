"""The puzzle that a caller holds: a Model with its Cover, which can be counted, solved and asked.

A date is what calpuzzle.puzzle.dates takes: `"2026-11-20"`, `"tomorrow"`, labels in any order such
as `"Sat Jan 1"`, a date of datetime, numpy or pandas, a mapping of groups to labels; None for a
puzzle without groups, `"any"` for all dates together. `laid` is what calpuzzle.puzzle.placements
takes. `stop` is what ends an answer that takes too long: a threading.Event that another thread
sets, or a moment of time.monotonic().
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from calpuzzle import engines, planning
from calpuzzle.api.cover import Cover
from calpuzzle.api.solutions import Solutions
from calpuzzle.base.errors import PuzzleError
from calpuzzle.base.given import of_kind
from calpuzzle.base.stop import Stop
from calpuzzle.base.text import plural
from calpuzzle.draw.board import puzzle_scene
from calpuzzle.planning import Question, Wanted, diagram_of, make_plan
from calpuzzle.planning.explanation import explanation
from calpuzzle.planning.question import wanted
from calpuzzle.planning.residual import Asked, Remaining
from calpuzzle.puzzle.balance import imbalances
from calpuzzle.puzzle.dates import by_group, is_any, labels_of
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.validate import faults
from calpuzzle.results.answer import Pictured
from calpuzzle.results.difficulty import SEED, Difficulty, difficulties, difficulty
from calpuzzle.results.finding import Finding, fixed_options, laid_options
from calpuzzle.results.solution import Solution

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from calpuzzle.draw.scene import Scene
    from calpuzzle.engines import Counts
    from calpuzzle.engines.diagram.diagram import Diagram
    from calpuzzle.play.widget import Play
    from calpuzzle.puzzle.cover import Options, Progress
    from calpuzzle.puzzle.dates import DateLike, Labels
    from calpuzzle.puzzle.placements import PlacedOptions, Placements
    from calpuzzle.results.cause import Cause
    from calpuzzle.results.causes import Unsolved
    from calpuzzle.results.challenges import Challenge


class Puzzle(Pictured):
    """A puzzle: a calendar, or any pieces for any frame.

    Of its `model` there are `name`, the shipped one, or that of the file without its ending, the
    `board`, the `pieces` in the order of the file, the `groups`, of which one label each stays
    uncovered, and `shape`, how many labels each of them has. Raises PuzzleError, with all faults,
    for a model that makes no sense; of one that is `sound`, as it is known, that is not asked.
    """

    def __init__(self, model: Model, sound: bool = False) -> None:
        of_kind(model, Model, "a Puzzle is made of a Model; load reads one from a file")
        if not sound and (found := faults(model)):
            raise PuzzleError(found)
        self.model = model
        self.name, self.board = model.name, model.board
        self.pieces, self.groups, self.shape = model.pieces, model.groups, model.shape

    def __reduce__(self) -> tuple[type[Puzzle], tuple[Model, bool]]:
        return Puzzle, (self.model, True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self.model == other.model

    def __hash__(self) -> int:
        return hash((self.name, self.shape, len(self.board.cells)))

    @cached_property
    def lowered(self) -> Lowering:
        """The exact cover problem, and what its options stand for."""
        return Lowering(self.model)

    @cached_property
    def cover(self) -> Cover:
        """The exact cover problem that the engines solve."""
        return Cover.of(self.lowered.cover)

    def labels(self, date: DateLike = None) -> Labels:
        """The labels that stay uncovered on that date. Raises DateError."""
        return labels_of(self.model, date)

    def laid(self, placements: Placements | Solution = (), clashing: bool = False) -> PlacedOptions:
        """The numbers in `cover.options` of placements, or of the pieces in a drawing of the board
        as `print(solution)` makes it. Raises InputError, for those that overlap or use a piece too
        often unless they may be `clashing`."""
        return laid_options(self, placements, clashing)

    def fixed(self, date: DateLike = None, laid: Placements | Solution = ()) -> Options:
        """The options of a date, one label a group (none for `any`), and of what is laid; the
        labels of the date may be among that too. Raises DateError and InputError."""
        return fixed_options(self, date, laid)

    def count(
        self,
        date: DateLike = None,
        laid: Placements | Solution = (),
        *,
        engine: str = engines.DEFAULT,
        unique: bool = False,
        mirrors_apart: bool = False,
        progress: Progress | None = None,
        stop: Stop | None = None,
        memory: int | None = None,
        disassembles: bool = False,
    ) -> int:
        """Return how many solutions the date has that hold the placements `laid`: the length of
        what `solve` gives for the same arguments, which are explained there. Raises DateError,
        InputError for placements that cannot lie so and an unknown engine, CannotDoError where the
        engine refuses the puzzle, and StoppedError when `stop` ends the count."""
        return self.solve(
            date,
            laid,
            engine=engine,
            unique=unique,
            mirrors_apart=mirrors_apart,
            progress=progress,
            stop=stop,
            memory=memory,
            disassembles=disassembles,
        ).count()

    def solve(
        self,
        date: DateLike = None,
        laid: Placements | Solution = (),
        *,
        engine: str = engines.DEFAULT,
        unique: bool = False,
        mirrors_apart: bool = False,
        progress: Progress | None = None,
        stop: Stop | None = None,
        memory: int | None = None,
        disassembles: bool = False,
    ) -> Solutions[Solution]:
        """The solutions of the date that hold the placements `laid`, found as they are asked for.

        With `unique`, of solutions that are the same up to the symmetries of the puzzle one is
        given; with `mirrors_apart`, mirror images stay apart. (How many they are is found without
        listing them, unless an engine is named.) Solutions come in the same order
        whichever engine finds them, where `auto` has an ordered engine for the puzzle; an engine
        that is not must find all of them first. With `disassembles`, those are given that come
        apart (`Solution.disassembly`). Raises as `count` does; when `stop` ends the search, the
        iterator raises StoppedError.
        """
        run = engines.Run(progress=progress, memory=memory, stop=stop).checked()
        labels = None if is_any(self.model, date) else self.labels(date)
        asked = labels, self.laid(laid), engine, unique, not mirrors_apart, run, disassembles
        search = Finding(self, *asked)
        return Solutions(self.name, search, by_group(self.model, labels) if labels else None)

    def explain(
        self,
        date: DateLike = None,
        laid: Placements | Solution = (),
        what: str = "count",
        *,
        engine: str = engines.DEFAULT,
        unique: bool = False,
        memory: int | None = None,
    ) -> str:
        """Return how a question is answered, as `Solutions.explain` does: `what` may also be
        "counts", the solutions of every date, or "left", and then the date is not looked at.
        Raises as `solve` does, and InputError for another question."""
        asked = wanted(what)
        if asked in (Wanted.COUNTS, Wanted.REMAINING):
            run = engines.Run(memory=memory).checked()
            return explanation(make_plan(Question(asked, self.cover, (), engine, run)))
        found = self.solve(date, laid, engine=engine, unique=unique, memory=memory)
        return found.explain(what)

    def diagram(
        self, memory: int | None = None, progress: Progress | None = None, disk: bool = False
    ) -> Diagram:
        """The decision diagram of all solutions of all dates, grown at the first call in at most
        `memory` bytes (one that has grown already is given whatever its size); with `disk`, it is
        kept in the user's cache folder. From then on the engine `auto` answers from it. Raises
        CannotDoError for a puzzle past its bounds."""
        run = engines.Run(progress=progress, memory=memory).checked()
        return diagram_of(self.lowered.cover, run, disk)

    def asked(
        self, memory: int | None = None, progress: Progress | None = None, disk: bool = False
    ) -> Asked:
        """Return what tells of any placements how many solutions hold them, and what is left then:
        the diagram, or, where there can be none, a search for each question."""
        run = engines.Run(progress=progress, memory=memory).checked()
        return planning.remaining(self.lowered.cover, run, disk)

    def left(self, date: DateLike = None, laid: Placements | Solution = ()) -> Remaining:
        """Return what is left when a date is set and some placements are laid. Raises as `count`
        does, and CannotDoError where a puzzle without a diagram has more than 200,000 solutions
        left."""
        return self.asked().left(self.fixed(date, laid))

    def solutions(
        self,
        jobs: int = 1,
        progress: Progress | None = None,
        memory: int | None = None,
        stop: Stop | None = None,
    ) -> tuple[npt.NDArray[np.uint16], Counts]:
        """All solutions of all dates as arrays: `rows` (uint16, one row a solution, its placements
        as rising indices into `cover.options`) and `starts` (int64): those of the date with flat
        index i are rows[starts[i]:starts[i + 1]]. They are made at the first call, by `jobs`
        threads, whose number changes nothing but the time; the diagram takes at most `memory` bytes
        while it grows, and then the arrays do. Raises CannotDoError for a puzzle that can have no
        diagram, or where the memory does not do, and StoppedError when `stop` ends the work."""
        run = engines.Run(jobs, progress, memory, stop=stop).checked()
        return diagram_of(self.lowered.cover, run).solutions(run.bound, run.jobs, stop)

    def counts(
        self,
        engine: str = engines.DEFAULT,
        jobs: int = 1,
        progress: Progress | None = None,
        memory: int | None = None,
        resume: bool = False,
        stop: Stop | None = None,
    ) -> Counts:
        """The solutions of every date: an int64 array with one axis a group, in their order (Python
        integers where one does not fit), by `jobs` threads and in at most `memory` bytes, where the
        engine can use or bound them. With `resume`, a long count by backtracking keeps in the
        user's cache folder how far it has come, and goes on from there. Raises InputError for an
        unknown engine, CannotDoError where it refuses the puzzle or the memory does not do,
        StoppedError when `stop` ends the count."""
        run = engines.Run(jobs, progress, memory, resume, stop).checked()
        return planning.counts(self.lowered.cover, run, engine)

    def certify(
        self,
        date: DateLike,
        path: str,
        *,
        progress: Progress | None = None,
        stop: Stop | None = None,
        memory: int | None = None,
    ) -> int:
        """Write to a file why the date (or each date, for `any`) has so many solutions, and return
        how many that are. docs/certificates.md says how others verify it. Raises DateError,
        CannotDoError where the proof does not fit `memory` bytes or the file cannot be written, and
        StoppedError when `stop` ends the work; the file appears whole or not at all."""
        from calpuzzle.results.certificate import certify

        run = engines.Run(progress=progress, memory=memory, stop=stop).checked()
        return certify(self.lowered, date, path, run)

    def difficulty(
        self,
        date: DateLike = None,
        laid: Placements | Solution = (),
        seed: int = SEED,
        progress: Progress | None = None,
    ) -> Difficulty | None:
        """Return how hard the date is with the placements `laid`, which need not be any: means over
        a hundred tries, drawn from the seed (0 to 2^32 - 1); None where it has no solution. Raises
        DateError and InputError. docs/difficulty.md names the sources of the measure."""
        return difficulty(
            self.lowered.cover, self.fixed(date, laid), seed, engines.Run(progress=progress)
        )

    def difficulties(
        self, jobs: int = 1, progress: Progress | None = None, seed: int = SEED
    ) -> npt.NDArray[np.float64]:
        """Return how hard every date is, by `jobs` threads: a float64 array with one axis a group,
        and a last one of 3, nodes, dead ends and forced moves; zeros where there is no solution."""
        return difficulties(self.lowered.cover, seed, engines.Run(jobs, progress).checked())

    def challenges(
        self,
        date: DateLike = None,
        pieces: int | None = None,
        difficulty: int | None = None,
        seed: int = 1,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> Iterator[Challenge]:
        """Challenges on the date, as they are found: `laid`, so many pieces with which exactly one
        solution is left, of that difficulty (1 to 5); both may be left open. The same seed
        gives the same ones. Raises DateError, InputError, and as `left` and `count` do."""
        from calpuzzle.results.challenges import challenges

        if self.groups and date is not None:
            self.labels(date)  # one, and not `any`
        run = engines.Run(progress=progress, stop=stop).checked()
        return challenges(self.lowered, self.fixed(date), pieces, difficulty, seed, run)

    def imbalances(self) -> list[str]:
        """Return why the puzzle has no solution, where it shows without a search: sentences."""
        return imbalances(self.lowered)

    def cause(self, date: DateLike = None, stop: Stop | None = None) -> Cause | None:
        """Return why the date has no solution, as cells and pieces that contradict one another
        already, or None where it has one. Raises DateError, CannotDoError where counting cells
        shows that no date can have one, and StoppedError."""
        from calpuzzle.results.cause import cause

        return cause(self.lowered, self.fixed(date), engines.Run(stop=stop).checked())

    def causes(self, progress: Progress | None = None, stop: Stop | None = None) -> list[Unsolved]:
        """Return all dates without a solution, those with the same cause together. Raises
        CannotDoError where the dates cannot be counted, and StoppedError."""
        from calpuzzle.results.causes import causes

        return causes(self.lowered, engines.Run(stop=stop).checked(), progress)

    def without(self, names: str | Sequence[str]) -> Puzzle:
        """The puzzle without the pieces of those names, which need not fit any more. Raises
        InputError for an unknown one, and PuzzleError where no piece is left."""
        names = [names] if isinstance(names, str) else names
        of_kind(names, Iterable, "what is left out are names of pieces")
        model = self.model.without(names)
        return Puzzle(model, sound=bool(model.pieces)) if names else self

    def page_data(self, disk: bool = False) -> dict[str, Any]:
        """Return what the page is told of the puzzle; with `disk`, the diagram is kept in the
        user's cache folder. Raises InputError for a puzzle that no page can show."""
        from calpuzzle.play.data import pieces_data

        return pieces_data(self.lowered, disk)

    def page(self) -> str:
        """The page as the text of one HTML file. Raises as `page_data` does."""
        from calpuzzle.play.page import page

        return page(self.page_data())

    def link(self, date: DateLike = None, laid: Placements | Solution = ()) -> str:
        """Return what stands behind `#` in the address of a page that shows the position: a date,
        and what is laid; without a date, that of today by the reader's clock."""
        from calpuzzle.play.link import link

        labels = self.labels(date) if date is not None else ()
        own = self.laid(laid)
        return link(self.lowered, labels, own, known=own.names)

    def play(self, date: DateLike = None, laid: Placements | Solution = ()) -> Play:
        """The page as a widget of a notebook, on that date (today, where none is named) with these
        placements laid; its `position` is what `link` gives, and can be read and set. Raises
        MissingExtraError without the extra `notebook`, and as `page_data` does."""
        from calpuzzle.play.widget import Play

        return Play(page=self.page(), position=self.link(date, laid))

    def scene(self) -> Scene:
        """The board and the pieces as a picture; lengths are pixels at scale 1."""
        return puzzle_scene(self.model)

    def __repr__(self) -> str:
        size = "x".join(map(str, self.shape)) or "no groups"
        return f"<Puzzle {self.name}: {plural(len(self.board.cells), 'cell')}, {size}>"
