"""Wrong answers of a scorer: the rules that fit, the failure classes, an example."""

from collections.abc import Sequence
from fractions import Fraction
from textwrap import shorten
from typing import Any, NamedTuple

from trueodds.core.exact.digits import counted
from trueodds.core.exact.exact_toml import toml_file
from trueodds.core.games import Game
from trueodds.core.rulebook import rules_name
from trueodds.core.rules import Breakdown
from trueodds.proofs.parts import parts
from trueodds.proofs.verify.positions.order import Order, SpaceOrder
from trueodds.proofs.verify.scorer.chunk import Disagreement
from trueodds.proofs.verify.scorer.failure_classes import (
    FailureClass,
    Wrong,
    failure_classes,
)
from trueodds.proofs.verify.scorer.fitting_rules import (
    Fit,
    Search,
    fitting_rules,
    rescored,
)
from trueodds.proofs.verify.scorer.resume import RunState
from trueodds.proofs.verify.scorer.run import ScorerQuestion, ScorerResult
from trueodds.proofs.verify.scorer.shrink import Smallest, smallest
from trueodds.proofs.verify.verdict import Example, Word

NOTES = toml_file(__package__, "notes.toml")
"""Notes by name, with names of values in braces."""

MOST_GROUPED = 10_000
"""Upper limit on the wrong answers that are grouped into failure classes."""

LISTED = 20
"""Fewer wrong answers are listed one by one."""

MOST_RIGHT = 1500
"""Number of right answers with which the wrong ones are compared."""

SHIFTED = 5
"""Fewest wrong answers that can show that all answers are out of step."""

MOST_SHIFTED = 200

MOST_LETTERS = 100
"""Upper limit on the options in the name of a failure class."""


class VerdictWords(NamedTuple):
    """The word of a verdict, such as "refuted", and the texts that explain the word."""

    word: Word
    summary: str
    notes: list[str]
    example: Example | None = None


def refuted(
    question: ScorerQuestion,
    positions: Order,
    result: ScorerResult,
    checked: int,
    details: dict[str, Any],
) -> VerdictWords:
    """Return the verdict's words on wrong answers, and fill in its details.

    The word is "refuted", or another if other rules fit all answers.

    Args:
        question: The scorer and the rules.
        positions: All positions, in the order sent.
        result: The result of the run.
        checked: The number of answers that were compared.
        details: Fields of ``ScorerDetails``, by name. The failure classes, the rules
            that fit and other results are added.
    """
    state = result.state
    notes = [chunk.fault for chunk in result.chunks if chunk.fault]
    verb = "is" if state.wrong == 1 else "are"
    summary = f"{state.wrong:,} of {checked:,} answers {verb} wrong"
    if stopped := checked < positions.count and not notes:
        summary = f"at least {state.wrong:,} of {positions.count:,} answers are wrong"
    wrong = wrong_answers(positions, state.kept)
    fits: list[Fit] = []
    if state.wrong > len(wrong):
        notes.append(f"only the first {len(wrong):,} wrong answers are in the table")
    factor = _factor(wrong)
    details["factor"] = factor
    if factor:
        summary += f"; each of these is {factor} times the right answer"
    # Answers to other positions fit no rules, so no rules are looked for.
    if step := _out_of_step(positions, result):
        details["out_of_step"] = step
        side = "before" if step < 0 else "after"
        summary += f"; {NOTES['out_of_step'].format(side=side)}"
    else:
        search = fitting_rules(question, positions, state, wrong)
        fits = search.fits
        details["fitting_rules"] = tuple(fit.options for fit in fits if not fit.left)
        details["tried"] = search.record()
        if finding := _right_by_others(
            question, positions, checked, fits, state, details
        ):
            return finding._replace(notes=[*notes, *finding.notes])
        notes.append(_fitting(question, state, search))
    classes = _classes(question, positions, result, fits)
    # Few wrong answers are of more use one by one.
    if state.wrong < LISTED:
        classes = [single for group in classes for single in group.one_by_one()]
    details["kinds"] = tuple(group.failure() for group in classes)
    least = _smallest(question, positions, result, wrong, step)
    if not least.repeated:
        notes.append(NOTES["not_repeated"].format(position=least.wrong.position))
    if position := least.ascending:
        words = {"things": positions.things, "position": position}
        notes.append(NOTES["order_matters"].format(**words))
    if stopped:
        notes.append(
            f"stopped after {checked:,} of {positions.count:,} positions"
            + ("" if result.interrupted else "; --max-failures 0 sends all of them")
        )
    return VerdictWords("refuted", summary, notes, least.wrong.example())


def _right_by_others(
    question: ScorerQuestion,
    positions: Order,
    checked: int,
    fits: Sequence[Fit],
    state: RunState,
    details: dict[str, Any],
) -> VerdictWords | None:
    """Return the finding that all answers are right by rules that no option excludes.

    Return None if the rules, or the scoring rule, that do not fit were named.
    """
    for fit in fits:
        other = fit.question.scoring_rule != question.scoring_rule
        changed = fit.question.rules != question.rules
        # What the user named is binding: a scorer is not excused by rules that were
        # excluded.
        if fit.left or (other and question.rule) or (changed and question.named):
            continue
        # Every answer must be known.
        if state.complete:
            break
    else:
        return None
    name = ""
    if changed:
        name = rules_name(question.game, fit.question.rules)
    if fit.words:
        name += f" ({fit.words})"
    if other:
        name += f' rule "{fit.question.scoring_rule}"'
    details["command"] = question.command_line(fit.options)
    default = question.command_line(
        f"--rules {question.column.default_preset}"
        if changed
        else f"--rule {question.scoring_rule}"
    )
    return VerdictWords(
        "not judged",
        f"{all_right(checked, positions)} by {name.strip()}, not by the default",
        [
            f"to judge it by these rules: {details['command']}",
            f"by the default it is refuted: {default}",
        ],
    )


def all_right(checked: int, positions: Order) -> str:
    """Return the words for a run in which every answer that was compared is right.

    ``checked`` is the number of answers compared, and ``positions`` are all positions.
    """
    if checked == 1:
        return "the only answer is right"
    if checked < positions.count:
        return f"the {checked:,} answers so far are right"
    return f"all {checked:,} answers are right"


def _fitting(question: ScorerQuestion, state: RunState, search: Search) -> str:
    fits = search.fits
    if not fits:
        return search.nothing
    options = fits[0].options
    several = len(of_one_program(question.column)) > 1 and "--rule " not in options
    only = f", for --rule {question.scoring_rule} only," if several else ""
    field = options.partition("=")[0] + "="
    words = f" ({fits[0].words})" if fits[0].words else ""
    if left := len(fits[0].left):
        but = counted(left, "answers")
        rows = "the other rows are judged under these rules"
        return f"all but {but} are right{only} under: {options}{words}; {rows}"
    answers = (
        "all its answers" if state.complete else "the wrong answers that were kept"
    )
    shown = [fit.options for fit in fits if fit.options.startswith(field)] or [options]
    return f"{answers} are right{only} under: {'; '.join(shown)}{words}"


def _classes(
    question: ScorerQuestion,
    positions: Order,
    result: ScorerResult,
    fits: Sequence[Fit],
) -> list[FailureClass]:
    """Return the failure classes.

    The first has the answers that are right under other rules. The others are judged
    under these rules.
    """
    kept = result.state.kept
    classes = []
    if fits and fits[0].left:
        # The fit explains a part of the wrong answers. The rest is judged as if these
        # were the rules, so that one fault does not hide another.
        options, question, left, words = fits[0]
        members = wrong_answers(positions, sorted({*kept} - {*left}))
        name = f"right under {shorten(options, MOST_LETTERS, placeholder=' …')}"
        if words:
            name += f": {words}"
        classes = [FailureClass(name, members)]
        kept = left
        positions = rescored(positions, question)
    features_under = parts(question.column).positions().features
    features_of = features_under(question.rules, question.scoring_rule)
    right = _right(positions, result, kept)
    return classes + failure_classes(wrong_answers(positions, kept), right, features_of)


def wrong_answers(positions: Order, answers: Sequence[Disagreement]) -> list[Wrong]:
    """Return wrong answers with their positions and right breakdowns.

    ``positions`` are all positions, in the order sent. At most the first 10,000 answers
    are returned.
    """
    kept = answers[:MOST_GROUPED]
    right = positions.breakdowns(disagreement.place for disagreement in kept)
    return [
        Wrong(positions.position(disagreement.place), breakdown, disagreement.got)
        for disagreement, breakdown in zip(kept, right, strict=True)
    ]


def _right(
    positions: Order, result: ScorerResult, answers: Sequence[Disagreement]
) -> list[Breakdown]:
    """Return the breakdowns of some positions that are not those of wrong answers."""
    wrong = {disagreement.place for disagreement in answers}
    intervals = result.state.compared(positions.count, positions.count)
    right = [
        place
        for start, stop in intervals
        # Spread over the whole interval, since neighbouring positions are alike.
        for place in range(start, stop, max(1, (stop - start) // (2 * MOST_RIGHT)))
        if place not in wrong
    ]
    return positions.breakdowns(right[:MOST_RIGHT])


def _factor(wrong: Sequence[Wrong]) -> Fraction | None:
    """Return the factor by which wrong answers of several values are wrong, or None."""
    factors = {
        Fraction(answer.got, answer.right.value) if answer.right.value else None
        for answer in wrong
    }
    values = {answer.right.value for answer in wrong}
    # Fewer values have a common factor by accident.
    return factors.pop() if len(factors) == 1 and len(values) > 2 else None


def _out_of_step(positions: Order, result: ScorerResult) -> int | None:
    """Return the shift, 1 or -1, under which all answers are right; else None.

    The first or the last position that a process got is left out: it has no neighbour
    to take the answer from. Where the neighbour's answer is another one, a right answer
    speaks against a shift, and so do wrong answers that are all the same.
    """
    state = result.state
    kept = state.kept[:MOST_SHIFTED]
    if len(kept) < SHIFTED or len({got for _, got in kept}) == 1:
        return None
    wrong = {place for place, _ in state.kept}
    first = {chunk.start for chunk in result.chunks}
    last = {chunk.stop - 1 for chunk in result.chunks}
    right = {
        place: value
        for start, stop in state.compared(positions.count, MOST_SHIFTED)
        for place, value in enumerate(positions.values(start, stop), start)
    }
    for step, alone in ((-1, first), (1, last)):
        shifted = [(place + step, got) for place, got in kept if place not in alone]
        late = {n for n, value in right.items() if right.get(n + step, value) != value}
        if late <= wrong | alone and all(
            0 <= place < positions.count
            and positions.values(place, place + 1)[0] == got
            for place, got in shifted
        ):
            return step
    return None


def _smallest(
    question: ScorerQuestion,
    positions: Order,
    result: ScorerResult,
    wrong: list[Wrong],
    step: int | None,
) -> Smallest:
    """Return the smallest wrong answer.

    Smaller positions are asked for, unless the answers are out of step: then they
    depend on the positions before, which a new run does not have.
    """
    number = min(range(len(wrong)), key=lambda n: wrong[n].size)
    first = wrong[number]
    if not isinstance(positions, SpaceOrder) or result.interrupted or step:
        return Smallest(first)
    place = result.state.kept[number].place
    row = positions.rows(place, place + 1)[0]
    return smallest(positions, question.scorer, first, row)


def of_one_program(game: Game) -> list[str]:
    """Return the scoring rules of a game that a single program is expected to know.

    Rules for another kind of program are left out.
    """
    apart = parts(game).positions().apart
    return [name for name in game.scoring_rules if name not in apart]
