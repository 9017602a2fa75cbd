"""The numbered cases of the differential suite, and the features that each combines.

A case depends only on its number and the seed of the run, so these two reproduce it. One case in
AIMED aims at a pair of features; which features a case has is determined afterwards.
`Kind.excluded` maps the pairs that cannot be combined to the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import cached_property
from itertools import combinations, product
from random import Random
from typing import Any, NamedTuple

from definition import TooLargeError

from differential import (
    cause_questions,
    command_questions,
    cover_questions,
    drawn_models,
    model_features,
    model_questions,
    nonogram_questions,
)
from differential.compared import Case, Difference, limits_lowered
from differential.drawn_covers import CHANGES, FAMILIES, drawn_cover
from differential.model_case import ModelCase

ATTEMPTS = 12
AIMED = 3  # one case in three aims at a pair of features
COMMANDS = 16  # one case in sixteen also runs a command, whatever features it aims at
SELDOM = {
    **dict.fromkeys(
        ("certificate", "challenge", "compare", "difficulty", "difficulties", "apart", "proved"),
        0.1,
    ),
    **dict.fromkeys(("causes", "cheapest", "pickled", "records", "table", "without"), 0.3),
}
"""The weights of slow questions in the random choice; the weight of all others is 1."""

Question = Callable[[Any], None]
Pair = tuple[str, str]
OUTCOMES = ("no solution", "one solution", "many solutions")
LOWERED, PLACED, MEMORY = "limits lowered", "pieces placed", "little memory"


class Kind:
    """A kind of cases: the features of its objects and contexts, and its questions."""

    def __init__(
        self,
        name: str,
        features: Iterable[str],
        contexts: Iterable[str],
        questions: Mapping[str, Sequence[Question]],
        draw: Callable[[Random, set[str], set[str]], tuple[Case, set[str]]],
        excluded: Mapping[Pair, str],
    ) -> None:
        self.name, self.draw = name, draw
        self.contexts = tuple(contexts)
        self.questions = questions
        self.all_questions = {own.__name__: own for each in questions.values() for own in each}
        self.features = (*features, *self.contexts, *OUTCOMES, *self.all_questions)
        self.excluded = {_pair(*own): why for own, why in excluded.items()}
        assert {name for own in self.excluded for name in own} <= {*self.features}

    @cached_property
    def pairs(self) -> list[Pair]:
        """Return the pairs of features to combine."""
        every = (_pair(*own) for own in combinations(self.features, 2))
        return [own for own in every if own not in self.excluded]


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def _pairs(ones: Iterable[str], others: Iterable[str], why: str) -> dict[Pair, str]:
    """Return all pairs of `ones` and `others`, mapped to the reason for excluding them."""
    return {_pair(a, b): why for a, b in product(ones, others) if a != b}


class Tried(NamedTuple):
    """The result of a case: its features, and the differences found."""

    kind: str
    features: frozenset[str]
    total: int
    refused: int
    differences: list[Difference]
    case: Case | None


# --- puzzles


def _model_case(rng: Random, wanted: set[str], contexts: set[str]) -> tuple[Case, set[str]]:
    if wanted & {*COMMAND_QUESTIONS} and wanted & {*BURRTOOLS}:
        wanted = wanted | {"no group", "free"}
        contexts.discard(PLACED)
    model = drawn_models.drawn(rng, wanted)
    case = ModelCase(rng, contexts, model)
    if "from a file" in contexts and not case.from_file():
        contexts.discard("from a file")
    return case, model_features.features_of(model)


LATTICES = tuple(model_features.NAMES)
SHAPED = (
    "layers",
    "gaps",
    "colours",
    "pairs of colours",
    "twins",
    "parts",
    "sides",
    *model_features.MOTIONS,
)
LARGE_BOARDS = ("two words", "long board")
OF_ONE_DATE = ("challenge", "cause", "difficulty")
COMMAND_QUESTIONS = tuple(own.__name__ for own in command_questions.MODELS)
_SOLIDS = model_features.SOLID
BURRTOOLS = (*_SOLIDS, "pairs of colours", "twins")
"""Features that only the format of BurrTools can express."""


MODELS = Kind(
    "puzzle",
    model_features.FEATURES,
    (
        "all dates",
        PLACED,
        LOWERED,
        MEMORY,
        *model_questions.FIRST,
        "from a file",
    ),
    {
        "numbers": model_questions.NUMBERS,
        "lists": (*model_questions.LISTS, *cause_questions.LISTS),
        "commands": command_questions.MODELS,
    },
    _model_case,
    {
        **_pairs(LATTICES, LATTICES, "a puzzle has one lattice"),
        **_pairs(["bare"], [*SHAPED, *LARGE_BOARDS], "the cells of a bare puzzle are only numbers"),
        **_pairs(
            ["no crossings"], {*LATTICES, "layers"} - {"sticks"}, "only sticks have crossings"
        ),
        **_pairs(["sticks"], ["layers"], "sticks lie in one layer"),
        **_pairs(_SOLIDS, ["gaps"], "such cells fill no rectangle"),
        **_pairs(
            [*_SOLIDS, "layers"],
            LARGE_BOARDS,
            "the bounding box of a board in space is not measured",
        ),
        **_pairs(["no group"], ["one group", "several groups"], "a puzzle has groups or has none"),
        **_pairs(["no group"], ["opens several", "opens none"], "only groups open labels"),
        **_pairs(["one group"], ["several groups"], "there is one group or there are several"),
        **_pairs(OUTCOMES, OUTCOMES, "a puzzle has one number of solutions"),
        **_pairs(["all dates"], OF_ONE_DATE, "the question is about one date"),
        **_pairs(["no solution"], ["challenge"], "a challenge is part of a solution"),
        **_pairs(
            BURRTOOLS,
            ["command_hint"],
            "in BurrTools files, the cells of a hint have other coordinates",
        ),
        **_pairs(["opens none"], ["estimate"], "a label without cells has no frontier"),
        **_pairs(BURRTOOLS, ["from a file"], "the suite does not write such files itself"),
    },
)


# --- exact covers and nonograms


def _cover_case(rng: Random, wanted: set[str], contexts: set[str]) -> tuple[Case, set[str]]:
    problem, found = drawn_cover(rng, wanted | {"axes"} if "by_axes" in wanted else wanted)
    return cover_questions.CoverCase(rng, contexts, problem), found


COVERS = Kind(
    "cover",
    (*FAMILIES, *CHANGES),
    (LOWERED,),
    {
        "numbers": cover_questions.NUMBERS,
        "lists": cover_questions.LISTS,
        "commands": command_questions.COVERS,
    },
    _cover_case,
    {
        **_pairs(FAMILIES, FAMILIES, "a problem is of one family"),
        **_pairs(OUTCOMES, OUTCOMES, "a problem has one number of solutions"),
        **_pairs(["nothing"], ["equal options", "many solutions"], "it has no options"),
        **_pairs([LOWERED], ["in_order"], "lowered limits change the order"),
    },
)


def _grid_case(rng: Random, wanted: set[str], contexts: set[str]) -> tuple[Case, set[str]]:
    clues = nonogram_questions.drawn_grid(rng, wanted)
    found = {name for name, has in nonogram_questions.FEATURES.items() if has(clues)}
    return nonogram_questions.GridCase(rng, contexts, clues), found


GRIDS = Kind(
    "nonogram",
    nonogram_questions.FEATURES,
    (PLACED, LOWERED),
    {
        "numbers": nonogram_questions.NUMBERS,
        "lists": nonogram_questions.LISTS,
        "commands": command_questions.GRIDS,
    },
    _grid_case,
    {
        **_pairs(
            ["one colour"], ["several colours", "blocks of two colours"], "one is not several"
        ),
        **_pairs(["a goal"], ["two pictures"], "two pictures have no goal"),
        **_pairs(["one line"], ["many solutions"], "the crossing lines determine each cell"),
        **_pairs(["a goal"], ["no solution"], "a goal is a solution, unless cells are given"),
        **_pairs(OUTCOMES, OUTCOMES, "a nonogram has one number of solutions"),
    },
)

KINDS = {own.name: own for own in (MODELS, COVERS, GRIDS)}
ROUND = ("puzzle",) * 11 + ("cover",) * 6 + ("nonogram",) * 3
"""The kinds of successive cases, repeated."""


# --- running a case


def tried(seed: int, number: int) -> Tried:
    """Run the case with this number."""
    rounds, place = divmod(number, len(ROUND))
    kind = KINDS[ROUND[place]]
    among = rounds * ROUND.count(kind.name) + ROUND[:place].count(kind.name)
    at = (among // AIMED * 7919 + seed) % len(kind.pairs)
    wanted = set() if among % AIMED else set(kind.pairs[at])
    for attempt in range(ATTEMPTS):
        rng = Random(f"{seed} {number} {attempt}")
        try:
            found = _attempt(kind, rng, wanted, attempt == ATTEMPTS - 1)
        except TooLargeError:
            continue
        if found:
            return found
    return Tried(kind.name, frozenset(["too large"]), 0, 0, [], None)


def _attempt(kind: Kind, rng: Random, wanted: set[str], last: bool) -> Tried | None:
    """Draw a case and ask questions. Return None if it lacks a wanted feature and this is not the
    last attempt."""
    chance = {MEMORY: 0.1, "from a file": 0.2}
    contexts = {c for c in kind.contexts if c in wanted or rng.random() < chance.get(c, 0.25)}
    case, features = kind.draw(rng, wanted, contexts)
    total: int = case.total
    outcome = OUTCOMES[min(total, 2)]
    features |= {*contexts, outcome}
    asked = [own for name, own in kind.all_questions.items() if name in wanted]
    if not last and (
        wanted - features - kind.all_questions.keys()
        or (not case.few and any(own in kind.questions["lists"] for own in asked))
    ):
        return None
    if not case.few:
        asked = [own for own in asked if own not in kind.questions["lists"]]
    for kinds in ("numbers", "lists") if case.few else ("numbers",):
        own = kind.questions[kinds]
        asked += rng.choices(
            own, [SELDOM.get(q.__name__, 1) for q in own], k=1 + (rng.random() < 0.3)
        )
    if rng.randrange(COMMANDS) == 0:
        asked.append(rng.choice(kind.questions["commands"]))
    with limits_lowered(rng) if LOWERED in contexts else nullcontext():
        case.begin(model_questions.FIRST)
        for question in dict.fromkeys(asked):
            before = case.compared
            case.ask(question)
            if case.compared > before:
                features.add(question.__name__)
    if not last and wanted - features and not case.differences:
        return None
    return Tried(kind.name, frozenset(features), total, case.refused, case.differences, case)


class Tally:
    """The results of many cases. `times` counts the cases of each kind, each feature and each pair
    of features; `calls` counts calls of COUNTED; `differences` maps case numbers to differences."""

    def __init__(self) -> None:
        self.times: Counter[tuple[str, ...]] = Counter()
        self.refused = 0
        self.calls: Counter[str] = Counter()
        self.differences: dict[int, list[Difference]] = {}

    def add(self, number: int, own: Tried) -> None:
        """Add the result of a case."""
        features = sorted(own.features)
        for size in range(3):
            self.times.update((own.kind, *some) for some in combinations(features, size))
        self.refused += own.refused
        if own.differences:
            self.differences[number] = own.differences

    def merge(self, other: Tally) -> None:
        """Add the results of another tally."""
        self.times.update(other.times)
        self.refused += other.refused
        self.calls.update(other.calls)
        self.differences |= other.differences

    def solvable(self, kind: str) -> int:
        """Return the number of cases with a solution."""
        return sum(self.times[kind, own] for own in OUTCOMES[1:])

    def missing(self, kind: str) -> list[Pair]:
        """Return the possible pairs that no case has combined."""
        return [own for own in KINDS[kind].pairs if not self.times[kind, *own]]
