"""Rules under which all answers of a refuted scorer are right, or nearly all.

Candidates are the presets of the game, its other scoring rules, and single changes of
the rules. A change sets one field to a value of a preset, to 0, or to one of the wrong
answers. Most candidates fail at the first of a few wrong answers. Rules with other
positions, such as those of another number of dice, are no candidates. If no candidate
fits all answers, one is of use that fits nearly all wrong answers and all right ones.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from trueodds.core import rulebook
from trueodds.core.errors import TrueoddsError
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.proofs.parts import parts
from trueodds.proofs.verify.positions.order import (
    Order,
    SpaceOrder,
)
from trueodds.proofs.verify.scorer.chunk import Disagreement
from trueodds.proofs.verify.scorer.failure_classes import Wrong
from trueodds.proofs.verify.scorer.resume import State
from trueodds.proofs.verify.scorer.run import Question

VALUES = 5
"""Candidates take the values of this many frequent and as many small wrong answers."""

FIRST = 16  # wrong answers that are tried first
FEW = 0.1  # upper limit on the share of wrong answers that a candidate leaves wrong
SMALL = 10  # to smaller numbers in the rules 1 is added, and 1 is taken away

SHOWN = 2  # values of a field that fit, at most: more of them do not matter

MOST_ANSWERS = 1 << 18
"""Number of answers that are compared for each candidate."""

MOST_TEXTS = 2000
"""Number of answers that are compared if only the slow reference scorer has them."""


class Fit(NamedTuple):
    """Options that set rules, the question with them, and the answers still wrong."""

    options: str
    question: Question
    left: list[Disagreement]


def fitting_rules(
    question: Question, order: Order, state: State, wrong: Sequence[Wrong]
) -> list[Fit]:
    """Return the presets, scoring rules and single changes that fit all answers.

    If none does, return those that leave the fewest answers wrong, of those under which
    nearly all wrong answers are right. The shortest comes first. Of the values of a
    field that fit, the first two are there.
    """
    game = question.column
    rules = question.rules
    rule = question.scoring_rule
    others = [name for name in game.rules_part.RULES_TO_SCORE if name != rule]
    candidates = [(f"--rule {name}", rules, name) for name in others]
    presets = {name: rulebook.load(game, name) for name in rulebook.preset_names(game)}
    for name, preset in presets.items():
        if preset == rules or not parts(game).positions().same(rules, preset):
            continue
        for scoring in (rule, *others):
            chosen = f" --rule {scoring}" if scoring != rule else ""
            candidates.append((f"--rules {name}{chosen}", preset, scoring))
    base = next((n for n, preset in presets.items() if preset == rules), "")
    named = f"--rules {base} " if base else ""
    smallest = sorted(wrong, key=lambda answer: answer.size)[:VALUES]
    often = Counter(answer.got for answer in wrong).most_common(VALUES)
    answered = {answer.got for answer in smallest} | {value for value, _ in often}
    for change, changed in _single_changes(game, rules, presets, answered):
        candidates.append((f"{named}--set {change}", changed, rule))
    fits = []
    for options, changed, scoring in candidates:
        candidate = Question(game.name, changed, scoring)
        if (left := _left(candidate, order, state, wrong)) is not None:
            fits.append(Fit(options, candidate, left))
    fewest = min((len(fit.left) for fit in fits), default=0)
    fields = Counter[str]()
    best = []
    for fit in fits:
        field = fit.options.rpartition("=")[0] or fit.options
        if len(fit.left) == fewest and fields[field] < SHOWN:
            fields[field] += 1
            best.append(fit)
    return sorted(best, key=lambda fit: len(fit.options.split()))


def _left(
    candidate: Question, order: Order, state: State, wrong: Sequence[Wrong]
) -> list[Disagreement] | None:
    """Return the answers that are wrong under the candidate.

    Return None if they are too many, or if no answer can be compared.
    """
    missed = 0
    try:
        for number, answer in enumerate(wrong[:FIRST]):
            missed += candidate.score(answer.position).value != answer.got
            if missed > 1 + number // 5:
                return None
    except TrueoddsError:
        return None
    got = dict(state.kept)
    other = rescored(order, candidate)
    fast = isinstance(other, SpaceOrder) and other.space.values
    compared = False
    most = MOST_ANSWERS if fast else MOST_TEXTS
    left: list[Disagreement] = []
    for start, stop in state.compared(order.count, most):
        values = other.values(start, stop)
        answered = order.values(start, stop)
        for place in got.keys() & set(range(start, stop)):
            answered[place - start] = got[place]
        for place in (np.flatnonzero(values != answered) + start).tolist():
            if place not in got or len(left) + 1 > FEW * len(got):
                return None
            left.append(Disagreement(place, got[place]))
        compared = True
    return left if compared else None


def rescored(order: Order, question: Question) -> Order:
    """Return the same positions, with the right answers to a question."""
    other = copy(order)
    other.score = question.score
    if isinstance(other, SpaceOrder):
        spaces = parts(question.column).positions().space
        space = spaces(question.rules, question.scoring_rule)
        if space and [*map(len, space.columns)] != [*map(len, other.space.columns)]:
            space = None
        other.space = replace(other.space, values=space.values if space else None)
    return other


def _single_changes(
    game: Game, rules: Rules, presets: dict[str, Rules], answered: set[int]
) -> Iterator[tuple[str, Rules]]:
    """Yield changes of one field, such as ``straight=1200``, with the changed rules."""
    fields: dict[str, set[Any]] = {}
    for record in (rules, *presets.values()):
        for path, value in _leaves(rulebook.to_table(record)):
            fields.setdefault(path, set()).add(value)
    now = dict(_leaves(rulebook.to_table(rules)))
    for path, values in fields.items():
        kinds = set(map(type, values))
        if kinds == {int}:
            small = [value for value in values if value < SMALL]
            near = {value + step for value in small for step in (-1, 1)}
            values = values | {0} | answered | near
        elif kinds == {bool}:
            values = {True, False}
        for value in sorted(values - {now.get(path)}):
            try:
                changed = rulebook.load(game, rules, {path: value})
            except TrueoddsError:
                continue
            if not parts(game).positions().same(rules, changed):
                continue
            shown = str(value).lower() if isinstance(value, bool) else value
            yield f"{path}={shown}", changed


def _leaves(table: dict[str, Any], path: str = "") -> Iterable[tuple[str, Any]]:
    """Yield the fields of a table that hold a single value, with dotted names."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{path}{name}.")
        elif isinstance(value, int | str) and name != "description":
            yield f"{path}{name}", value
