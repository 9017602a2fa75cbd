"""A plan in words, for `--explain`; everything printed is derived from the plan itself."""

from __future__ import annotations

from itertools import pairwise

from calpuzzle.base.wording import duration, memory_text, plural
from calpuzzle.engines import DEFAULT, load
from calpuzzle.planning.costs import COSTS, engine_costs, expected
from calpuzzle.planning.parts import units
from calpuzzle.planning.plan import COUNTED, Plan
from calpuzzle.planning.question import QuestionKind


def explanation(plan: Plan) -> str:
    """Return the plan as lines of text.

    They state the question, the reductions, the engine and the reason for it, and the other engines
    with their cost or the reason why they cannot be used.
    """
    question = plan.question
    rows = [("question", _asked(plan)), ("problem", _problem(plan))]
    rows += [("reduction", words) for words in _reductions(plan)]
    first = plan.steps[0]
    # Only an engine that the question names can be one that does not support the Cover.
    why = load(first.engine).unsupported_reason(plan.cover)
    reason = first.reason + f", but {why}" * bool(why)
    rows.append(("engine", f"{_with_time(plan, first.engine)}: {reason}"))
    rows += [("technique", words) for words in _techniques(plan)]
    rows.append(("memory", f"at most {memory_text(question.run.bound)}"))
    for before, step in pairwise(plan.steps):
        after = "if too large" if before.limit is None else f"after {_in_words(before.limit)}"
        rows.append((after, f"{_with_time(plan, step.engine)}: {step.reason}"))
    named = {step.engine for step in plan.steps}
    for engine in COSTS if question.kind in COUNTED else ():
        if engine not in named:
            why = load(engine).unsupported_reason(plan.cover)
            rows.append(("not used", f"{engine}: {why}" if why else _with_time(plan, engine)))
    width = max(len(head) for head, _ in rows)
    return "".join(f"{head:<{width}}  {words}\n" for head, words in rows)


def _asked(plan: Plan) -> str:
    question = plan.question
    held = plural(len(question.fixed), "fixed option")
    group = plural(len(question.equal_under), "symmetry", "symmetries")
    words = question.kind.words + f", up to {group}" * (len(question.equal_under) > 1)
    return words + f", with {held}" * bool(question.fixed)


def _problem(plan: Plan) -> str:
    cover = plan.question.cover
    items = plural(len(cover.bounds), "item")
    instances = f", {plural(cover.instances, 'instance')}" if cover.axes else ""
    return f"{items}, {plural(len(cover.options), 'option')}{instances}"


def _reductions(plan: Plan) -> list[str]:
    if not plan.merged:
        return []
    merged = sum(map(len, plan.merged.classes))
    ways = plan.merged.multiplicity(plan.question.fixed)
    return [
        f"{plural(merged, 'interchangeable item')} become {len(plan.merged.classes)}, which leaves "
        f"{plural(len(plan.cover.options), 'option')}; each solution stands for {ways:,}"
    ]


def _techniques(plan: Plan) -> list[str]:
    found = []
    if plan.races and plan.engine == "dancing":
        found.append("in turns with the frontier method, until either is done")
    # A count uses the symmetries only if the planner chooses the engine. With a requested engine,
    # a count up to symmetry lists the solutions.
    group = plan.question.equal_under
    counts = plan.question.kind is QuestionKind.COUNT and plan.question.engine == DEFAULT
    if counts and len(group) > 1:
        found.append(
            "the count is the mean, over all symmetries, of the number of solutions that each "
            "leaves unchanged"
        )
    if counts and plan.by_orbits and len(group) != 1:
        later = "" if group else "after 20 ms, "
        found.append(f"{later}only one placement of each orbit under the symmetries is searched")
    if plan.engine == "diagram" and plan.cover.axes and plan.question.kind is QuestionKind.COUNTS:
        found.append("if one diagram of all dates is too large, one for each label of a group")
    if plan.question.kind is QuestionKind.COUNTS and len(units_of_plan := units(plan)) > 1:
        found.append(
            f"batch divides the count into {len(units_of_plan)} units of work, by the labels of "
            "groups"
        )
    if plan.sorts:
        found.append("all solutions are found and sorted before the first is returned")
    if plan.restricts_diagram:
        found.append("the diagram is that of the residual problem of the fixed options")
    return found


def _with_time(plan: Plan, engine: str) -> str:
    """Return the name of an engine, with its expected time if one is known."""
    if plan.question.kind not in COUNTED or engine not in engine_costs(plan.cover):
        return engine
    return f"{engine}, about {_in_words(expected(engine, plan.cover, plan.fixed))}"


def _in_words(seconds: float) -> str:
    rounded = float(f"{1000 * seconds:.1g}")  # milliseconds
    return f"{rounded:g} ms" if rounded < 1000 else duration(max(seconds, 1))
