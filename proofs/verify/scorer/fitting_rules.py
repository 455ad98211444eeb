"""Rules under which all answers of a refuted scorer are right, or a good part of them.

Candidates are the presets of the game, its other scoring rules, and single changes of
the rules. A change sets one field: a number, a list or a whole table. A game can add
changes that wrong answers suggest, such as patterns of dice. Most candidates fail at
the first of a few wrong answers. Rules with other positions, such as those of another
number of dice, are no candidates. If no candidate fits all answers, a candidate is
still of use if it makes a good part of the wrong answers right and no right answer
wrong.
"""

import shlex
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from trueodds.core import rulebook
from trueodds.core.allowed_values import allowed_values
from trueodds.core.errors import TrueoddsError, listed
from trueodds.core.exact import exact_toml
from trueodds.core.exact.digits import counted
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.proofs.parts import parts
from trueodds.proofs.verify.positions.order import (
    Order,
    SpaceOrder,
)
from trueodds.proofs.verify.scorer.chunk import Disagreement
from trueodds.proofs.verify.scorer.failure_classes import Wrong
from trueodds.proofs.verify.scorer.resume import RunState
from trueodds.proofs.verify.scorer.run import ScorerQuestion

VALUES = 5
"""Candidates take the values of this many frequent and as many small wrong answers."""

FIRST = 16  # wrong answers that are tried first
LEAST = 5  # least number of wrong answers that a candidate of use makes right
MENDED = 0.4  # least share of wrong answers that a candidate of use makes right
SMALL = 10  # a field with a number up to here takes all of them, and their neighbours

SHOWN = 2  # values of a field that fit, at most: more of them do not matter

MOST_ANSWERS = 1 << 18
"""Number of answers that are compared for each candidate."""

MOST_TEXTS = 2000
"""Number of answers that are compared if only the slow reference scorer has them."""


class Fit(NamedTuple):
    """Options that set rules, the question with them, and the answers still wrong.

    ``options`` are those of the command line, such as ``--rules NAME``. ``question`` is
    the game with these rules. ``left`` has the scorer's answers that are wrong by these
    rules, too. ``words`` says in words what the options change, if the game has words
    for it.
    """

    options: str
    question: ScorerQuestion
    left: list[Disagreement]
    words: str = ""


class Search(NamedTuple):
    """The rules that fit a scorer's answers, and everything that was tried.

    ``fits`` has the rules that fit, those with the shortest options first. ``presets``
    are the names of the presets, and ``changes`` is the number of single changes, that
    were tried. ``skipped`` are the fields of the rules of which no change could be
    tried.
    """

    fits: list[Fit]
    presets: list[str]
    changes: int
    skipped: list[str]

    @property
    def nothing(self) -> str:
        """A sentence which says that nothing that was tried fits."""
        tried = (
            f"tried: {counted(len(self.presets), 'presets')} and "
            f"{counted(self.changes, 'changes of one field')}"
        )
        if self.skipped:
            return (
                "none of the presets and changes that were tried fits all its answers "
                f"({tried}; not tried: changes of {listed(self.skipped)})"
            )
        return (
            f"{'no preset and ' * bool(self.presets)}no single change of the rules "
            f"fits all its answers ({tried})"
        )

    def record(self) -> dict[str, Any]:
        """Return what was tried, as values for JSON."""
        return {
            "presets": self.presets,
            "changes": self.changes,
            "not_tried": self.skipped,
        }


def fitting_rules(
    question: ScorerQuestion, order: Order, state: RunState, wrong: Sequence[Wrong]
) -> Search:
    """Search presets, scoring rules and single changes for rules that fit the answers.

    ``question`` has the scorer and its rules. ``order`` has the positions in the order
    sent, ``state`` is the state of the run, and ``wrong`` are its wrong answers.

    At most 2**18 answers are compared with each candidate, or 2,000 if only the slow
    reference scorer knows the right ones. A candidate is dropped unless it makes no
    right answer wrong, and 40 % of the wrong answers right: at least five, or all. Of
    the others, those that leave the fewest wrong are compared with all answers. Those
    that then leave the fewest wrong are returned, at most two for each field of the
    rules.
    """
    game = question.column
    rules = question.rules
    rule = question.scoring_rule
    positions = parts(game).positions()
    others = [name for name in game.scoring_rules if name != rule]
    candidates = [(f"--rule {name}", rules, name) for name in others]
    presets = type(rules).presets()
    tried = []
    for name, preset in presets.items():
        if preset == rules or not positions.same(rules, preset):
            continue
        tried.append(name)
        for scoring in (rule, *others):
            chosen = f" --rule {scoring}" if scoring != rule else ""
            candidates.append((f"--rules {name}{chosen}", preset, scoring))
    # Options are shorter if they change a preset.
    base = next((n for n, preset in presets.items() if preset == rules), "")
    named = f"--rules {base} " if base else ""
    changed = set()
    changes = 0
    by_digest: dict[str, tuple[str, Any, str]] = {}
    single = _single_changes(game, rules, presets, _numbers(wrong))
    for change in chain(single, positions.suggest(rules, wrong)):
        try:
            candidate = rulebook.load(game, base or rules, change)
        except TrueoddsError:
            continue
        if not positions.same(rules, candidate):
            continue
        changed.add(min(change).partition(".")[0])
        changes += 1
        options = " ".join(
            f"--set {shlex.quote(path)}={exact_toml.write(value)}"
            for path, value in change.items()
        )
        # Different changes can lead to the same rules, which are tried once.
        by_digest.setdefault(
            rulebook.digest(game.name, candidate),
            (f"{named}{options}", candidate, rule),
        )
    candidates += by_digest.values()
    fits = []
    for options, candidate, scoring in candidates:
        asked = ScorerQuestion(game.name, candidate, scoring)
        if (left := _left(asked, order, state, wrong)) is not None:
            words = positions.words.get(options.rpartition("--set ")[2], "")
            fits.append(Fit(options, asked, left, words))
    fields = positions.fields or tuple(rulebook.to_table(rules))
    skipped = sorted({*fields} - changed - {"description"})
    # The search compares some answers, and what is said is true of all.
    fits = _shown(_fewest(_confirmed(_fewest(fits), order, state)))
    return Search(fits, tried, changes, skipped)


def _numbers(wrong: Sequence[Wrong]) -> tuple[set[int], set[int]]:
    """Return typical wrong answers, and their differences from the right ones."""
    smallest = sorted(wrong, key=lambda answer: answer.size)[:VALUES]
    often = Counter(answer.got for answer in wrong).most_common(VALUES)
    off = Counter(answer.got - answer.right.value for answer in wrong)
    answered = {answer.got for answer in smallest} | {value for value, _ in often}
    return answered, {value for value, _ in off.most_common(VALUES)}


def _fewest(fits: Iterable[Fit]) -> list[Fit]:
    """Return the fits that leave the fewest answers wrong."""
    every = list(fits)
    fewest = min((len(fit.left) for fit in every), default=0)
    return [fit for fit in every if len(fit.left) == fewest]


def _shown(fits: Iterable[Fit]) -> list[Fit]:
    """Return two fits of each field, those of few options first."""
    fields = Counter[str]()
    shown = []
    for fit in fits:
        field = fit.options.rpartition("=")[0] or fit.options
        if fields[field] < SHOWN:
            fields[field] += 1
            shown.append(fit)
    return sorted(shown, key=lambda fit: len(fit.options.split()))


def _confirmed(fits: Iterable[Fit], order: Order, state: RunState) -> Iterator[Fit]:
    """Yield the fits that are of use by all answers, with what these leave wrong.

    Without fast scores this takes about as long for each fit as the run took to compute
    its answers.
    """
    for fit in fits:
        left = _left(fit.question, order, state, (), order.count)
        if left is not None:
            yield fit._replace(left=left)


def _left(
    candidate: ScorerQuestion,
    order: Order,
    state: RunState,
    wrong: Sequence[Wrong],
    most: int | None = None,
) -> list[Disagreement] | None:
    """Return the answers that are wrong under the candidate.

    ``most`` is the number of answers that are compared: by default ``MOST_ANSWERS``, or
    ``MOST_TEXTS`` without fast scores. Return None if the wrong answers are too many,
    if no answer can be compared, or if a position does not exist under the candidate.
    """
    got = dict(state.kept)
    places = sorted(got)
    score = candidate.score
    missed = 0
    # A candidate is of use if it mends a good part, and more than a handful by
    # accident.
    most_left = max(0, min((1 - MENDED) * len(got), len(got) - LEAST))
    left: list[Disagreement] = []
    try:
        for number, answer in enumerate(wrong[:FIRST]):
            missed += score(answer.position).value != answer.got
            # Most candidates end here: they explain too few of the first wrong answers.
            if missed > min(most_left, 2 + number * (1 - MENDED)):
                return None
        other = rescored(order, candidate)
        space = other.space if isinstance(other, SpaceOrder) else None
        # Without fast scores, each answer costs a call of the reference scorer.
        is_fast = space and space.values and not space.slow
        some = MOST_ANSWERS if is_fast else MOST_TEXTS
        compared = list(state.compared(order.count, most or some))
        for start, stop in compared:
            values = other.values(start, stop)
            answered = order.values(start, stop)
            # What the scorer answered is our value, except where it was wrong.
            first, last = (bisect_left(places, end) for end in (start, stop))
            for place in places[first:last]:
                answered[place - start] = got[place]
            for place in (np.flatnonzero(values != answered) + start).tolist():
                # Rules that make a right answer wrong do not explain the scorer.
                if place not in got or len(left) + 1 > most_left:
                    return None
                left.append(Disagreement(place, got[place]))
    except TrueoddsError:
        return None
    return left if compared else None


def rescored(order: Order, question: ScorerQuestion) -> Order:
    """Return the same positions, with the right answers by the rules of a question.

    ``order`` has the positions. ``question`` has the game, the rules and the scoring
    rule.
    """
    other = copy(order)
    other.score = question.score
    if isinstance(other, SpaceOrder):
        spaces = parts(question.column).positions().space
        space = spaces(question.rules, question.scoring_rule)
        # Other columns number the positions differently, so the fast scores do not fit
        # them.
        if space and [*map(len, space.columns)] != [*map(len, other.space.columns)]:
            space = None
        other.space = replace(other.space, values=space.values if space else None)
    return other


def _single_changes(
    game: Game,
    rules: Rules,
    presets: Mapping[str, Rules],
    numbers: tuple[set[int], set[int]],
) -> Iterator[dict[str, Any]]:
    """Yield changes of one field, such as ``{"straight": 1200}``.

    A field takes the values that it has in a preset; a number typical wrong answers
    too. A list of numbers gets one number more or less, or the first few.
    A table is set to that of a preset as a whole, in several entries.
    """
    positions = parts(game).positions()
    fields = positions.fields
    tables = []
    for record in (rules, *presets.values()):
        table = rulebook.to_table(record)
        tables.append({n: v for n, v in table.items() if not fields or n in fields})
    now = dict(_leaves(tables[0]))
    values: dict[str, set[Any]] = {}
    for table in tables:
        for path, value in _leaves(table):
            known = values.setdefault(path, set())
            known.add(value)
            if isinstance(value, str):
                known.update(map(str, allowed_values(type(rules), path)))
    for path, known in values.items():
        for value in sorted(_values(known, now.get(path), *numbers)):
            yield {path: value}
    seen: list[dict[str, Any]] = []
    # Tables of presets as a whole: a scorer may know another table of points.
    for table in tables[1:]:
        for path, inner in _tables(table):
            whole = dict(_leaves(inner, f"{path}."))
            # An entry that the other table does not have scores nothing.
            gone = {p: 0 for p in now if p.startswith(f"{path}.") and p not in whole}
            change = {p: v for p, v in (whole | gone).items() if now.get(p, 0) != v}
            # A change of one entry has been tried already.
            if len(change) > 1 and change not in seen:
                seen.append(change)
                yield change


def _values(known: set[Any], now: Any, answered: set[int], off: set[int]) -> set[Any]:
    """Return the values to try for a field with some known values."""
    kinds = set(map(type, known))
    values = set(known)
    if kinds == {bool}:
        values = {True, False}
    elif kinds == {int}:
        # A scorer that is wrong by a constant has a field that is off by as much.
        base = now or 0
        values |= {0, *answered, *(base + more for more in off)}
        if any(abs(value) <= SMALL for value in known):
            values |= {*range(SMALL + 1), base - 1, base + 1}
    elif kinds == {tuple}:
        numbers = range(SMALL)
        held = set(now or ())
        # One number more or less, such as a total on which Banker draws.
        values |= {tuple(sorted(held ^ {number})) for number in numbers}
        values |= {tuple(range(number)) for number in (*numbers, SMALL)}
    return values - {now}


def _leaves(table: dict[str, Any], path: str = "") -> Iterable[tuple[str, Any]]:
    """Yield the fields with a value or a list of numbers, with dotted names."""
    for name, value in rulebook.fields(table, path):
        if isinstance(value, int | str):
            yield name, value
        elif isinstance(value, list | tuple) and all(type(n) is int for n in value):
            yield name, tuple(value)


def _tables(table: dict[str, Any], path: str = "") -> Iterable[tuple[str, Any]]:
    """Yield the tables inside of a table, with dotted names."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield f"{path}{name}", value
            yield from _tables(value, f"{path}{name}.")
