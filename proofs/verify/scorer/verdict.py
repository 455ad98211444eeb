"""The verdict on a scorer, with the limits of what it shows."""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from decimal import ROUND_UP, Context, Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from trueodds.core import rulebook
from trueodds.core.exact.digits import counted, fraction_text
from trueodds.core.rulebook import rules_name
from trueodds.core.storage.progress import Progress, silent
from trueodds.proofs.parts import parts
from trueodds.proofs.verify.positions import sample
from trueodds.proofs.verify.positions.order import (
    Order,
    SpaceOrder,
    TextOrder,
)
from trueodds.proofs.verify.scorer.failure_classes import (
    Failure,
    FailureClass,
)
from trueodds.proofs.verify.scorer.refuted import (
    NOTES,
    VerdictWords,
    all_right,
    of_one_program,
    refuted,
    wrong_answers,
)
from trueodds.proofs.verify.scorer.run import (
    MAX_FAILURES,
    TIMEOUT,
    ScorerQuestion,
    ScorerResult,
    run,
)
from trueodds.proofs.verify.verdict import Verdict

CONFIDENCE = 99
DIGITS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorerDetails:
    """The details of a verdict on a scorer.

    Attributes:
        positions: The positions that were asked for: "all", random ones ("sample"), or
            one position of each class ("by class"). The positions of a class have the
            same score.
        order: The order of the cards or dice of a position: "ascending", "shuffled", or
            "all" if any order can occur.
        seed: The seed of random positions, or of a random order.
        share_wrong_below: After a sample, at most this share of all answers is wrong,
            with a confidence of 99 %.
        kinds: The failure classes, the largest first.
        fitting_rules: Options under which all answers are right.
        tried: The presets and changes of the rules that were tried.
        command: The command that verifies the scorer by the rules that fit.
        out_of_step: 1 if each answer is right for the position after its own, -1 if it
            is right for the position before.
        factor: The factor by which all wrong answers differ from the right ones.
        asked_again: The number of positions that were asked in a second order.
        depends_on_order: True if answers depend on the positions before.
        interrupted: True if a user interrupted the verification.
    """

    positions: Literal["all", "sample", "by class"]
    order: Literal["all", "ascending", "shuffled"]
    seed: int | None
    share_wrong_below: Annotated[Decimal | None, str] = None
    kinds: tuple[Failure, ...] = ()
    fitting_rules: tuple[str, ...] = ()
    tried: Mapping[str, object] | None = None
    command: str | None = None
    out_of_step: int | None = None
    factor: Annotated[Fraction | None, fraction_text] = None
    asked_again: int = 0
    depends_on_order: bool = False
    interrupted: bool = False


def verify_scorer(
    question: ScorerQuestion,
    *,
    jobs: int | None = None,
    executor: Executor | None = None,
    timeout: float = TIMEOUT,
    max_failures: int | None = MAX_FAILURES,
    resume: Path | None = None,
    progress: Progress = silent,
) -> Verdict[ScorerDetails]:
    """Verify a scorer on the positions of a question, and return the verdict.

    Args:
        question: The game, its rules, the positions and the scorer.
        jobs: The number of scorers that run at once.
        executor: Runs the scorers on remote workers.
        timeout: The seconds in which a scorer may neither read nor answer.
        max_failures: The number of wrong answers at which to stop, None for no limit.
        resume: A file that keeps the comparisons of an unfinished verification.
        progress: Is called with the number of answers that were compared.

    Returns:
        A verdict that agrees, or is refuted with ``details.kinds`` for its failure
        classes; undecided if a user interrupted it, not judged if no rules were named
        and the scorer is right by other rules than the default, and failed if the
        scorer could not be judged.

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
    send = partial(run, jobs=jobs, executor=executor, timeout=timeout)
    result = send(
        question,
        positions,
        max_failures=max_failures,
        resume_file=resume,
        progress=progress,
    )
    verdict = judge(question, positions, result)
    # In the usual order neighbours differ. A scorer that caches what it should not may
    # show it only if neighbours are alike.
    if verdict.word == "agrees" and isinstance(positions, SpaceOrder):
        verdict = _asked_again(question, verdict, send)
    # A verdict is final, so nothing is left to resume.
    if resume and verdict.word in ("agrees", "refuted") and not result.interrupted:
        resume.unlink(missing_ok=True)
    return verdict


def _asked_again(
    question: ScorerQuestion,
    verdict: Verdict[ScorerDetails],
    send: Callable[[ScorerQuestion, Order], ScorerResult],
) -> Verdict[ScorerDetails]:
    """Ask positions whose neighbours are alike, and return the verdict on both orders.

    Only if all positions were right before, a wrong answer depends on the order.
    """
    choice = question.choice
    question = question._replace(choice=choice._replace(alike=True))
    again = question.order()
    result = send(question, again)
    kept = result.state.kept
    wrong = result.state.wrong
    details: dict[str, Any] = {"asked_again": again.count}
    # The same positions were right in the first order. A sample has other positions in
    # the second.
    if kept and choice.sample is None and not choice.by_class:
        answers = wrong_answers(again, kept)
        example = answers[0].example()
        place = kept[0].place
        before = again.position(place - 1) if place else "nothing"
        details["kinds"] = (FailureClass(NOTES["depends"], answers).failure(),)
        details["depends_on_order"] = True
        count = verdict.counts["positions"]
        verdict = replace(
            verdict,
            word="refuted",
            summary=NOTES["twice"].format(count=count, again=again.count, wrong=wrong),
            counts={**verdict.counts, "wrong": wrong},
            example=replace(example, why=(*example.why, f"asked after: {before}")),
            notes=(),
        )
    elif kept or result.state.remaining:
        verdict = judge(question, again, result)
        verdict = replace(verdict, notes=(*verdict.notes, NOTES["second_order"]))
    return replace(verdict, details=replace(verdict.details, **details))


def share_missed(right: int) -> Decimal:
    """Return an upper limit on the share of wrong answers, with a confidence of 99 %.

    The answers to ``right`` random positions were all right. The limit is the share p
    for which (1 - p)**right is 1 %, rounded up.

    >>> share_missed(1000)
    Decimal('0.00460')
    """
    fine = Context(prec=30)
    risk = fine.divide(Decimal(100 - CONFIDENCE), 100)
    # With 30 digits the error is far below the rounding up to three.
    share = 1 - fine.exp(fine.divide(fine.ln(risk), right))
    return Context(prec=DIGITS, rounding=ROUND_UP).plus(share)


def judge(
    question: ScorerQuestion, positions: Order, result: ScorerResult
) -> Verdict[ScorerDetails]:
    """Return the verdict on the result of sending all positions to a scorer.

    ``question`` has the scorer and the rules under which it is judged. ``positions``
    are all positions in the order sent, and ``result`` is the result of the run.
    """
    state = result.state
    checked = positions.count - sum(stop - start for start, stop in state.remaining)
    faults = [chunk.fault for chunk in result.chunks if chunk.fault]
    garbled = [chunk.fault for chunk in result.chunks if chunk.garbled]
    details = _details(question, positions)
    details["interrupted"] = result.interrupted
    # A scorer that failed has still given the wrong answers before that. But if lines
    # and positions do not match, even those are not certain.
    if garbled or (faults and not state.wrong):
        finding = VerdictWords("failed", (garbled or faults)[0], [])
        if checked and not garbled:
            verb = "is" if checked == 1 else "are"
            before = f"{counted(checked, 'answers')} before that {verb} right"
            finding.notes.append(before)
    elif state.wrong:
        finding = refuted(question, positions, result, checked, details)
    # Right answers to a part of the positions show nothing of the rest.
    elif result.interrupted:
        answers = f"{checked:,} of {positions.count:,}"
        summary = f"interrupted; the answers so far, {answers}, are right"
        finding = VerdictWords("undecided", summary, [])
    else:
        summary = all_right(checked, positions)
        if question.choice.ordered:
            summary += f", with ascending {positions.things}"
        finding = VerdictWords("agrees", summary, _limits(question, positions, details))
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
        details=ScorerDetails(**details),
        rules=rules_name(question.game, question.rules),
        scope=_scope(question),
    )


def _scope(question: ScorerQuestion) -> str:
    """Return a text with the rule that was verified, and the rules that were not."""
    rule = question.scoring_rule
    asked = "".join(
        f"; --rule {name} was not asked"
        for name in of_one_program(question.column)
        if name != rule and question.rule is None
    )
    return f'rule "{rule}"{asked}'


def _details(question: ScorerQuestion, positions: Order) -> dict[str, Any]:
    choice = question.choice
    shuffled = positions.shuffled
    sampled = choice.sample is not None
    return {
        "positions": "by class" if choice.by_class else "sample" if sampled else "all",
        "order": "ascending" if choice.ordered else "shuffled" if shuffled else "all",
        "seed": choice.seed if shuffled or sampled else None,
    }


def _limits(
    question: ScorerQuestion, positions: Order, details: dict[str, Any]
) -> list[str]:
    """Return notes on what right answers do not show; add numbers to the details."""
    choice = question.choice
    if choice.sample is not None:
        # A sample cannot show that every answer is right: it bounds the share of wrong
        # ones.
        share = share_missed(choice.sample)
        details["share_wrong_below"] = share
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
