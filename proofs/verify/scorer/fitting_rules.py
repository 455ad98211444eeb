"""Rules under which all answers of a refuted scorer are right.

Candidates are the presets of the game, its other scoring rules, and single changes of
the rules. A change sets one field to a value of a preset, to 0, or to one of the wrong
answers. Most candidates fail at the first of a few small wrong answers. Rules with
other positions, such as those of another number of dice, are no candidates.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from trueodds.core import rulebook
from trueodds.core.errors import TrueoddsError
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.proofs.parts import parts
from trueodds.proofs.verify.positions.order import (
    Order,
    SpaceOrder,
    TextOrder,
    scorer_of,
)
from trueodds.proofs.verify.scorer.failure_classes import Wrong
from trueodds.proofs.verify.scorer.resume import State
from trueodds.proofs.verify.scorer.run import Question

SMALLEST = 8
"""Number of wrong answers that are tried first. Their positions are the smallest."""

MOST_ANSWERS = 1 << 18
"""Number of answers that are compared for each candidate."""

MOST_TEXTS = 2000
"""Number of answers that are compared if only the slow reference scorer has them."""


def fitting_rules(
    question: Question, order: Order, state: State, wrong: Sequence[Wrong]
) -> list[str]:
    """Return the presets, scoring rules and single changes that fit all answers.

    Each is a text of command-line options that set these rules.
    """
    game, rules, rule = question.column, question.rules, question.scoring_rule
    smallest = sorted(wrong, key=lambda answer: answer.size)[:SMALLEST]
    others = [name for name in game.rules_part.RULES_TO_SCORE if name != rule]
    candidates = [(f"--rule {name}", rules, name) for name in others]
    presets = {name: rulebook.load(game, name) for name in rulebook.preset_names(game)}
    for name, preset in presets.items():
        if not parts(game).positions().same(rules, preset):
            continue
        for scoring in (rule, *others):
            chosen = f" --rule {scoring}" if scoring != rule else ""
            candidates.append((f"--rules {name}{chosen}", preset, scoring))
    base = next((n for n, preset in presets.items() if preset == rules), "")
    named = f"--rules {base} " if base else ""
    for change, changed in _single_changes(game, rules, presets, smallest):
        candidates.append((f"{named}--set {change}", changed, rule))
    return [
        options
        for options, candidate, scoring in candidates
        if _fits(Question(game.name, candidate, scoring), order, state, smallest)
    ]


def _fits(
    candidate: Question, order: Order, state: State, smallest: Sequence[Wrong]
) -> bool:
    """Return True if all answers that can be compared are right under the candidate.

    If no answer can be compared, return False.
    """
    game, rules, rule = candidate.column, candidate.rules, candidate.scoring_rule
    score = scorer_of(game, rules, rule)
    try:
        if any(score(wrong.position).value != wrong.got for wrong in smallest):
            return False
    except TrueoddsError:
        return False
    got = dict(state.kept)
    space = parts(game).positions().space(rules, rule)
    fast = None
    if (
        isinstance(order, SpaceOrder)
        and space is not None
        and [*map(len, space.columns)] == [*map(len, order.space.columns)]
    ):
        fast = space.values
    compared, most = False, MOST_ANSWERS if fast else MOST_TEXTS
    for start, stop in state.compared(order.count, most):
        if fast and isinstance(order, SpaceOrder):
            values = fast(order.rows(start, stop))
        else:
            texts = order.text(start, stop).decode().splitlines()
            values = TextOrder(texts, score).values(0, stop - start)
        answered = order.values(start, stop)
        for place in got.keys() & set(range(start, stop)):
            answered[place - start] = got[place]
        if (values != answered).any():
            return False
        compared = True
    return compared


def _single_changes(
    game: Game, rules: Rules, presets: dict[str, Rules], smallest: Sequence[Wrong]
) -> Iterator[tuple[str, Rules]]:
    """Yield changes of one field, such as ``straight=1200``, with the changed rules."""
    fields: dict[str, set[Any]] = {}
    for record in (rules, *presets.values()):
        for path, value in _leaves(rulebook.to_table(record)):
            fields.setdefault(path, set()).add(value)
    now = dict(_leaves(rulebook.to_table(rules)))
    answered = {wrong.got for wrong in smallest}
    for path, values in fields.items():
        kinds = set(map(type, values))
        if kinds == {int}:
            values = values | {0} | answered
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
