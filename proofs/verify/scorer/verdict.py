"""The verdict on a scorer, with the limits of what it shows."""

import tomllib
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from decimal import ROUND_UP, Context, Decimal
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from trueodds.core import rulebook
from trueodds.core.exact.digits import counted
from trueodds.core.games import Game
from trueodds.core.rulebook import rules_name
from trueodds.core.rules import Breakdown
from trueodds.core.storage.progress import Progress, silent
from trueodds.proofs.parts import parts
from trueodds.proofs.verify.positions import sample
from trueodds.proofs.verify.positions.order import (
    Order,
    SpaceOrder,
    TextOrder,
    walks,
)
from trueodds.proofs.verify.scorer.chunk import Disagreement
from trueodds.proofs.verify.scorer.failure_classes import (
    FailureClass,
    Wrong,
    failure_classes,
)
from trueodds.proofs.verify.scorer.fitting_rules import (
    Fit,
    Search,
    fits_all,
    fitting_rules,
    rescored,
)
from trueodds.proofs.verify.scorer.resume import State
from trueodds.proofs.verify.scorer.run import (
    MAX_FAILURES,
    TIMEOUT,
    Question,
    Result,
    run,
)
from trueodds.proofs.verify.scorer.shrink import Smallest, smallest
from trueodds.proofs.verify.verdict import Example, Verdict, Word

NOTES = tomllib.loads(files(__package__).joinpath("notes.toml").read_text("utf-8"))
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
CONFIDENCE = 99
DIGITS = 3


def verify_scorer(
    question: Question,
    *,
    jobs: int | None = None,
    executor: Executor | None = None,
    timeout: float = TIMEOUT,
    max_failures: int | None = MAX_FAILURES,
    resume: Path | None = None,
    progress: Progress = silent,
) -> Verdict:
    """Verify a scorer on the positions of a question.

    Args:
        question: The game, its rules, the positions and the scorer.
        jobs: The number of scorers that run at once.
        executor: Runs the scorers on remote workers.
        timeout: The seconds in which a scorer may neither read nor answer.
        max_failures: The number of wrong answers at which to stop, None for no limit.
        resume: A file that keeps the comparisons of an unfinished verification.
        progress: Called with the progress.

    Returns:
        A verdict that agrees, or is refuted with ``details["kinds"]`` for its failure
        classes; undecided if a user interrupted it, not judged if no rules were named
        and it is right by others than the default, and failed if the scorer could not
        be judged.

    Raises:
        PositionError: The game cannot list the positions that are asked for.
        ResumeError: The resume file is of another question or scorer.
    """
    rule = question.scoring_rule
    if executor is None and rule in parts(question.column).positions().slow:
        # A wrong command fails at once, before all positions are prepared.
        first = sample(question.column, question.rules, 1, rule=rule)
        single = TextOrder(first, question.score)
        trial = run(question, single, timeout=timeout)
        if any(chunk.fault for chunk in trial.chunks):
            return judge(question, single, trial)
    positions = question.order()
    result = run(
        question,
        positions,
        jobs=jobs,
        executor=executor,
        timeout=timeout,
        max_failures=max_failures,
        resume_file=resume,
        progress=progress,
    )
    verdict = judge(question, positions, result)
    in_full = question.choice.sample is None and not question.choice.by_class
    if verdict.word == "agrees" and in_full and not executor:
        verdict = _asked_again(question, positions, verdict, jobs, timeout)
    if resume and verdict.word in ("agrees", "refuted") and not result.interrupted:
        resume.unlink(missing_ok=True)
    return verdict


def _asked_again(
    question: Question,
    positions: Order,
    verdict: Verdict,
    jobs: int | None,
    timeout: float,
) -> Verdict:
    """Ask some positions in a second order, and return the verdict on both."""
    if not isinstance(positions, SpaceOrder):
        return verdict
    again = walks(positions, question.choice)
    result = run(question, again, jobs=jobs, timeout=timeout)
    details = {**verdict.details, "asked_again": again.count}
    kept = result.state.kept
    if not kept:
        if any(chunk.fault for chunk in result.chunks):
            verdict = judge(question, again, result)
            verdict = replace(verdict, notes=(*verdict.notes, NOTES["second_order"]))
        return replace(verdict, details=details)
    wrong = _wrong(again, kept)
    details["kinds"] = [FailureClass(NOTES["depends"], wrong).record()]
    details["depends_on_order"] = True
    before = again.position(kept[0].place - 1) if kept[0].place else "nothing"
    example = wrong[0].example()
    return replace(
        verdict,
        word="refuted",
        summary=NOTES["twice"].format(
            count=positions.count, again=again.count, wrong=result.state.wrong
        ),
        counts={**verdict.counts, "wrong": result.state.wrong},
        example=replace(example, why=(*example.why, f"asked after: {before}")),
        notes=(),
        details=details,
    )


def share_missed(right: int) -> Decimal:
    """Return the largest share of wrong answers after ``right`` right random answers.

    It is the share p for which (1 - p)**right is 1 %, rounded up; so the confidence
    is 99 %.

    >>> share_missed(1000)
    Decimal('0.00460')
    """
    fine = Context(prec=30)
    risk = fine.divide(Decimal(100 - CONFIDENCE), 100)
    share = 1 - fine.exp(fine.divide(fine.ln(risk), right))
    return Context(prec=DIGITS, rounding=ROUND_UP).plus(share)


class Finding(NamedTuple):
    """The word of a verdict, such as "refuted", and the texts that explain the word."""

    word: Word
    summary: str
    notes: list[str]
    example: Example | None = None


def judge(question: Question, positions: Order, result: Result) -> Verdict:
    """Return the verdict on the result of a run."""
    state = result.state
    checked = positions.count - sum(stop - start for start, stop in state.remaining)
    faults = [chunk.fault for chunk in result.chunks if chunk.fault]
    garbled = [chunk.fault for chunk in result.chunks if chunk.garbled]
    details = _details(question, positions)
    details["interrupted"] = result.interrupted
    if garbled or (faults and not state.wrong):
        finding = Finding("failed", (garbled or faults)[0], [])
        if checked and not garbled:
            verb = "is" if checked == 1 else "are"
            before = f"{counted(checked, 'answers')} before that {verb} right"
            finding.notes.append(before)
    elif state.wrong:
        finding = _refuted(question, positions, result, checked, details)
    elif result.interrupted:
        answers = f"{checked:,} of {positions.count:,}"
        summary = f"interrupted; the answers so far, {answers}, are right"
        finding = Finding("undecided", summary, [])
    else:
        only = "the only answer is right"
        summary = only if checked == 1 else f"all {checked:,} answers are right"
        if question.choice.ordered:
            summary += f", with ascending {_things(positions)}"
        finding = Finding("agrees", summary, _limits(question, positions, details))
    notes = [note for chunk in result.chunks for note in chunk.notes] + finding.notes
    return Verdict(
        finding.word,
        "scorer",
        question.game,
        rulebook.digest(question.game, question.rules),
        question.scoring_rule,
        finding.summary,
        {"positions": positions.count, "checked": checked, "wrong": state.wrong},
        finding.example,
        tuple(dict.fromkeys(notes)),
        details,
        rules=rules_name(question.game, question.rules),
        scope=_scope(question),
    )


def _scope(question: Question) -> str:
    """Return a text with the rule that was verified, and the rules that were not."""
    rule = question.scoring_rule
    others = [
        name
        for name in _of_one_program(question.column)
        if name != rule and question.rule is None
    ]
    asked = "".join(f"; --rule {name} was not asked" for name in others)
    return f'rule "{rule}"{asked}'


def _of_one_program(game: Game) -> list[str]:
    """Return the scoring rules that one program is expected to know."""
    apart = parts(game).positions().apart
    return [name for name in game.rules_part.RULES_TO_SCORE if name not in apart]


def _details(question: Question, positions: Order) -> dict[str, Any]:
    choice = question.choice
    shuffled = isinstance(positions, SpaceOrder) and positions.shuffled
    sampled = choice.sample is not None
    return {
        "positions": "by class" if choice.by_class else "sample" if sampled else "all",
        "order": "ascending" if choice.ordered else "shuffled" if shuffled else "all",
        "seed": choice.seed if shuffled or sampled else None,
        "share_wrong_below": None,
        "kinds": [],
        "fitting_rules": [],
        "tried": None,
        "command": None,
        "out_of_step": None,
        "factor": None,
        "asked_again": 0,
        "depends_on_order": False,
        "interrupted": False,
    }


def _things(positions: Order) -> str:
    return positions.space.things if isinstance(positions, SpaceOrder) else "positions"


def _refuted(
    question: Question,
    positions: Order,
    result: Result,
    checked: int,
    details: dict[str, Any],
) -> Finding:
    """Return the finding on wrong answers, and enter their classes in the details."""
    state = result.state
    notes = [chunk.fault for chunk in result.chunks if chunk.fault]
    verb = "is" if state.wrong == 1 else "are"
    summary = f"{state.wrong:,} of {checked:,} answers {verb} wrong"
    if stopped := checked < positions.count and not notes:
        summary = f"at least {state.wrong:,} of {positions.count:,} answers are wrong"
    wrong = _wrong(positions, state.kept)
    fits: list[Fit] = []
    if state.wrong > len(wrong):
        notes.append(f"only the first {len(wrong):,} wrong answers are in the table")
    factor = _factor(wrong)
    details["factor"] = str(factor) if factor else None
    if factor:
        summary += f"; each of these is {factor} times the right answer"
    if step := _out_of_step(positions, result):
        details["out_of_step"] = step
        side = "before" if step < 0 else "after"
        summary += f"; {NOTES['out_of_step'].format(side=side)}"
    else:
        search = fitting_rules(question, positions, state, wrong)
        fits = search.fits
        details["fitting_rules"] = [fit.options for fit in fits if not fit.left]
        details["tried"] = search.record()
        if finding := _right_by_others(question, positions, state, fits, details):
            return finding._replace(notes=[*notes, *finding.notes])
        notes.append(_fitting(question, state, search))
    classes = _classes(question, positions, result, fits)
    if state.wrong < LISTED:
        classes = [single for group in classes for single in group.one_by_one()]
    details["kinds"] = [group.record() for group in classes]
    least = _smallest(question, positions, result, wrong, step)
    if not least.repeated:
        notes.append(NOTES["not_repeated"].format(position=least.wrong.position))
    if position := least.ascending:
        things = _things(positions)
        notes.append(NOTES["order_matters"].format(things=things, position=position))
    if stopped:
        notes.append(
            f"stopped after {checked:,} of {positions.count:,} positions"
            + ("" if result.interrupted else "; --max-failures 0 sends all of them")
        )
    return Finding("refuted", summary, notes, least.wrong.example())


def _right_by_others(
    question: Question,
    positions: Order,
    state: State,
    fits: Sequence[Fit],
    details: dict[str, Any],
) -> Finding | None:
    """Return the finding that all answers are right by rules that no option excludes.

    Return None if the rules, or the scoring rule, that do not fit were named.
    """
    for fit in fits:
        other = fit.question.scoring_rule != question.scoring_rule
        changed = fit.question.rules != question.rules
        if fit.left or (other and question.rule) or (changed and question.named):
            continue
        if state.complete and fits_all(fit, positions, state):
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
        f"--rules {question.column.rules_part.DEFAULT}"
        if changed
        else f"--rule {question.scoring_rule}"
    )
    remaining = sum(stop - start for start, stop in state.remaining)
    answers = f"the {positions.count - remaining:,} answers so far"
    if not remaining:
        answers = f"all {positions.count:,} answers"
    if positions.count - remaining == 1:
        answers = "the only answer"
    verb = "is" if positions.count - remaining == 1 else "are"
    return Finding(
        "not judged",
        f"{answers} {verb} right by {name.strip()}, not by the default",
        [
            f"to judge it by these rules: {details['command']}",
            f"by the default it is refuted: {default}",
        ],
    )


def _fitting(question: Question, state: State, search: Search) -> str:
    fits = search.fits
    if not fits:
        return search.nothing
    options = fits[0].options
    several = len(_of_one_program(question.column)) > 1
    several = several and "--rule " not in options
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
    question: Question, positions: Order, result: Result, fits: Sequence[Fit]
) -> list[FailureClass]:
    """Return the failure classes.

    The first has the answers that are right under other rules. The others are judged
    under these rules.
    """
    kept = result.state.kept
    classes = []
    if fits and fits[0].left:
        options, question, left, words = fits[0]
        members = _wrong(positions, sorted({*kept} - {*left}))
        name = f"right under {options}"
        if words:
            name += f": {words}"
        classes = [FailureClass(name, members)]
        kept = left
        positions = rescored(positions, question)
    causes = parts(question.column).positions().causes(question.rules)
    right = _right(positions, result, kept)
    return classes + failure_classes(_wrong(positions, kept), right, causes)


def _wrong(positions: Order, answers: Sequence[Disagreement]) -> list[Wrong]:
    """Return the first of some wrong answers, with their breakdowns."""
    kept = answers[:MOST_GROUPED]
    right = positions.breakdowns(disagreement.place for disagreement in kept)
    return [
        Wrong(positions.position(disagreement.place), breakdown, disagreement.got)
        for disagreement, breakdown in zip(kept, right, strict=True)
    ]


def _right(
    positions: Order, result: Result, answers: Sequence[Disagreement]
) -> list[Breakdown]:
    """Return the breakdowns of some positions that are not those of wrong answers."""
    wrong = {disagreement.place for disagreement in answers}
    intervals = result.state.compared(positions.count, positions.count)
    right = [
        place
        for start, stop in intervals
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
    return factors.pop() if len(factors) == 1 and len(values) > 2 else None


def _out_of_step(positions: Order, result: Result) -> int | None:
    """Return the shift, 1 or -1, under which all wrong answers are right; else None.

    The first or the last position that a process got is left out: it has no neighbour
    to take the answer from.
    """
    kept = result.state.kept[:MOST_SHIFTED]
    if len(kept) < SHIFTED:
        return None
    first = {chunk.start for chunk in result.chunks}
    last = {chunk.stop - 1 for chunk in result.chunks}
    for step, alone in ((-1, first), (1, last)):
        shifted = [(place + step, got) for place, got in kept if place not in alone]
        if all(
            0 <= place < positions.count
            and positions.values(place, place + 1)[0] == got
            for place, got in shifted
        ):
            return step
    return None


def _smallest(
    question: Question,
    positions: Order,
    result: Result,
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


def _limits(question: Question, positions: Order, details: dict[str, Any]) -> list[str]:
    """Return notes on what right answers do not show; add numbers to the details."""
    choice = question.choice
    if choice.sample is not None:
        share = share_missed(choice.sample)
        details["share_wrong_below"] = str(share)
        percent = f"{(share * 100).normalize():f} %"
        values = {"seed": choice.seed, "confidence": CONFIDENCE, "percent": percent}
        return [NOTES["sample"].format(**values)]
    if not isinstance(positions, SpaceOrder):
        return [NOTES["table"]]
    notes = {
        "by_class": choice.by_class,
        "ascending": choice.ordered,
        "shuffled": positions.shuffled and not (choice.ordered or choice.by_class),
    }
    space = positions.space
    seed = choice.seed
    return [
        NOTES[name].format(things=space.things, alike=space.alike, seed=seed)
        for name, applies in notes.items()
        if applies
    ]
